"""What is seen: the page, its status line, two pages, themes, colours, and how little is written."""

import os
import re
import subprocess
import time

from books import paragraphs, scratch, write_book
from pseudo import Pseudo
from tmux import KELL, Failed, Terminal
from trial import case, expect, expect_equal


def printed(program, book, page, size="80x24", *options):
    """The lines that are printed for a page."""
    done = subprocess.run(
        [program, "--no-state", "--no-config", "--print", "--page", str(page), "--size", size,
         *options, book], capture_output=True, text=True, check=True,
        env={"HOME": "/nonexistent", "PATH": ""})
    return done.stdout.rstrip("\n").split("\n")


def body(screen_lines):
    """Lines without blanks at their ends and without blank lines at the end."""
    lines = [line.rstrip() for line in screen_lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def indented(lines, cells):
    return body([" " * cells + line for line in lines])


@case("The page is centred above one status line: chapter, page of pages, percent, print page")
def status_line(program):
    with Terminal(program, KELL, columns=120, rows=24) as t:
        t.wait_status("of 10")
        expect_equal(body(t.body()), indented(printed(program, KELL, 2, "120x24"), 24))
        expect(re.fullmatch(r"The Lamp +2 of 10 · 17 %", t.status()), "status", t.status())
        t.press("Space", until="3 of 10")
        expect(re.fullmatch(r"Oil and Wick +3 of 10 · 36 % · print 1", t.status()), "status",
               t.status())
        t.press("G", until="10 of 10")
        expect("100 %" in t.status(), "the last page says 100 %", t.status())


@case("The page that is shown is the page that is printed")
def shown_is_printed(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for page in range(2, 11):
            t.wait_page(page)
            expect_equal(body(t.body()), indented(printed(program, KELL, page), 4), f"page {page}")
            t.keys("Space")
        t.type("1G")
        t.wait_page(1)
        expect_equal(body(t.body()), indented(printed(program, KELL, 1), 4), "page 1")
    for columns, rows in [(47, 11), (100, 40), (20, 5)]:
        with Terminal(program, "--page", "4", KELL, columns=columns, rows=rows) as t:
            t.wait_for("4 of")
            left = max(0, (columns - 72) // 2)
            expect_equal(body(t.body()),
                         indented(printed(program, KELL, 4, f"{columns}x{rows}"), left))


@case("The status line tells the minutes left in the chapter once pages were read")
def time_left(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "b.epub"), [("Only", paragraphs(40))])
        with Terminal(program, book, columns=50, rows=7) as t:
            t.wait_status("of")
            expect("left" not in t.status(), "it can't know yet", t.status())
            # Pages of some 180 letters: who turns faster than 80 letters a second has not read.
            for _ in range(2):
                time.sleep(3)
                t.keys("Space")
            t.wait_status("1 min left")


@case("While pages are counted the status line says so and how far; a page waited for comes")
def counting(program):
    with scratch() as folder:
        book = large_book(folder)
        with Pseudo(program, book) as p:
            p.wait_for("counting pages")
            p.send("G")
            p.wait_for("11280 of 11280")
            expect(re.search(rb"counting pages\D*\d+ %", p.output), "how far", p.output[-2000:])
        with Terminal(program, book) as t:
            t.wait_for("nobody wrote")
            t.type("2000G")
            t.wait_page(2000)
        with Terminal(program, book) as t:
            t.wait_for("nobody wrote")
            t.keys("t")
            t.wait_for("Contents", "Chapter 11", seconds=60)
            t.wait_for("Waiting", gone=True)


def large_book(folder, chapters=60):
    text = "<h1>{0}</h1>" + paragraphs(1500, "The tide came in and the tide went out over the long "
                                       "flat sand, and nobody wrote down which of them it was.")
    return write_book(os.path.join(folder, "large.epub"),
                      [(f"Chapter {n}", text.format(f"Chapter {n}")) for n in range(1, chapters + 1)])


@case("D sets two pages side by side where two measures and 4 cells fit, and says so where not")
def two_pages(program):
    with Terminal(program, KELL, columns=148) as t:
        t.wait_status("2 of 10")
        t.press("D", until="2 of 10")
        left, right = printed(program, KELL, 2), printed(program, KELL, 3)
        t.wait_for(right[-1])
        wanted = [f"{one:<76}{two}" for one, two in zip(left, right)]
        expect_equal(body(t.body()), body(wanted))
        t.press("Space", until="4 of 10")
        t.wait_for("LUX IN", "Les heures claires")
        t.press("b", until="2 of 10")
        t.resize(147, 24)
        t.wait_until("one page again", lambda: right[-1] not in t.screen())
        t.keys("D", "D")
        t.wait_for("Two pages need 148 columns; there are 147")
        t.resize(148, 24)
        t.wait_for(right[-1])
    with Terminal(program, "--two-pages", KELL, columns=150) as t:
        t.wait_for("The Lamp", printed(program, KELL, 3)[-1])
    with Terminal(program, KELL, columns=150, config="{twoPages: true}") as t:
        t.wait_for("The Lamp", printed(program, KELL, 3)[-1])
        t.press("G", until="100 %")
        t.press("b", until="7 of 10")


@case("Themes are put on by option, by configuration and by c; without colour c says so")
def themes(program):
    with Pseudo(program, "--theme", "dark", KELL, COLORTERM="truecolor") as p:
        p.wait_for("38;2;216;216;216", "48;2;18;18;18")
    with Pseudo(program, KELL, COLORTERM="truecolor") as p:
        p.wait_for("of 10")
        expect(b"48;2" not in p.output, "the terminal's own colours", p.output)
        for paper in ["48;2;255;255;255", "48;2;18;18;18", "48;2;244;236;216"]:
            since = len(p.output)
            p.send("c")
            p.wait_for(paper, since=since)
        since = len(p.output)
        p.send(":theme light\r")
        p.wait_for("48;2;255;255;255", since=since)
    with Terminal(program, KELL, NO_COLOR="1") as t:
        t.wait_status("of 10")
        t.press("c", until="Theme light, seen only in colour")


@case("Colours are the terminal's: true, 256, 16, or none with NO_COLOR, --color never and --plain")
def color_depths(program):
    def colors(*options, **variables):
        with Pseudo(program, "--theme", "sepia", *options, KELL, **variables) as p:
            p.wait_for("of 10")
            return {parameters for sequence in re.findall(rb"\x1b\[([0-9;]*)m", p.output)
                    for parameters in re.findall(rb"[34]8;[25]|(?<![0-9;])[39][0-7](?![0-9])|;[39][0-7](?![0-9;])",
                                                 sequence)}

    expect_equal(colors(COLORTERM="truecolor") & {b"38;2", b"38;5"}, {b"38;2"}, "true colour")
    expect_equal(colors(TERM="xterm-256color") & {b"38;2", b"38;5"}, {b"38;5"}, "256 colours")
    sixteen = colors(TERM="xterm")
    expect(sixteen and not sixteen & {b"38;2", b"38;5"}, "16 colours", sixteen)
    expect_equal(colors(COLORTERM="truecolor", NO_COLOR="1"), set(), "NO_COLOR")
    expect_equal(colors("--color", "never", COLORTERM="truecolor"), set(), "--color never")
    expect_equal(colors("--plain", COLORTERM="truecolor"), set(), "--plain")


MODERN = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}


@case("Only what changed is written, within synchronised updates where the terminal has them")
def synchronised(program):
    with Pseudo(program, KELL, answers=MODERN) as p:
        p.wait_for("of 10", "\x1b[?2026$p")
        p.wait_quiet()
        since = len(p.output)
        p.send(":")
        p.wait_quiet()
        written = p.output[since:]
        expect(written.startswith(b"\x1b[?2026h") and written.endswith(b"\x1b[?2026l"),
               "one update", written)
        expect(len(written) < 200, f"{len(written)} bytes for a prompt", written)
        since = len(p.output)
        p.send("\x03")
        p.wait_quiet()
        p.send("w")
        p.wait_quiet()
        expect(len(p.output) - since < 400, "a word cursor is a few bytes", p.output[since:])
        since = len(p.output)
        p.send("3")
        p.wait_quiet()
        p.send("\x1b")
        p.wait_quiet()
        since = len(p.output)
        p.send("\x0c")
        p.wait_quiet()
        expect(b"[2J" in p.output[since:] and b"Each keeper" in p.output[since:], "C-l writes all of it",
               p.output[since:])
    with Pseudo(program, KELL) as p:
        p.wait_for("of 10")
        p.send(" ")
        p.wait_for("36 %")
        expect(b"2026h" not in p.output, "no updates where nobody answered")


@case("A terminal that tells all keys apart (Kitty's protocol) is asked to, and left as it was")
def keyboard_protocol(program):
    answers = {**MODERN, b"\x1b[?u": b"\x1b[?0u"}
    with Pseudo(program, KELL, answers=answers) as p:
        p.wait_for("of 10", "\x1b[>1u")
        p.send("t")
        p.wait_for("Contents")
        since = len(p.output)
        p.send("\x1b[27u")
        p.wait_for("Each keeper", since=since)
        p.send("\x1b[102;5u")
        p.wait_for("36 %")
        p.send("\x1b[99;5u")
        p.wait_for("Cancelled")
        p.send("q")
        expect_equal(p.wait_end(), 0)
        expect(b"\x1b[<u" in p.output, "given back")


WIDE = ("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。ab", "日本語とEnglishの混在する行。",
        "e\u0301a\u0308o\u0302 combining marks n\u0303", "\U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f1e9\U0001f1ea flag \u2764\ufe0f heart",
        "한국어 텍스트도 있습니다", "नमस्ते दुनिया", "ภาษาไทย", "שלום עולם abc 123", "مرحبا بالعالم")


@case("No cell is left over when wide, combining and right-to-left text is scrolled and covered")
def no_left_over_cells(program):
    with scratch() as folder:
        body = "".join(f"<p>{n}: {WIDE[n % len(WIDE)] * (1 + n % 4)}</p>" for n in range(120))
        book = write_book(os.path.join(folder, "wide.epub"),
                          [(f"章 {n} 猫", body) for n in range(1, 4)])
        for columns, rows in [(80, 24), (41, 13)]:
            with Terminal(program, book, columns=columns, rows=rows) as t:
                t.wait_status("of")
                for keys in ["j", "j", "Space", "d", "k", "t", "Escape", "w", "w", "]", "F1",
                             "Escape", "u", "/"]:
                    t.keys(keys)
                t.type("猫")
                t.keys("Enter", "&", "j", "Escape", "n")
                t.wait_for("Hit")
                t.keys("Escape", "j")
                t.sync()
                seen = t.screen()
                t.keys("C-l")
                t.sync()
                expect_equal(t.screen().split("\n"), seen.split("\n"), "after drawing it anew")


@case("Right-to-left text is drawn in visual order, and the terminal told not to turn it again")
def visual_order(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "rtl.epub"), [("פרק", "<p dir='rtl'>שלום עולם 123.</p>")],
                          language="he")
        with Pseudo(program, book) as p:
            p.wait_for("of 1")
            expect(b"\x1b[8l" in p.output, "CSI 8 l is sent")
            expect(".123 םלוע םולש" in p.text(), "visual order", p.text())
            p.send("q")
            p.wait_end()
            expect(b"\x1b[8h" in p.output, "and undone")


