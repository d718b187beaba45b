"""The word cursor, words, selecting, copying, highlights and notes."""

import json
import os

from books import scratch, write_book
from pseudo import Pseudo
from reader_links import clipboard
from tmux import KELL, Terminal
from trial import case, expect, expect_equal

SENTENCE = "The first keeper of Kell could not see the sea."


def under_cursor(t):
    """The word that the word cursor stands on."""
    found = t.parts("reverse", "underline")
    return found[0].strip() if found else ""


def go_to_word(t, word, key="w"):
    for _ in range(60):
        t.keys(key)
        t.sync()
        if under_cursor(t) == word:
            return
    expect(False, f"the cursor never comes to {word}", t.screen())


@case("w, e and W move a cursor over whole words, on over the page's edge, with counts")
def word_cursor(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for word in ["The", "Lamp", "The", "first"]:
            t.keys("w")
            t.wait_until(word, lambda: under_cursor(t) == word)
        t.keys("e")
        t.wait_until("keeper", lambda: under_cursor(t) == "keeper")
        t.keys("W")
        t.wait_until("first", lambda: under_cursor(t) == "first")
        t.type("3w")
        t.wait_until("Kell", lambda: under_cursor(t) == "Kell")
        t.keys("Escape")
        t.wait_until("no cursor", lambda: under_cursor(t) == "")
        t.keys("W")
        t.wait_until("the last word", lambda: under_cursor(t) == "keeper")
        t.keys("w")
        t.wait_page(3)
        t.wait_until("the first of the next page", lambda: under_cursor(t) == "counted")
        t.keys("W")
        t.wait_page(2)
        t.wait_until("the last of the page before", lambda: under_cursor(t) == "keeper")
        t.type("9999999w")
        t.wait_status("This is the last word")
        t.type("9999999W")
        t.wait_status("This is the first word")
        t.press("Escape", until="2 of 10")


@case("Enter saves the word at the cursor with its sentence, its book and its place")
def saving(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        go_to_word(t, "keeper")
        t.press("Enter", until="Saved: keeper")
        words = [json.loads(line) for line in t.command("words", "--json").splitlines()]
        expect_equal(len(words), 1)
        expect_equal((words[0]["word"], words[0]["sentence"]), ("keeper", SENTENCE), words)
        expect("The Lights of Kell" in json.dumps(words) and "epubcfi(/6/4" in json.dumps(words),
               "book and place", words)


@case("x marks the word everywhere and stops marking it; X lists words, x there forgets one")
def marking(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.press("x", until="Choose a word first (w)")
        go_to_word(t, "Kell")
        t.press("x", until="Marked: Kell")
        t.keys("Escape")
        t.press("G", until="10 of 10")
        t.type("6G")
        t.wait_page(6)
        t.wait_until("marked on another page", lambda: t.is_marked("Kell"))
        t.press("g", until="2 of 10")
        go_to_word(t, "Kell")
        t.press("x", until="No longer marked: Kell")
        t.keys("Escape")
        t.wait_until("no longer marked", lambda: not t.is_marked("Kell"))
        go_to_word(t, "sea", "w")
        t.press("Enter", until="Saved: sea")
        t.wait_until("saved words are marked", lambda: t.is_marked("sea"))
        t.press("x", until="sea stays marked: it is saved")
        t.keys("Escape", "X")
        t.wait_for("Words", "sea", SENTENCE)
        t.keys("x")
        t.wait_status("Forgotten: sea")
        t.keys("X")
        t.wait_status("No words yet")
        expect_equal(t.command("words"), "")


@case("K looks the word up with the program of the configuration, never through a shell")
def looking_up(program):
    with scratch() as folder:
        script = os.path.join(folder, "dictionary")
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nprintf 'You asked: <%s> <%s>\\n\\033[31mred\\033[0m\\n' \"$@\"\n")
        os.chmod(script, 0o755)
        with Terminal(program, KELL, config=json.dumps({"lookUp": [script, "-x", "{word}"]})) as t:
            t.wait_status("2 of 10")
            go_to_word(t, "keeper")
            t.keys("K")
            t.wait_for("keeper", "You asked: <-x> <keeper>")
            t.keys("Escape")
            t.wait_for("You asked", gone=True)
        with Terminal(program, KELL, config='{lookUp: ["/no/such/program"]}') as t:
            t.wait_status("2 of 10")
            t.keys("w", "K")
            t.wait_status("No dictionary: /no/such/program is not installed")
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 1\n")
        with Terminal(program, KELL, config=json.dumps({"lookUp": [script]})) as t:
            t.wait_status("2 of 10")
            t.keys("w", "w")
            t.press("K", until="Nothing found for Lamp")


@case("v selects and y copies; V selects sentences; Y copies with author, title, chapter, print page")
def copying(program):
    with Pseudo(program, "--page", "3", KELL) as p:
        p.wait_for("of 10")
        p.send("y")
        p.wait_for("Select something first (v)")
        p.send("wvwwwwy")
        p.wait_for("Copied")
        expect_equal(clipboard(p), "counted the steps aloud on")
        p.wait_quiet()
        p.send("\x1b")
        p.wait_quiet()
        p.send("wwwWV")
        p.wait_quiet()
        p.send("y")
        p.wait_quiet()
        expect_equal(clipboard(p), "Each keeper counted the steps aloud on his first day.")
        p.send("VVY")
        p.wait_quiet()
        expect_equal(clipboard(p), "Each keeper counted the steps aloud on his first day. None of them ever "
                     "arrived at the same number, and the ledger holds four different answers, all of them "
                     "underlined.\n\n— The epub-read authors, The Lights of Kell, Oil and Wick, p. 1")
        p.send("wvww\x1b")
        p.wait_quiet()
        since = len(p.output)
        p.send("wy")
        p.wait_quiet()
        expect(b"Select something" not in p.output[since:], "the word cursor is left", p.output[since:])
        expect(" " not in clipboard(p), "Escape ends selecting", clipboard(p))


@case("A selection goes on over line and page ends, and stays while pages are turned")
def long_selection(program):
    with Pseudo(program, "--page", "2", KELL) as p:
        p.wait_for("of 10")
        p.send("Wv")
        p.wait_quiet()
        p.send("w")
        p.wait_for("the steps aloud")
        p.send("wy")
        p.wait_for("Copied")
        expect_equal(clipboard(p), "keeper counted the")
        p.send("gwv ")
        p.wait_quiet()
        p.send("y")
        p.wait_quiet()
        expect_equal(clipboard(p), "The")


@case("H with 1 to 6 highlights, a writes a note on it; both are listed, and there again next time")
def highlights_and_notes(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        t.keys("w", "w", "w", "v", "w", "w")
        t.keys("H", "3")
        t.wait_status("Highlight kept")
        t.keys("Escape")
        go_to_word(t, "sea")
        t.keys("H", "9")
        t.wait_status("Highlight with 1 to 6")
        t.keys("v")
        t.say("aVast and dark", "Note: Vast and dark")
        t.press("Enter", until="Note kept")
        t.keys("Escape")
        t.press("Space", until="3 of 10")
        t.say("aOn the page", "Note: On the page")
        t.press("Enter", until="Note kept")
        listed = t.command("notes", KELL)
        for line in ["highlight (blue): The first keeper", "sea", "Vast and dark", "On the page"]:
            expect(line in listed, line, listed)
        t.keys("q")
        t.wait_shell()
        t.run(KELL)
        t.wait_status("3 of 10")
        t.press("b", until="2 of 10")
        t.wait_until("marked again", lambda: t.is_marked("The first keeper") and t.is_marked("sea"))
        t.keys("L")
        t.wait_for("Highlight: The first keeper", "Note: Vast and dark — sea", "Note: On the page")
        t.keys("j", "Enter")
        t.wait_page(2)


@case("--highlight marks words of this run alone, and opens at the page where one stands")
def highlight_option(program):
    with Terminal(program, "--highlight", "barometer=blue", KELL) as t:
        t.wait_status("6 of 10")
        t.wait_until("marked", lambda: t.is_marked("barometer"))
        t.press("g", until="2 of 10")
        t.keys("q")
        t.wait_shell()
        t.run(KELL)
        t.wait_status("2 of 10")
        t.type("6G")
        t.wait_page(6)
        expect(not t.is_marked("barometer"), "of that run alone")
        t.keys("q")
        t.wait_shell()
        t.run("--highlight", "lamp", KELL)
        t.wait_status("6 of 10")
        t.keys("q")
        t.wait_shell()
        t.run("--highlight", "zebra", KELL)
        t.wait_status("Nowhere in the book: zebra")
        t.press("Space", until="7 of 10")


@case("Words are found and saved in Chinese, Arabic and with combining marks")
def words_of_the_world(program):
    with scratch() as folder:
        book = write_book(os.path.join(folder, "world.epub"), [
            ("One", "<p>吾輩は猫である。</p><p dir='rtl'>شلال كبير</p><p>cafe\u0301 \U0001f469\u200d\U0001f4bb Straße</p>")])
        with Terminal(program, book) as t:
            t.wait_status("1 of 1")
            for word in ["吾輩", "は", "猫"]:
                t.keys("w")
                t.sync()
            t.press("Enter", until="Saved: 猫")
            go_to_word(t, "Straße")
            t.press("Enter", until="Saved: Straße")
            expect_equal({line.split("\t")[0] for line in t.command("words", "--format", "tsv").splitlines()},
                         {"猫", "Straße"})


@case("w comes to every word once and in order, through tables and over pages' edges")
def every_word(program):
    rows = "".join(f"<tr><td>a{n}</td><td>b{n} c{n}</td><td>d{n} e{n}</td></tr>" for n in range(14))
    with scratch() as folder:
        book = write_book(os.path.join(folder, "table.epub"), [
            ("One", f"<p>x1 x2 x3</p><table>{rows}</table><p>y1 y2</p>")])
        with Terminal(program, book, columns=40, rows=8) as t:
            t.wait_status("1 of 3")
            seen = []
            while len(seen) < 100:
                t.keys("w")
                t.wait_until("no word", lambda: under_cursor(t) != (seen[-1] if seen else "")
                             or "last word" in t.status())
                if "last word" in t.status():
                    break
                seen.append(under_cursor(t))
            wanted = ["x1", "x2", "x3"] + [f"{letter}{n}" for n in range(14) for letter in "abcde"] + ["y1", "y2"]
            expect_equal(seen, wanted)
            t.press("g", until="1 of 3")
            for word in ["b4", "d4"]:
                t.say(f":hl {word}", f":hl {word}")
                t.press("Enter", until=f"Marked: {word}")
                t.wait_until(f"{word} is not marked", lambda: t.is_marked(word))
