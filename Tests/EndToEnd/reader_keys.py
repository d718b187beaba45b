"""Moving, finding, marks, panels and the table of keys."""

import os
import re

from books import paragraphs, scratch, write_book
from reader_pages import body, indented, large_book, printed
from tmux import KELL, Terminal
from trial import case, expect, expect_equal


def numbered(folder, name="numbered.epub", chapters=5, count=40, title="A Book of Numbers"):
    """Chapters of paragraphs of one line, each with its number; three blank-free lines to know places by."""
    return write_book(
        os.path.join(folder, name),
        [(f"Part {n}", f"<h1>Part {n}</h1>" + paragraphs(count, f"Line of part {n}.",
                                                         first=(n - 1) * count + 1))
         for n in range(1, chapters + 1)], title=title, style="p {margin: 0}")


@case("Space f C-f PgDn l and Right turn a page on; b C-b PgUp Backspace h and Left back")
def page_keys(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for on in ["Space", "f", "C-f", "NPage", "l", "Right"]:
            t.press(on, until="3 of 10")
            t.press("b", until="2 of 10")
        for back in ["b", "C-b", "PPage", "BSpace", "h", "Left"]:
            t.press("Space", until="3 of 10")
            t.press(back, until="2 of 10")
        t.press("b", until="This is the beginning")
        t.press("End", until="10 of 10")
        t.press("Space", until="This is the end")
        t.type("3b")
        t.wait_page(7)
        t.type("2 ")
        t.wait_page(9)


@case("j k and others move by lines, d u by half pages; the next page key goes to the next page's top")
def lines(program):
    with scratch() as folder, Terminal(
            program, numbered(folder), columns=80, rows=12) as t:
        t.wait_status("1 of")

        def top():
            return next((line.strip() for line in t.body() if line.strip()), "")

        t.press("Space", until="2 of")
        first = int(top().split(".")[0])
        for key in ["j", "Down", "Enter", "C-e"]:
            t.keys(key)
            t.wait_until(key, lambda: top().startswith(f"{first + 1}."))
            expect("2 of" in t.status(), "the page of its first line", t.status())
            t.keys({"j": "k", "Down": "Up"}.get(key, "C-y"))
            t.wait_until("back", lambda: top().startswith(f"{first}."))
        for down, up in [("d", "u"), ("C-d", "C-u")]:
            t.keys(down)
            t.wait_until(down, lambda: top().startswith(f"{first + 5}."))
            t.keys(up)
            t.wait_until(up, lambda: top().startswith(f"{first}."))
        t.type("3j")
        t.wait_until("3j", lambda: top().startswith(f"{first + 3}."))
        t.press("Space", until="3 of")
        expect_equal(body(t.body()), indented(printed(program, os.path.join(folder, "numbered.epub"), 3,
                                                      "80x12"), 4))
        t.keys("k")
        t.press("b", until="2 of")
        t.wait_until("the top of the page it was on", lambda: top().startswith(f"{first}."))
        t.type("9999999j")
        t.wait_for("200. Line of part 5.")
        t.type("9999999k")
        t.wait_page(1)


@case("} { go by paragraphs, ] [ by chapters, g Home G End to the ends, N G to a page, N % to a share")
def motions(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")

        def top():
            return next((line.strip() for line in t.body() if line.strip()), "")

        t.keys("}")
        t.wait_until("}", lambda: top().startswith("The first keeper"))
        t.type("2}")
        t.wait_until("2}", lambda: top().startswith("Keep the wick"))
        t.keys("{")
        t.wait_until("{", lambda: top().startswith("His name was"))
        t.press("g", until="2 of 10")
        # The first page shows the beginning of the second entry, too: the third is the next.
        t.press("]", until="3 of 10")
        t.press("]", until="Les heures claires")
        t.press("[", until="3 of 10")
        t.type("3]")
        t.wait_status("The Last Entry")
        t.press("]", until="Notes")
        t.press("]", until="No chapter begins further on")
        t.press("g", until="2 of 10")
        t.press("G", until="10 of 10")
        t.press("Home", until="2 of 10")
        t.press("End", until="10 of 10")
        t.type("7G")
        t.wait_page(7)
        t.type("50%")
        t.wait_until("50%", lambda: t.page() in (5, 6))
        t.type("11G")
        t.wait_status("There is no page 11; the last is 10")
        t.type("%")
        t.wait_status("Type the percent first: 25%")


@case("A count is shown while it is typed, and Escape, C-c and Delete take it back")
def counts(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.type("12")
        t.wait_until("12 is shown", lambda: t.status().endswith(" 12"))
        t.keys("DC")
        t.wait_until("1 is left", lambda: t.status().endswith(" 1"))
        t.keys("Escape")
        t.wait_until("nothing is left", lambda: t.status().endswith("%"))
        t.type("5")
        t.wait_until("5 is shown", lambda: t.status().endswith(" 5"))
        t.keys("C-c")
        t.wait_until("nothing is left", lambda: not t.status().endswith(" 5"))
        t.press("Space", until="3 of 10")


@case(":57 :25% :p xii :toc :hl word and :q are commands; others are told of")
def command_line(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for typed, seen in [("7", "7 of 10"), ("100%", "10 of 10"), ("p 3", "5 of 10"), ("+2", "7 of 10"),
                            ("-1", "6 of 10"), ("$", "10 of 10"), ("page 4", "4 of 10"),
                            ("p xii", "no print page xii"), ("99", "no page 99"), ("pgae", "no command pgae"),
                            ("0", "no number"), ("theme nope", "No theme nope"),
                            ("at epubcfi(/6/8)", "6 of 10"), ("/barometer", "Hit 1 of 1"),
                            ("width 60", "Lines of at most 60 cells"), ("hl lens", "Marked: lens"),
                            ("unhl lens", "No longer marked: lens")]:
            t.keys(":")
            t.wait_for("\n:")
            t.type(typed)
            t.press("Enter", until=seen)
        t.say(":toc", ":toc")
        t.keys("Enter")
        t.wait_for("Contents", "The Last Entry")
        t.keys("Escape")
        t.say(":", "\n:")
        t.keys("Up", "Up", "Up")
        t.wait_for(":hl lens")
        t.keys("C-u")
        t.type("he")
        t.keys("Tab", "Enter")
        t.wait_for("Keys")
        t.keys("q")
        t.say(":q", ":q")
        t.keys("Enter")
        t.wait_shell()


@case("t opens the contents: a tree, the entry that is read marked, / filters, Enter goes there")
def contents(program):
    with Terminal(program, KELL) as t:
        t.press("Space", until="3 of 10")
        t.keys("t")
        screen = t.wait_for("Contents", "Notes")
        lines = [line.rstrip() for line in screen.split("\n")]
        expect(any(re.fullmatch(r" •     Oil and Wick +2", line) for line in lines), "marked", screen)
        expect(any(re.fullmatch(r"     The Lamp +2", line) for line in lines), "a tree", screen)
        expect("The Book of Keepers" in screen, "headings", screen)
        t.keys("/")
        t.type("last")
        t.wait_for("/last")
        t.wait_for("The Glass", gone=True)
        t.keys("Enter")
        t.wait_status("8 of 10", "The Last Entry")
        t.keys("t")
        t.wait_for("Contents")
        t.keys("Escape")
        t.wait_for("Contents", gone=True)
        t.keys("t", "k", "k", "Left")
        t.wait_for("+2")
        t.keys("q")
        t.wait_for("Contents", gone=True)
        t.wait_status("8 of 10")
        t.press("C-o", until="3 of 10")


@case("/ ? n N search; hits are marked and counted; the search goes around the end")
def searching(program):
    with scratch() as folder, Terminal(program, numbered(folder)) as t:
        t.wait_status("1 of")
        t.say("/part 2.", "/part 2.")
        t.press("Enter", until="Hit 1 of 40")
        t.wait_until("hits are marked", lambda: t.parts("paper").count("part 2.") >= 10)
        t.press("n", until="Hit 2 of 40")
        t.type("3n")
        t.wait_status("Hit 5 of 40")
        t.press("N", until="Hit 4 of 40")
        t.type("4N")
        t.wait_status("Hit 40 of 40, from the other end")
        t.press("n", until="Hit 1 of 40, from the other end")
        t.say("?part 5", "?part 5")
        t.keys("Enter")
        t.wait_status("Hit 41 of 41, from the other end")
        t.press("n", until="Hit 40 of 41")
        t.press("N", until="Hit 41 of 41")
        t.keys("/", "Enter")
        t.wait_status("Hit 1 of 41")
        t.keys("/", "Up", "Up", "Enter")
        t.wait_status("Hit 1 of 40")
        t.say("/nowhere", "/nowhere")
        t.press("Enter", until="Not found")
        t.press("&", until="Not found")
        t.press("n", until="Not found")
        t.say("/part 5", "/part 5")
        t.press("Enter", until="Hit 1 of 41")
        # Escape hides the hits; the next one brings them back.
        t.keys("Escape")
        t.press("n", until="of 41")


@case("Several hits on one page, marks over one another and in tables are drawn")
def many_marks(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.say("/e", "/e")
        t.press("Enter", until="Hit 1 of")
        for page in range(3, 11):
            t.press("Space", until=f"{page} of 10")
        t.type("6G")
        t.wait_page(6)
        t.keys("w", "w", "w", "w", "v", "w", "w", "w", "H", "2")
        t.wait_status("Highlight kept")
        t.say("/Kell", "/Kell")
        t.keys("Enter")
        t.wait_status("Hit")
        t.keys("x")
        t.wait_status("Choose a word first")


@case("& lists all hits with what stands around them; Enter goes to one, and n on from there")
def hit_list(program):
    with scratch() as folder, Terminal(program, numbered(folder)) as t:
        t.wait_status("1 of")
        t.say("/part", "/part")
        t.press("Enter", until="Hit 1 of 205")
        t.keys("&")
        screen = t.wait_for("Hits", "1/205", "1. Line of part 1.")
        t.keys("j", "j", "j")
        t.wait_for("4/205")
        t.type("100")
        t.keys("Enter")
        t.wait_status("Hit 100 of 205")
        t.wait_for("97. Line of part 3.")
        t.press("n", until="Hit 101 of 205")
        t.keys("&")
        t.wait_for("101/205")
        t.keys("/")
        t.type("120.")
        t.wait_for("120. Line of part 3.", "1/1")
        t.press("Enter", until="Hit 123 of 205")


@case("The list of 50,000 hits opens at once, and can be filtered")
def large_hit_list(program):
    import time
    with scratch() as folder:
        book = large_book(folder, chapters=30)
        with Terminal(program, book) as t:
            t.wait_status(" of ", seconds=60)
            t.say("/the", "/the")
            t.press("Enter", until="Hit 1 of ")
            t.wait_until("never complete", lambda: "Hit 1 of 180000" == t.status(), seconds=60)
            start = time.monotonic()
            t.keys("&")
            t.wait_for("1/180000")
            seconds = time.monotonic() - start
            expect(seconds < 1, f"opened in {seconds:.2f} s")
            t.keys("G")
            t.wait_for("180000/180000", "100 %")
            t.keys("/")
            t.type("1499. tide")
            t.wait_for("90/90", seconds=60)
            t.keys("Escape", "Escape")
            t.wait_for("Hits", gone=True)


@case("* and # search the word at the cursor")
def word_search(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.keys("w", "w")
        t.press("*", until="Hit 2 of 7")
        t.press("n", until="Hit 3 of 7")
        t.press("g", until="2 of 10")
        t.keys("w", "w")
        t.press("#", until="Hit 7 of 7, from the other end")
        t.press("n", until="Hit 6 of 7")


@case("m a sets a mark, ' a and ` a go to it, '' goes back to before the jump")
def marks(program):
    with Terminal(program, KELL) as t:
        t.press("Space", until="3 of 10")
        t.keys("m", "a")
        t.wait_status("Mark a set")
        t.press("G", until="10 of 10")
        t.keys("'", "a")
        t.wait_page(3)
        t.keys("'", "'")
        t.wait_page(10)
        t.keys("`", "`")
        t.wait_page(3)
        t.press("g", until="2 of 10")
        t.keys("`", "a")
        t.wait_page(3)
        t.keys("'", "b")
        t.wait_status("No mark b")
        t.keys("m", "5")
        t.wait_status("A mark is a letter: m a")
        t.keys("L")
        t.wait_for("Bookmarks", "Mark a")


@case("Marks A to Z are of all books: they lead into another book, and are one")
def global_marks(program):
    with scratch() as folder, Terminal(program, KELL) as t:
        t.press("Space", until="3 of 10")
        t.keys("m", "K")
        t.wait_status("Mark K set")
        t.keys("q")
        t.wait_shell()
        t.run(numbered(folder))
        t.wait_for("Part 1")
        t.press("Space", until="2 of")
        t.keys("'", "K")
        t.wait_status("Oil and Wick", "3 of 10")
        t.keys("'", "Z")
        t.wait_status("No mark Z")
        t.press("G", until="10 of 10")
        t.keys("R")
        t.wait_for("Recent books", "A Book of Numbers")
        t.keys("j", "Enter")
        t.wait_status("2 of", "Part 1")
        t.keys("m", "K")
        t.wait_status("Mark K set")
        t.press("G", until="100 %")
        t.keys("'", "K")
        t.wait_status("2 of", "Part 1")
        os.remove(os.path.join(folder, "numbered.epub"))
        t.keys("R")
        t.wait_for("Lights of Kell")
        t.keys("j", "Enter")
        t.wait_page(10)
        t.keys("'", "K")
        t.wait_status("no such file")
        t.press("b", until="9 of 10")


@case("B sets a bookmark and takes it away; L lists bookmarks, Enter goes there, Delete removes")
def bookmarks(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.press("L", until="No bookmarks or notes yet")
        for page in (3, 5):
            t.type(f"{page}G")
            t.wait_page(page)
            t.press("B", until="Bookmark kept")
        t.press("g", until="2 of 10")
        t.keys("L")
        t.wait_for("Bookmarks and notes", "Bookmark: counted the steps", "Les heures claires")
        t.keys("j", "Enter")
        t.wait_page(5)
        t.press("B", until="Bookmark removed")
        for page in (4, 6, 8):
            t.type(f"{page}G")
            t.wait_page(page)
            t.press("B", until="Bookmark kept")
        t.keys("L")
        t.wait_for("Bookmarks and notes  4/4  x removes", "counted the steps")
        t.keys("k", "k", "x")
        t.wait_status("Removed")
        t.wait_for("2/3")
        t.keys("g", "DC", "DC", "x")
        t.wait_for("Bookmarks and notes", gone=True)
        t.wait_status("Removed")
        t.sync()
        t.press("L", until="No bookmarks or notes yet")
        expect_equal(t.command("notes", KELL), "")


@case("C-o and M-Left go back, M-Right on again")
def back_and_forward(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.press("C-o", until="No place to go back to")
        for page in (4, 6, 8):
            t.type(f"{page}G")
            t.wait_page(page)
        t.press("M-Left", until="6 of 10")
        t.press("C-o", until="4 of 10")
        t.press("M-Right", until="6 of 10")
        t.press("M-Right", until="8 of 10")
        t.press("M-Right", until="No place to go on to")
        t.type("3")
        t.press("C-o", until="2 of 10")


@case("R opens another book of those read, at its place; one that is gone leaves this one open")
def recent(program):
    with scratch() as folder:
        book = numbered(folder)
        with Terminal(program, book) as t:
            t.press("Space", "Space", until="3 of")
            t.keys("q")
            t.wait_shell()
            t.run(KELL)
            t.wait_status("of 10")
            t.keys("R")
            t.wait_for("Recent books", "The Lights of Kell", "A Book of Numbers")
            t.keys("j", "Enter")
            t.wait_status("Part 2", "3 of")
            t.keys("R")
            t.wait_for("Recent books")
            t.keys("j", "Enter")
            t.wait_status("of 10")
            os.remove(book)
            t.press("Space", until="3 of 10")
            t.say("/lamp", "/lamp")
            t.press("Enter", until="Hit")
            t.keys("R")
            t.wait_for("Recent books")
            t.keys("j", "Enter")
            t.wait_status("no such file")
            t.press("n", until="Hit")


@case("F1 shows keys and commands and can be searched; M shows what the book says of itself")
def help_and_information(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.keys("F1")
        t.wait_for("Keys", "Moving", "half a page down")
        t.keys("/")
        t.type("bookmark")
        t.wait_for("set a bookmark here")
        t.keys("Enter", "n")
        t.keys("G")
        t.wait_for("words parted at line ends")
        t.keys("Escape")
        t.keys("q")
        t.wait_for("Keys", gone=True)
        t.keys("M")
        t.wait_for("About this book", "The epub-read authors", "Print pages")
        t.keys("Escape")
        t.wait_for("About this book", gone=True)


@case("C-l draws the screen anew")
def redraw(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        before = t.screen()
        with open(f"/proc/{t.pid()}/fd/1", "w", encoding="ascii") as terminal:
            terminal.write("\x1b[5;5HGARBAGE")
        t.wait_for("GARBAGE")
        t.keys("C-l")
        t.wait_for("GARBAGE", gone=True)
        expect_equal(t.screen(), before)


@case("C-z suspends, and fg brings the reader back with its screen; also in a prompt")
def suspend(program):
    with Terminal(program, KELL) as t:
        t.press("Space", until="3 of 10")
        before = t.screen()
        for prepare in [[], ["/"]]:
            if prepare:
                t.keys(*prepare)
                t.wait_until("a prompt", lambda: t.status() == "/")
            t.keys("C-z")
            t.wait_until("the shell is back", lambda: not t.is_alternate())
            t.wait_for("Stopped")
            t.say("echo $((6*7)) ", "shell$ echo $((6*7))")
            t.keys("Enter")
            t.wait_for("\n42")
            t.type("clear; fg")
            t.keys("Enter")
            t.wait_until("the reader is back", t.is_alternate)
            if prepare:
                t.wait_until("the prompt is still there", lambda: t.status() == "/")
                t.keys("Escape")
            t.wait_until("the same screen", lambda: t.screen() == before)
        t.keys("C-z")
        t.wait_for("Stopped")
        t.resize(100, 30)
        t.type("fg")
        t.keys("Enter")
        t.wait_until("the new size", lambda: t.is_alternate() and "of 8" in t.status())
        t.keys("q")
        t.wait_shell()


@case("C-c and Escape close what is open and never quit; q closes a panel, else it quits")
def never_quits(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for opened, seen in [("t", "Contents"), ("F1", "Keys"), (":", "\n:"), ("/", "\n/"), ("M", "About")]:
            for closed in ["C-c", "Escape"]:
                t.keys(opened)
                t.wait_for(seen)
                t.keys(closed)
                t.wait_for(seen, gone=True)
        for key in ["C-c", "Escape", "C-c", "Escape", "Escape"]:
            t.keys(key)
        t.press("Space", until="3 of 10")
        for opened, seen in [("t", "Contents"), ("F1", "Keys"), ("M", "About")]:
            t.keys(opened)
            t.wait_for(seen)
            t.keys("q")
            t.wait_for(seen, gone=True)
        t.keys("q")
        t.wait_shell()


@case("Keys are bound anew in config.json, where a conflict is refused with its line")
def rebinding(program):
    config = """{
  keys: {
    "C-x C-c": "quit",
    Space: "next-chapter",
    n: null,
    "g g": "start",
    "g": "end",
    F5: "highlight 2",
    z: "no-such-action",
  },
}"""
    with Terminal(program, config=config) as t:
        t.run(KELL)
        t.wait_status("of 10")
        t.press("Space", until="Oil and Wick")
        t.keys("n")
        t.press("G", until="10 of 10")
        t.keys("g", "g")
        t.wait_page(2)
        t.keys("w", "F5")
        t.wait_status("Highlight kept")
        t.keys("C-x")
        t.wait_status("C-x")
        t.keys("C-c")
        t.wait_shell()
        t.wait_for("line 7", "g begins g g", "line 9", "no such action")
        t.command("keys", status=0)


@case("The presets epy and vim are there")
def presets(program):
    with Terminal(program, KELL, config='{preset: "vim"}') as t:
        t.wait_status("2 of 10")
        t.keys("]", "]")
        t.wait_status("Oil and Wick")
        t.press("G", until="10 of 10")
        t.keys("g", "g")
        t.wait_page(2)
        t.keys("Z", "Z")
        t.wait_shell()
    with Terminal(program, KELL, config='{preset: "epy"}') as t:
        t.wait_status("2 of 10")
        t.press("L", until="Oil and Wick")
        t.press("H", until="The Lamp")
        t.keys("Tab")
        t.wait_for("Contents")
        t.keys("q", "q")
        t.wait_shell()


@case("+ - = change the width, and the place stays")
def widths(program):
    with Terminal(program, KELL, columns=120) as t:
        t.wait_status("2 of 10")
        t.press("+", until="Lines of at most 74 cells")
        t.type("5-")
        t.wait_status("Lines of at most 64 cells")
        wanted = printed(program, KELL, 2, "120x24", "--width", "64")
        expect_equal(body(t.body()), indented(wanted, 28))
        t.type("50=")
        t.wait_status("Lines of at most 50 cells")
        t.press("=", until="Lines of at most 72 cells")
        expect_equal(body(t.body()), indented(printed(program, KELL, 2, "120x24"), 24))
        t.type("99-")
        t.wait_status("Lines of at most 20 cells")
        t.type("99+")
        t.wait_status("Lines of at most 120 cells")
