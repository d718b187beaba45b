"""What is kept, whatever ends the reader, and the terminal that is given back."""

import os
import random
import re
import signal
import sqlite3
import time

from books import scratch
from pseudo import Pseudo
from reader_keys import numbered
from tmux import KELL, Failed, Terminal
from trial import case, expect, expect_equal


def saved_page(program, home, book=KELL):
    """The first line of the page at the saved place."""
    with Terminal(program, home=home) as t:
        return t.command("--print", "--page", "current", "--size", "80x24", book).split("\n")[0]


def first_line(program, page, book=KELL):
    from reader_pages import printed
    return printed(program, book, page)[0]


@case("Quitting keeps the place, the way back and forward, and gives the terminal back")
def quitting(program):
    with Terminal(program, KELL) as t:
        t.wait_status("2 of 10")
        for page in (4, 6, 8):
            t.type(f"{page}G")
            t.wait_page(page)
        t.press("C-o", until="6 of 10")
        t.press("d", until="6 of 10")
        t.sync()
        view = t.screen()
        t.keys("q")
        t.wait_shell()
        expect(t.cursor()[2], "the cursor is shown")
        t.run(KELL)
        t.wait_status("6 of 10")
        t.press("C-o", until="4 of 10")
        t.press("M-Right", until="6 of 10")
        t.press("M-Right", until="8 of 10")
        t.type("2")
        t.press("C-o", until="4 of 10")
        t.keys("q")
        t.wait_shell()
        t.run()
        t.wait_status("4 of 10")
    expect(view, "seen")


@case("The place is that of the last page shown, also between pages' tops and after a search")
def places(program):
    with scratch() as folder:
        book = numbered(folder)
        with Terminal(program, book, rows=12) as t:
            t.press("Space", "Space", until="3 of")
            t.say("/184.", "/184.")
            t.press("Enter", until="Hit 1 of 1")
            t.keys("q")
            t.wait_shell()
            t.run(book)
            t.wait_for("184. Line of part 5.")
            t.keys("q")
            t.wait_shell()
            t.resize(30, 7)
            t.run(book)
            t.wait_for("184. Line of part 5.")


FIRST_RUNS = {signal.SIGTERM: "SIGTERM", signal.SIGHUP: "SIGHUP", signal.SIGINT: "SIGINT"}


