extension ManualPage {
  /// What the page says beside the tables.
  enum Prose {
    static let name = "read EPUB books in the terminal and in scripts"

    static let description = [
      """
      `epub-read` opens an EPUB book and shows it page by page, or prints it, searches it, lists what is in it and \
      what is wrong with it. It applies the book's stylesheets, sets paragraphs, tables, notes, ruby and \
      formulas in whole cells, and makes pages over the whole book: page 57 is the same page on every machine, \
      and the page on the screen is the page that is printed.
      """,
      """
      A book is known by what it holds, not by its name. Where it was left, its words, notes and highlights are \
      found again after it was moved, renamed or packed anew; in a corrected edition each is sought by the \
      text that stood there.
      """,
    ]

    static let commands = [
      """
      Each command asks something of one book, or of what is kept. Those that print page numbers take the \
      options of Layout, since these say where pages end. Only `words add`, `words remove`, `words import` and \
      `notes import` change what is kept; printing pages makes BOOK the book read last, and leaves its place alone.
      """
    ]

    static let options = [
      """
      A value stands behind its option or after an equals sign: `--page 57`, `--page=57`. Options of one letter \
      may be joined: `-iw`.
      """
    ]

    static let keys = [
      """
      These are the standard keys; `epub-read keys` prints them as the configuration has them, and F1 shows them \
      while one reads. C- is Control, M- is Alt; keys with a blank between them are typed one after another. A \
      number typed before counts: `5j` is five lines down, `57G` page 57. Neither Esc nor Control-C ever quits.
      """
    ]

    static let environment: [(String, String)] = [
      ("XDG_CONFIG_HOME", "Where the configuration is; ~/.config without it."),
      ("XDG_STATE_HOME", "Where reading state is; ~/.local/state without it."),
      (
        "XDG_CACHE_HOME",
        "Where what can be made again is put; ~/.cache without it."
      ),
      (
        "COLUMNS, LINES",
        "The size to lay out for when pages are printed, before the terminal's own."
      ),
      ("NO_COLOR", "When it is set, no colours, unless --color asks for them."),
      (
        "TERM, TERM_PROGRAM, COLORTERM, KITTY_WINDOW_ID, TMUX, STY",
        "What the terminal is; what they leave open it is asked itself. Where TERM is dumb or not set, pages are printed."
      ),
      ("PATH", "Where `chafa` and the programs of the configuration are sought."),
    ]

    static let files: [(String, String)] = [
      (
        "$XDG_CONFIG_HOME/epub-read/config.json",
        "The configuration. It is read and never written."
      ),
      (
        "$XDG_STATE_HOME/epub-read/",
        """
        Reading state: places, notes, highlights and words, in one SQLite database that any tool for SQLite can \
        read. A damaged one is set aside under a name that is told, never thrown away.
        """
      ),
      (
        "$XDG_CACHE_HOME/epub-read/",
        """
        Nothing but what can be made again: where the pages of books begin, 64 MiB at most, and pictures for the \
        program that shows them. Deleting it changes nothing but speed.
        """
      ),
      ("/usr/share/hyphen/", "The dictionaries for --hyphenate: Debian's packages hyphen-*."),
    ]

    static let errors = """
      An error is one line on standard error that says what is wrong and what to do, and nothing on standard \
      output. A fault that reading survives is no error: `epub-read check` lists those. Only where text was lost \
      does a line on standard error say in how many documents, and the exit status stays 0.
      """

    static let examples: [(String, String)] = [
      ("epub-read book.epub", "Opens the book where it was left."),
      (
        "epub-read --highlight whale=blue book.epub",
        "Opens it at the next whale, all of them marked."
      ),
      (
        "epub-read --page 57 --size 80x24 book.epub | cat",
        "Prints what a terminal of that size shows as page 57."
      ),
      ("epub-read book.epub | less", "The whole book as one column."),
      (
        "epub-read search -w whale *.epub",
        "Every whole word whale in these books, with page and chapter."
      ),
      (
        "epub-read search --json whale book.epub | jq -r .locations.cfi",
        "Where they are as EPUB CFIs, each of which --at takes."
      ),
      (
        "epub-read text --chapter 3 book.epub | wc -w",
        "How many words the third contents entry has."
      ),
      (
        "epub-read words --format tsv > cards.tsv",
        "The words saved, with their sentences, for flash cards."
      ),
      ("epub-read notes --format markdown book.epub", "Highlights and notes, by chapter."),
      ("for b in *.epub; do epub-read check \"$b\"; done", "What is wrong with a shelf of books."),
      ("epub-read cover book.epub > cover.jpg", "The cover's own bytes."),
    ]

    static let bugs = [
      """
      Pictures are drawn by the terminal, or by `chafa` where it is installed; by themselves they are a line of \
      text. Sound, video, scripts and fixed layouts are not played: their text is read. A regular expression finds \
      nothing that begins in one block of text and ends in another.
      """
    ]

    static let seeAlso = """
      `less`(1), `chafa`(1), `sdcv`(1). EPUB 3.3, EPUB Canonical Fragment Identifiers 1.1, Readium Locators, Web \
      Annotation Data Model.
      """
  }
}
