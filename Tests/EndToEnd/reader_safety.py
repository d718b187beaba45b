"""Hostile books, places that are no terminals, books from standard input, and --plain."""

import os
import random
import re
import subprocess
import time

from books import paragraphs, scratch, write_book
from pseudo import Pseudo
from reader_pages import printed
from tmux import KELL, Terminal
from trial import case, expect, expect_equal

# Only what the reader itself writes: positions, looks, modes, questions, its own strings.
KNOWN = re.compile(
    rb"\x1b\[[0-9;]*[HGKJm]|\x1b\[\??[0-9;]+[hl]|\x1b\[[0-9;?>$]*[cqpu]|\x1b\[16t|\x1b\[<u|\x1b\[>1u"
    rb"|\x1b\]8;(?:id=\w+)?;(?:(?:https?|mailto|ftp|tel):[\x21-\x7e]*)?\x1b\\|\x1b\]52;c;[A-Za-z0-9+/=]*(?:\x07|\x1b\\)"
    rb"|\x1b\]1[01];\?\x1b\\|\x1b\\|\x1b\[2[23];0t")
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def expect_clean(output, what):
    rest = KNOWN.sub(b"", output)
    text = rest.decode("utf-8")  # no half characters
    controls = {character for character in text
                if ord(character) < 0x20 and character not in "\r\n" or 0x7F <= ord(character) < 0xA0}
    expect(not controls, f"{what}: controls {controls}", rest[-500:])
    expect(not set(text) & set(BIDI), f"{what}: bidirectional controls", rest[-500:])


EVIL = "E\u009b31mV\u202eI\u2066L\u0085\u2028x\u200f"
# No XML holds an escape itself; what is not well-formed is read by HTML's rules.
ESCAPE = "\x1b]0;owned\x07\x1b[31mred\x9b2J"


@case("Nothing of a book reaches the terminal as a control: text, titles, chapters, links, file names")
def hostile(program):
    with scratch() as folder:
        name = "evil\x1b[31m\n\r\x07\u202e.epub"
        book = write_book(
            os.path.join(folder, name),
            [(f"{EVIL} chapter {ESCAPE}",
              f"<h1>{EVIL}{ESCAPE}</h1><p>Text {ESCAPE} {EVIL} &#x1b;[2J &#155;5n "
              f"<a href='https://x.example/&#x202e;{EVIL} \u009d8;;evil'>out</a> "
              f"<a href='nowhere{EVIL}.xhtml'>in</a> "
              f"<a epub:type='noteref' href='#n'>1</a> word{EVIL}word</p>"
              f"<p id='n'>Note {ESCAPE}{EVIL}</p><p><img src='x.png' alt='{EVIL}'/></p>"),
             (f"Two {EVIL}", f"<p>{EVIL}</p>")],
            title=f"Title {EVIL}", author=f"Author {EVIL}")
        for options in [[], ["--plain"], ["--mouse"]]:
            with scratch() as home, Pseudo(program, *options, book, home=home,
                                                              COLORTERM="truecolor") as p:
                p.wait_for(" of ")
                for keys in ["t", "\x1b", "M", "\x1b", "\ta", "\x1b", "\ts", "\x1b", "\td", "\x1b", "/e\r", "&",
                             "\x1b", "\x1b", "wwww\r", "x", "VY", "y", "X", "\x1b", "wvwwH1", "L", "\x1b", "R", "\r",
                             "aNote\r", "L", "\r", ":toc\r", "\x1b", ":" + "\x9b31m\r", "K", "\x1b", "]", "mA", "'A",
                             "\x1b[200~\x1b]0;pasted\x07\x1b[201~", "o"]:
                    p.send(keys)
                    p.wait_quiet(0.1)
                p.send("\x1b")
                p.wait_quiet(0.1)
                p.send("q")
                p.wait_end()
                expect_clean(p.output, options)
                expect("V" in p.text() and "owned" not in p.text()[:0], "something is seen")
                with Terminal(program, home=home) as t:
                    for command in [["recent"], ["words"], ["notes", book], ["toc", book], ["info", book]]:
                        expect("\x1b" not in t.command(*command), command)
        with Pseudo(program, os.path.join(folder, "missing" + name)) as p:
            expect_equal(p.wait_end(), 66)
            # Here the terminal sets the direction; what the name opens is closed behind it.
            before = p.output.decode().split(": no such file")[0]
            expect_equal(before.count("\u202e"), before.count("\u202c"))
            expect_clean(re.sub("[\u202e\u202c]", "", p.output.decode()).encode(), "the error")
            expect_equal(p.output.count(b"\n"), 1)