@case("It reads down to 20x5, and below says that it is too small")
def smallest(program):
    with Terminal(program, KELL, columns=20, rows=5) as t:
        t.wait_for("The Lamp", "of")
        t.keys("Space")
        first = printed(program, KELL, 3, "20x5")[0]
        t.wait_until("the next page", lambda: t.body()[0] == first)
        for key, seen in [("t", "Contents"), ("F1", "Keys"), ("/", "/"), ("M", "About")]:
            t.keys(key)
            t.wait_for(seen)
            t.keys("Escape")
            t.wait_for(first)
        t.resize(19, 5)
        t.wait_for("Too", "small")
        t.resize(12, 4)
        t.wait_for("Too", "small")
        t.keys("t", "Escape")
        t.resize(20, 5)
        t.wait_until("the same page", lambda: t.body()[0] == first)
        t.keys("q")
        t.wait_shell()


@case("--size lays out for another size, no larger than the terminal")
def other_size(program):
    with Terminal(program, "--size", "60x12", "--page", "3", KELL) as t:
        t.wait_status("3 of")
        expect_equal(body(t.body()), indented(printed(program, KELL, 3, "60x12"), 10))
    with Terminal(program, "--size", "200x100", "--page", "2", KELL) as t:
        t.wait_status("2 of 10")
        expect_equal(body(t.body()), indented(printed(program, KELL, 2), 4))


@case("Resizing at any moment keeps the place: after storms of 50 sizes the page is the same")
def resizing(program):
    import random
    lot = random.Random(7)
    with Terminal(program, "--page", "3", KELL) as t:
        t.wait_status("3 of 10")
        for key in ["", "j"]:
            if key:
                t.keys(key)
                t.sync()
            before = body(t.body())
            for _ in range(50):
                t.resize(lot.randint(8, 200), lot.randint(3, 60))
            t.resize(80, 24)
            try:
                t.wait_until("the same page", lambda: body(t.body()) == before, seconds=5)
            except Failed:
                expect_equal(body(t.body()), before, "after the storm")
        t.keys("t")
        t.wait_for("Contents")
        for _ in range(20):
            t.resize(lot.randint(8, 200), lot.randint(3, 60))
        t.resize(80, 24)
        t.wait_for("Contents", "The Last Entry")
        t.keys("Escape", "k")
        t.wait_status("3 of 10")
