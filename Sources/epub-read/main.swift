import EPUBFront
import Glibc

// At once: libraries must not tidy up under threads that still set a book.
_exit(Front.run(Environment.arguments, environment: .system))
