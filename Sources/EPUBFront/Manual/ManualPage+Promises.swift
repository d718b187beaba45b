import EPUBBasics

extension ManualPage.Prose {
  struct Promise {
    var title: String
    var paragraphs: [String]
  }

  static let promisesIntroduction = [
    """
    What may be relied on, and what holds the program to it. The tests are in its sources: each of those named \
    tells at its head what it does and what it is to be given, and ends with a status other than 0 when a promise is \
    broken. `swift test` runs those for which no name is given here, and `.ci/run` runs all that end in time.
    """
  ]

  static let promises = [
    Promise(
      title: "No network is touched",
      paragraphs: [
        """
        No connection is opened and no name is looked up, whatever a book, its stylesheets, its document types or \
        its entities refer to. A link that leads out of the book is shown and not followed. `chafa` and the programs \
        that the configuration names are started without a shell, at a key's wish alone, and are their own masters.
        """,
        "`Tests/EndToEnd/syscalls` watches every call to the system.",
      ]),
    Promise(
      title: "Nothing is written outside the folders of state and cache",
      paragraphs: [
        """
        Not beside the book, not in the folder for temporary files, and no configuration. With --no-state neither \
        reading state nor page numbers of earlier runs are even looked at.
        """,
        "`Tests/EndToEnd/syscalls` watches what is opened to be written, made, renamed and removed.",
      ]),
    Promise(
      title: "Nothing of a book reaches the terminal as a control",
      paragraphs: [
        """
        Control characters, DEL and noncharacters are dropped wherever text of a book is shown: pages, titles, \
        contents, links, file names, errors. Controls of direction end with the line that they stand in.
        """,
        """
        `Tests/EndToEnd/reader PROGRAM control` reads a book that is made of them, and `Tests/EndToEnd/escapes` looks \
        through what every command puts out of such books.
        """,
      ]),
    Promise(
      title: "The same book gives the same bytes on every machine",
      paragraphs: [
        """
        With the same options and configuration, and under --hyphenate the same dictionaries: for any number of \
        processors, in any locale and at any time. What has to do with size (pages, lines) depends on the size that \
        was asked for; the reading text, places and percentages depend on the book's bytes alone.
        """,
        """
        Pages are compared with those in Fixtures/Goldens, and one worker with many. Whether the page on the screen \
        is the page that is printed, `Tests/EndToEnd/reader PROGRAM printed` sees.
        """,
      ]),
    Promise(
      title: "Nothing is lost that was said to be kept",
      paragraphs: [
        """
        When `words add` or `notes import` has ended with status 0, what it kept survives whatever kills the \
        program or its terminal after that; before, all of it is kept or nothing. While one reads, the place is \
        written at every turn of a page, and words, highlights and notes as soon as they are made.
        """,
        """
        `Tests/EndToEnd/sigkill 500` kills the program at 500 random moments and looks whether anything is missing; \
        `KILLS=500 Tests/EndToEnd/reader PROGRAM kill` does so while one reads, and `Tests/EndToEnd/bridge PROGRAM` \
        while a host app talks to it.
        """,
      ]),
    Promise(
      title: "Whatever can be read is read",
      paragraphs: [
        """
        An archive that is cut short, a chapter that is damaged or locked, markup that is no XML, a reference that \
        leads nowhere: each is a finding that `epub-read check` tells, with the clause it is against and what was \
        done about it, and never the end of the book. Text that could not be saved is owned up to in its place.
        """,
        "Fixtures/Hostile holds a book for each fault; the tests cut small books at every byte and flip their bits.",
      ]),
    Promise(
      title: "No input crashes it",
      paragraphs: [
        """
        Archives, packages, documents and stylesheets, canonical fragment identifiers, messages of hosts, keys, notes, \
        configurations, databases, dictionaries and whole books may hold any bytes: no memory is touched that is not \
        the program's, none is lost, and what is put out is as it should be.
        """,
        """
        `Tests/Fuzzing/run 3600` feeds each for an hour with whatever libFuzzer can think of, under the address \
        sanitizer; what it once found is kept in Fixtures/Hostile. `Tests/Fuzzing/corpus FOLDER` reads all books of a \
        folder so, and `Tests/Fuzzing/leaks` asks the leak sanitizer after two hundred.
        """,
      ]),
    Promise(
      title: "No book takes time or memory without bound",
      paragraphs: [
        """
        Whatever a book says of its sizes, at most \(Limits().maximumResourceByteCount >> 20) MiB are expanded \
        of one file in it, \(Limits().maximumSpineByteCount >> 20) MiB of all its documents, \
        \(Limits().maximumEntityByteCount >> 20) MiB by entities; elements nest \(Limits().maximumElementDepth) deep, \
        and a document has at most \(Limits().maximumStyleRuleCount) style rules. What goes beyond is cut with a \
        finding. Books that merely pack well are no bombs.
        """,
        """
        `Tests/EndToEnd/bombs` gives every command books of every such kind, little memory and little time. Whether \
        memory grows from book to book, `Tests/EndToEnd/growth` sees over two hundred in one process.
        """,
      ]),
  ]
}
