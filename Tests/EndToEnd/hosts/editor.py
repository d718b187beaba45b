#!/usr/bin/env python3
"""Reads books as an editor would: one reader process for many books, started again when it is gone.

    Tests/EndToEnd/hosts/editor.py PROGRAM BOOK...

Then on standard input: `next`, `back`, `page 7`, `find whale`, `mark whale pink`, `unmark whale`,
`open BOOK`, `contents`, `where`, `quit`. Where each book was left is kept in reading state, as the command line keeps it.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from reader import Reader, ReaderError, ReaderGone  # noqa: E402


class Editor:
    def __init__(self, program, columns=72, rows=20, on_event=None, **options):
        self.program = program
        self.options = options
        self.viewport = {"columns": columns, "rows": rows}
        self.on_event = on_event or (lambda name, message: None)
        self.book = None
        self.saved_data = None
        self.starts = 0
        self._start()

    def _start(self):
        self.reader = Reader([self.program, "bridge"], self._event, **self.options)
        self.starts += 1

    def _event(self, name, message):
        if name == "setSavedData":
            self.saved_data = message["value"]
        self.on_event(name, message)

    def open(self, book):
        """Where the book was left, in this editor or on the command line."""
        self.ask("loadBook", {"path": book, "state": True, "viewport": self.viewport})
        self.book = book

    def ask(self, command, value=None):
        """As the reader answers; one that is gone is started again, and the book is where it was."""
        try:
            return self.reader.ask(command, value)
        except ReaderGone:
            self._restart()
            return self.reader.ask(command, value)

    def _restart(self):
        gone, saved = self.reader, self.saved_data
        gone.close()
        self._start()
        if self.book:
            self.reader.ask(
                "loadBook", {"path": self.book, "state": True, "savedData": saved or {}})

    def close(self):
        self.reader.close()

    def text(self):
        page = self.ask("page")
        rows = [line["text"] for line in page["lines"]]
        title = page["locator"].get("title", "")
        return "\n".join([*rows, f"-- {title}  {page['page']} / {page['pages']}"])

    def run(self, line):
        """What a line asks for, as text."""
        verb, _, rest = line.strip().partition(" ")
        if verb == "open":
            self.open(rest)
        elif verb == "next":
            self.ask("nextPage")
        elif verb == "back":
            self.ask("previousPage")
        elif verb == "page":
            self.ask("goToPage", int(rest))
        elif verb == "find":
            hits = self.ask("search", {"pattern": rest, "limit": 20})
            return "\n".join(
                f"{hit['page']:5} {hit['text']['before']}[{hit['text']['highlight']}]"
                f"{hit['text']['after']}" for hit in hits) or "nowhere"
        elif verb == "mark":
            word, _, color = rest.partition(" ")
            self.ask("highlightWords", [{"value": word, "color": color or "yellow"}])
        elif verb == "unmark":
            self.ask("unhighlightWords", [rest])
        elif verb == "contents":
            return "\n".join(self._contents(self.ask("toc"), 0))
        elif verb != "where":
            return f"what is {verb}?"
        return self.text()

    def _contents(self, entries, level):
        for entry in entries:
            yield f"{entry['page'] or '':>5} {'  ' * level}{entry['title']}"
            yield from self._contents(entry["children"], level + 1)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    editor = Editor(sys.argv[1])
    for book in reversed(sys.argv[2:]):
        editor.open(book)
    print(editor.text())
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        try:
            print(editor.run(line), flush=True)
        except (ReaderError, ValueError) as error:
            print(f"{error}", flush=True)
    editor.close()
