import EPUBFront
import Glibc

exit(Front.run(Environment.arguments, environment: .system))
