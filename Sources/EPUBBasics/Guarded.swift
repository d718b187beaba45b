#if !WATCHED_THREADS

  public import Synchronization

  /// A value that one thread at a time may see.
  public typealias Guarded = Mutex

#endif
