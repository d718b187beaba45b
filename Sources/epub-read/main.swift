import EPUBFront
import Glibc

exit(Front.run(Array(CommandLine.arguments.dropFirst()), environment: .system))