@case("Where there is no terminal, with TERM=dumb and without TERM, it prints")
def prints(program):
    wanted = printed(program, KELL, 3)
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    done = subprocess.run([program, "--no-state", "--page", "3", KELL], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, env=environment)
    expect_equal(done.stdout.rstrip("\n").split("\n"), wanted)
    for term in ["dumb", None, "unknown"]:
        with Pseudo(program, "--page", "3", KELL, TERM=term) as p:
            expect_equal(p.wait_end(), 0, f"TERM={term}")
            expect(b"\x1b[?1049h" not in p.output, "no screen", p.output)
            expect(wanted[3].strip() in p.text(), "the page", p.output)
    for option in [["--print"], ["--json"], ["--page", "3-4"]]:
        with Pseudo(program, *option, KELL) as p:
            expect_equal(p.wait_end(), 0, option)
            expect(b"\x1b[?1049h" not in p.output, option)
    with Pseudo(program, "--page", "3", KELL, stdout=subprocess.DEVNULL) as p:
        expect_equal(p.wait_end(), 0, "output elsewhere")


@case("A book from standard input is read with keys of the controlling terminal")
def standard_input(program):
    with open(KELL, "rb") as book, Pseudo(program, "-", stdin=book) as p:
        p.wait_for("of 10")
        p.send(" ")
        p.wait_for("36 %")
        p.send("q")
        expect_equal(p.wait_end(), 0)
        expect(p.modes_are_back(), "modes")
    with Terminal(program) as t:
        t.type(f"{program} - < {KELL}")
        t.keys("Enter")
        t.wait_status("2 of 10")
        t.press("Space", until="3 of 10")
        t.press("B", until="Bookmark kept")
        t.keys("q")
        t.wait_shell()
        t.type(f"cat {KELL} | {program} -")
        t.keys("Enter")
        t.wait_status("3 of 10")
        t.keys("q")
        t.wait_shell()
        t.run()
        t.wait_for("epub-read:")


@case("Standard input elsewhere does not keep it from reading keys")
def other_input(program):
    with Pseudo(program, KELL, stdin=subprocess.DEVNULL) as p:
        p.wait_for("of 10")
        p.send(" ")
        p.wait_for("36 %")
        p.send("q")
        expect_equal(p.wait_end(), 0)


DRAWING = re.compile("[\u2500-\u27bf\u2190-\u21ff\u2022\u25e6]")


