"""What all the reader's tests share: how they are written down, run and told of."""

import concurrent.futures
import sys
import time
import traceback

from tmux import Failed

CASES = []


def case(sentence):
    """Writes a function of the program's path down as a test of what the sentence says."""

    def note(body):
        CASES.append((sentence, body))
        return body

    return note


def expect(condition, what, *seen):
    if not condition:
        raise Failed("\n".join([what, *map(str, seen)]))


def expect_equal(seen, wanted, what=""):
    if seen != wanted:
        raise Failed(f"{what}\n  wanted: {wanted!r}\n  seen:   {seen!r}")


def _run(program, body):
    start = time.monotonic()
    try:
        body(program)
        return None, time.monotonic() - start
    except Failed as failure:
        where = traceback.extract_tb(failure.__traceback__)[1:2]
        line = f"{where[0].name}, line {where[0].lineno}: " if where else ""
        return f"{line}{failure}", time.monotonic() - start
    except Exception:
        return traceback.format_exc(), time.monotonic() - start


def run(program, words, jobs=4):
    """Runs the tests whose sentences hold all the words; prints a line for each, and what failed."""
    chosen = [(sentence, body) for sentence, body in CASES
              if all(word.lower() in f"{sentence} {body.__name__}".lower() for word in words)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [(sentence, pool.submit(_run, program, body)) for sentence, body in chosen]
        for sentence, future in running:
            fault, seconds = future.result()
            print(f"{'FAILED' if fault else 'ok    '} {seconds:5.1f} s  {sentence}", flush=True)
            if fault:
                failed += 1
                print("\n".join(f"       {line}" for line in fault.splitlines()), flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} hold.")
    return 1 if failed or not chosen else 0


def main(default_program):
    arguments = sys.argv[1:]
    program = default_program
    if arguments and "/" in arguments[0]:
        program = arguments.pop(0)
    return run(program, arguments)
