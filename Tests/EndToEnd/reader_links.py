"""Links, notes and the mouse."""

import base64
import os
import re

from books import paragraphs, scratch, write_book
from pseudo import Pseudo
from reader_pages import body, printed
from tmux import KELL, Terminal
from trial import case, expect, expect_equal


@case("Tab and F lay hints over the links in view; a letter, or Enter, follows one")
def hints(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "links.epub"), [
            ("One", "<p>First <a href='c2.xhtml#deep'>deep link</a>, then <a href='c3.xhtml'>three</a> and "
                    "<a href='nowhere.xhtml'>nowhere</a>.</p>"),
            ("Two", paragraphs(60) + "<p id='deep'>The deep place.</p>" + paragraphs(60)),
            ("Three", "<p>The third. <a href='c1.xhtml'>Home</a></p>")])
        with Terminal(program, book) as t:
            t.wait_status("One", "1 of")
            before = t.screen()
            for key in ["Tab", "F"]:
                t.keys(key)
                t.wait_for("First aeep link, then shree and dowhere.")
                t.keys("Escape")
                t.wait_until("the links are back", lambda: t.screen() == before)
            t.keys("Tab", "a")
            t.wait_for("The deep place.")
            t.press("C-o", until="1 of")
            t.keys("Tab", "Tab", "Enter")
            t.wait_for("The third.")
            t.keys("Tab", "Enter")
            t.wait_for("First deep link")
            t.keys("F", "d")
            t.wait_status("The link leads nowhere: nowhere.xhtml")
            t.press("M-Left", until="Three")
            t.press("g", until="One")
            t.press("C-o", until="Three")
            t.press("]", until="No chapter")
            t.keys("Tab", "BSpace")
            t.wait_for("The third. Home")


@case("A note opens at the foot of the page, which stays; Escape closes it, Enter goes there")
def notes(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        page = body(t.body())
        t.keys("Tab", "a")
        screen = t.wait_for("Note", "The harbour’s accounts for 1840 list “ears, one pair” at six", "quarter.")
        lines = screen.split("\n")
        expect_equal(lines[0:20], page[0:20], "the page above")
        expect("2 of 10" in t.status(), "the status line", t.status())
        t.keys("Escape")
        t.wait_until("the page is whole again", lambda: body(t.body()) == page)
        t.press("C-o", until="No place to go back to")
        t.keys("Tab", "a")
        t.wait_for("Note")
        t.keys("Enter")
        t.wait_status("10 of 10", "Notes")
        t.press("C-o", until="2 of 10")
    with scratch() as folder:
        long = "".join(f"<p>Sentence {n} of a long note.</p>" for n in range(60))
        book = write_book(os.path.join(folder, "long.epub"), [
            ("One", "<p>Text<a epub:type='noteref' href='#n'>1</a> goes on.</p>"
                    f"<aside epub:type='footnote' id='n'>{long}</aside>")])
        with Terminal(program, book) as t:
            t.wait_for("Text")
            t.keys("Tab", "a")
            t.wait_for("Text", "Sentence 0 of")
            t.keys("G")
            t.wait_for("Text", "Sentence 59 of")
            t.keys("q")
            t.wait_for("Sentence 59 of", gone=True)


@case("Links out of the book are hyperlinks of the terminal and are copied, never opened")
def external_links(program):
    with Pseudo(program, "--page", "10", KELL) as p:
        p.wait_for("of 10")
        expect(re.search(rb"\x1b\]8;(id=\w+)?;https://example.org/kell\x1b\\", p.output), "OSC 8", p.output)
        p.send("\t")
        p.wait_quiet()
        # The letters of the four links are a, s, d, f; the third is the one out of the book.
        p.send("d")
        p.wait_for("Copied, it leads out of the book: https://example.org/kell")
        expect_equal(clipboard(p), "https://example.org/kell")
        p.send("q")
        p.wait_end()
        expect_equal(p.output.count(b"\x1b]8;;\x1b\\") > 0, True, "hyperlinks end")
    with Pseudo(program, "--page", "2", KELL) as p:
        p.wait_for("of 10")
        expect(b"\x1b]8;id" not in p.output and b"\x1b]8;;h" not in p.output, "links inside are none")
    with Pseudo(program, "--plain", "--page", "10", KELL) as p:
        p.wait_for("of 10")
        expect(b"\x1b]8" not in p.output, "--plain has none")


def clipboard(p):
    """What was put into the clipboard last."""
    found = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)(?:\x07|\x1b\\)", p.output)
    expect(found, "nothing was copied", p.output[-500:])
    return base64.b64decode(found[-1]).decode()


def place(program, page, text, book=KELL):
    """Column and row, from 1, of a text on a page in 80x24."""
    for row, line in enumerate(printed(program, book, page), 1):
        if text in line:
            return 4 + line.index(text) + 1, row
    raise AssertionError(text)


def click(p, column, row):
    p.send(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")


@case("The mouse is left to the terminal unless it is asked for; then wheel and clicks work")
def mouse(program):
    with Pseudo(program, KELL) as p:
        p.wait_for("of 10")
        expect(b"\x1b[?1000h" not in p.output and b"\x1b[?1002h" not in p.output, "not asked for")
    for options, config in [(["--mouse"], None), ([], "{mouse: true}")]:
        with scratch() as home:
            if config:
                os.makedirs(os.path.join(home, "config", "epub-read"))
                with open(os.path.join(home, "config", "epub-read", "config.json"), "w") as file:
                    file.write(config)
            with Pseudo(program, *options, KELL, home=home) as p:
                p.wait_for("of 10", "\x1b[?1000h", "\x1b[?1006h")
                p.send("\x1b[<65;10;10M")
                p.wait_for("counted the steps aloud")
                p.send("\x1b[<64;10;10M")
                p.wait_quiet()
                click(p, *place(program, 2, "harbour"))
                p.wait_for("Saved: harbour")
                since = len(p.output)
                click(p, *place(program, 2, "¹"))
                p.wait_for("accounts for 1840", since=since)
                since = len(p.output)
                click(p, 10, 5)
                p.wait_for("before the tower was finished", since=since)
                since = len(p.output)
                p.send("t")
                p.wait_for("Contents", since=since)
                p.wait_quiet()
                click(p, 12, 19)
                p.wait_for("La deuxième gardienne", since=since)
                p.send("q")
                p.wait_end()
                expect(b"\x1b[?1000l" in p.output, "given back")