@case("--plain draws no characters but the book's, no colours, and the cursor is on what is at hand")
def plain(program):
    with Terminal(program, "--plain", KELL) as t:
        t.wait_status("2 of 10, 17 %")
        t.wait_until("the cursor is shown", lambda: t.cursor()[2])
        expect_equal(t.cursor()[:2], (36, 0))
        for column, row in [(36, 0), (40, 0), (4, 3), (8, 3)]:
            t.keys("w")
            t.wait_until(f"on a word, {column} {row}", lambda: t.cursor() == (column, row, True))
        t.keys("Escape", "t")
        screen = t.wait_for("Contents")
        panel = screen[screen.index("Contents"):]
        expect(not DRAWING.search(panel), "no drawing characters", panel)
        expect(re.search(r"^> \* +The Lamp", panel, re.M), "the entry at hand", panel)
        lines = t.lines()
        t.wait_until("the cursor is on it", lambda: lines[t.cursor()[1]].startswith(">"))
        t.keys("j")
        t.wait_until("it moves", lambda: t.lines()[t.cursor()[1]].startswith(">")
                     and "Oil" in t.lines()[t.cursor()[1]])
        t.keys("Escape")
        t.say("/prisms", "/prisms")
        t.wait_until("the cursor is in the line", lambda: t.cursor() == (7, 23, True))
        t.press("Enter", until="Hit 1 of 1")
        row = next(row for row, line in enumerate(t.lines()) if "prisms" in line)
        t.wait_until("on the hit", lambda: t.cursor() == (t.lines()[row].index("prisms"), row, True))
        t.press("g", until="2 of 10")
        t.keys("Tab")
        t.wait_for("[a]")
        expect(not any(looks & {"ink", "paper"} for _, row in t.looks() for looks in row), "no colour")
        t.keys("Escape")
        t.press("G", until="10 of 10")
        t.keys("F1")
        screen = t.wait_for("Keys")
        expect(not DRAWING.search(screen[screen.index("Keys"):]), "no drawing characters", screen)
    with Terminal(program, KELL, config="{plain: true}") as t:
        t.wait_status("2 of 10, 17 %")


@case("--plain puts the cursor on the right cell also behind wide and accented letters")
def plain_cells(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "b.epub"), [("One", "<p>猫が e\u0301te\u0301 übermorgen kam</p>")])
        with Terminal(program, "--plain", book) as t:
            t.wait_status("1 of 1")
            for column in (4, 6, 9, 13, 24):
                t.keys("w")
                t.wait_until(f"column {column}", lambda: t.cursor() == (column, 0, True))


KEYS = [" ", "b", "j", "k", "d", "u", "}", "{", "]", "[", "g", "G", "t", "/", "?", "n", "N", "&", "*", "#", "m", "a", "'", "`",
        "B", "L", "\x0f", "\x1b[1;3D", "\x1b[1;3C", "w", "e", "W", "\r", "x", "X", "v", "V", "y", "Y", "H", "1", "2", "9",
        "0", "+", "-", "=", "c", "D", "M", "R", "\x1bOP", "\x0c", "\x03", "\x1b", "\t", "F", ":", "%", "\x7f", "\x1b[A",
        "\x1b[B", "\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1b[Z", "\x1b[200~pasted\ntext\x1b[201~", "é", "猫",
        "\x1b[<0;20;5M\x1b[<0;20;5m", "\x1b[<64;1;1M", "\x1b[<65;9;9M", "toc\r", "theme sepia\r", "hl the\r",
        "set width 40\r", "\x1b[", "\x9b\xff"]


@case("Whatever keys come at whatever size, it goes on, and quits when it is asked to")
def random_keys(program):
    for seed, options in enumerate([["--mouse"], ["--mouse", "--plain"], ["--mouse", "--two-pages"]]):
        lot = random.Random(seed)
        with Pseudo(program, *options, KELL) as p:
            p.wait_for("of 10")
            for _ in range(900):
                if lot.random() < 0.03:
                    p.resize(lot.randint(5, 160), lot.randint(2, 60))
                p.send(lot.choice(KEYS))
                p.read_on()
                expect(p.process.poll() is None, f"it ended, seed {seed}", p.output[-500:])
            p.resize(80, 24)
            for _ in range(8):
                p.wait_quiet(0.05)
                p.send("\x1b")
            for _ in range(5):
                p.wait_quiet(0.1)
                if p.process.poll() is None:
                    p.send("q")
            expect_equal(p.wait_end(), 0, f"seed {seed}")
            expect(p.modes_are_back(), "modes")


@case("Quitting does not wait until a book of many megabytes is counted")
def quits_at_once(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "giant.epub"), [("One", "<p>One.</p>"), ("Giant", paragraphs(250_000))])
        with Pseudo(program, book, TERM="vt100") as p:
            p.wait_for("One.")
            start = time.monotonic()
            p.send("q")
            expect_equal(p.wait_end(), 0)
            expect(time.monotonic() - start < 0.5, f"{time.monotonic() - start:.2f} s")
