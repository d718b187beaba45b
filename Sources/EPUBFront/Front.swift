/// The command line of `epub-read`.
public enum Front {}