def given_back(p):
    """Whether what the program left behind is what a shell expects."""
    end = p.output[-400:]
    for undone in [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?7h", b"\x1b[8h", b"\x1b[?2004l", b"\x1b[?2026l"]:
        expect(undone in end, f"{undone} is missing", end)
    p.wait_until("the terminal's modes are not back", p.modes_are_back, 5)


@case("SIGTERM, SIGHUP and SIGINT from outside end it with everything kept and the terminal given back")
def signals(program):
    for number, name in FIRST_RUNS.items():
        with scratch() as home, Pseudo(program, KELL, home=home) as p:
            p.wait_for("of 10")
            p.send("5G")
            p.wait_for("heures claires")
            p.send("aKept to the last\r")
            p.wait_quiet()
            p.send("t")
            p.wait_for("Contents")
            p.kill(number)
            p.wait_end()
            given_back(p)
            expect_equal(saved_page(program, home), first_line(program, 5), name)
            with Terminal(program, home=home) as t:
                expect("Kept to the last" in t.command("notes", KELL), "the note")


@case("The terminal is given back when it crashes (SIGSEGV, SIGABRT, SIGQUIT), and the place is kept")
def crashes(program):
    for number in [signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT, signal.SIGILL]:
        with scratch() as home, Pseudo(program, KELL, home=home, SWIFT_BACKTRACE="enable=no") as p:
            p.wait_for("of 10")
            p.send(" ")
            p.wait_for("36 %")
            p.wait_quiet(0.1)
            p.kill(number)
            expect_equal(p.wait_end(), -number, "it dies of the signal")
            given_back(p)
            expect_equal(saved_page(program, home), first_line(program, 3))


@case("It ends when the terminal goes away, with the place kept")
def hangup(program):
    with scratch() as home:
        with Terminal(program, KELL, home=home) as t:
            t.type("4G")
            t.wait_page(4)
            pid = t.pid()
            t._tmux("kill-server")
            end = time.monotonic() + 10
            while os.path.exists(f"/proc/{pid}") and time.monotonic() < end:
                time.sleep(0.02)
            expect(not os.path.exists(f"/proc/{pid}"), "it still runs")
        expect_equal(saved_page(program, home), first_line(program, 4))


@case("An error before the reader opens is one line, and the terminal is untouched")
def errors(program):
    for arguments, status, said in [(["/no/such/book.epub"], 66, "no such file"), (["--page", "99", KELL], 64, "10"),
                                    (["--chapter", "zzz", KELL], 1, "zzz"), (["--size", "5x5", KELL], 64, "20x5"),
                                    (["--at", "epubcfi(/6/99)", KELL], 1, "no document")]:
        with Pseudo(program, *arguments) as p:
            expect_equal(p.wait_end(), status, arguments)
            expect(b"\x1b" not in p.output and said.encode() in p.output, said, p.output)
            expect_equal(p.output.count(b"\n"), 1)


@case("Each turn of a page is kept at once: killed after one, it opens there again")
def each_turn(program):
    with scratch() as home:
        for keys, page in [(" ", 3), ("5G", 5), ("b", 4), ("]", 5), ("/barometer\r", 6), ("G", 10), (":7\r", 7),
                           ("\x0f", 10), ("3b", 7)]:
            with Pseudo(program, KELL, home=home) as p:
                p.wait_for("of 10")
                p.wait_quiet()
                since = len(p.output)
                p.send(keys)
                p.wait_until("nothing is drawn", lambda: len(p.output) > since)
                p.wait_quiet(0.1)
                p.kill()
                p.wait_end()
            expect_equal(saved_page(program, home), first_line(program, page), f"after {keys!r}")


KILLS = int(os.environ.get("KILLS", "100"))


@case(f"Of {KILLS} kills at random moments none loses what was said to be kept, and the state opens")
def kills(program):
    lot = random.Random(11)
    with scratch() as home:
        kept = {"notes": set(), "words": set()}
        number = 0
        for run in range(KILLS):
            with Pseudo(program, KELL, home=home) as p:
                p.wait_for("of 10")
                for _ in range(lot.randint(0, 4)):
                    number += 1
                    what = lot.choice(["note", "turn", "word", "highlight"])
                    since = len(p.output)
                    heard = True
                    if what == "note":
                        p.send(f"aN{number}.\r")
                        heard = kept_if(p, "Note kept", since, kept["notes"], f"N{number}.", lot)
                    elif what == "word":
                        p.send("w\r")
                        heard = kept_if(p, "Saved: ", since, kept["words"], None, lot)
                    elif what == "highlight":
                        p.send("wvwH2")
                        heard = kept_if(p, "Highlight kept", since, None, None, lot)
                    else:
                        p.send(lot.choice([" ", "b", "5G", "]", "g"]))
                    # What is said late must not be taken for what comes next.
                    if not heard:
                        break
                time.sleep(lot.random() * 0.03)
                p.kill()
                p.wait_end()
        with Terminal(program, home=home) as t:
            notes = t.command("notes", KELL)
            lost = [note for note in kept["notes"] if note not in notes]
            expect(not lost, f"{len(lost)} notes of {len(kept['notes'])} are lost", lost)
            words = {line.split("\t")[0].lower() for line in t.command("words", "--format", "tsv").splitlines()}
            expect(kept["words"] <= words, "words are lost", kept["words"] - words)
            expect(
                len(kept["notes"]) > min(20, KILLS // 5) and kept["words"], "too few were tried", kept)
            t.run(KELL)
            t.wait_status("of 10")
        state = os.path.join(home, "state", "epub-read")
        name = next(name for name in os.listdir(state) if re.search(r"\.(sqlite|db)\w*$", name))
        with sqlite3.connect(os.path.join(state, name)) as database:
            expect_equal(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))


def kept_if(p, said, since, kept, name, lot):
    """Waits for the word that it is kept, or not so long; only what was said counts. Whether it was said."""
    try:
        p.wait_for(said, since=since, seconds=lot.choice([0.005, 0.02, 5]))
    except Failed:
        return False
    if kept is None:
        return True
    if name is None:
        found = re.search(rb"Saved: ([^\x1b ]+)", p.output[since:])
        if found and b"\x1b" in p.output[since:].split(b"Saved: ", 1)[1]:
            kept.add(found[1].decode().lower())
    else:
        kept.add(name)
    return True


@case("--no-state keeps nothing and says so; a state that cannot be written says why, and reading goes on")
def nothing_kept(program):
    with Terminal(program, "--no-state", KELL) as t:
        t.press("Space", until="3 of 10")
        t.press("B", until="--no-state keeps nothing")
        t.keys("w", "Enter")
        t.wait_status("--no-state keeps nothing")
        t.press("x", until="--no-state keeps nothing")
        t.keys("q")
        t.wait_shell()
        expect(not os.path.exists(os.path.join(t.home, "state")), "nothing is written")
    with Terminal(program) as t:
        with open(os.path.join(t.home, "state"), "w", encoding="ascii") as file:
            file.write("a file where the folder should be")
        t.run(KELL)
        t.wait_status("of")
        t.press("Space", until="3 of 10")
        t.press("B", until="cannot be written")
        t.press("Space", until="4 of 10")
        t.keys("q")
        t.wait_shell()


@case("Two readers of one book at a time both keep what they are told")
def two_readers(program):
    with scratch() as home:
        with Terminal(program, KELL, home=home) as one, Terminal(program, KELL, home=home) as two:
            one.wait_status("2 of 10")
            two.wait_status("2 of 10")
            one.say("aFrom one", "Note: From one")
            one.press("Enter", until="Note kept")
            two.say("aFrom two", "Note: From two")
            two.press("Enter", until="Note kept")
            one.press("Space", until="3 of 10")
            notes = one.command("notes", KELL)
            expect("From one" in notes and "From two" in notes, "both notes", notes)
