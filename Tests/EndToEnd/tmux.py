"""A terminal to try epub-read in: tmux with a server, a home and a state of its own."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KELL = os.path.join(ROOT, "Fixtures", "Books", "lights-of-kell.epub")


class Failed(AssertionError):
    pass


class Terminal:
    """One tmux window; `home` may be given to go on where another one stopped."""

    def __init__(self, program, *arguments, columns=80, rows=24, home=None, config=None,
                 term="screen-256color", **variables):
        """Runs the program at once when it is given arguments; `config` is its config.json."""
        self.program = program
        self.home = home or tempfile.mkdtemp(prefix="epub-read-home-")
        self.owns_home = home is None
        self.socket = tempfile.mktemp(prefix="epub-read-tmux-")
        self.environment = {
            "HOME": self.home,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "XDG_STATE_HOME": os.path.join(self.home, "state"),
            "XDG_CONFIG_HOME": os.path.join(self.home, "config"),
            "XDG_CACHE_HOME": os.path.join(self.home, "cache"),
            **variables,
        }
        if config is not None:
            self.configure(config)
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", str(columns), "-y",
                   str(rows), "-e", "PS1=shell$ ", "env", "-i",
                   *[f"{name}={value}" for name, value in self.environment.items()],
                   f"TERM={term}", "PS1=shell$ ", "bash", "--norc", "--noprofile")
        self._tmux("set", "-g", "status", "off")
        self._tmux("set", "-s", "escape-time", "0")
        self._tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))
        self.wait_for("shell$")
        if arguments:
            self.run(*arguments)

    def configure(self, text):
        folder = os.path.join(self.home, "config", "epub-read")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
            file.write(text)

    def command(self, *arguments, stdin=None, status=0):
        """Runs the program beside the terminal, with the same home; returns what it prints."""
        done = subprocess.run([self.program, *arguments], env=self.environment, input=stdin,
                              stdin=subprocess.DEVNULL if stdin is None else None,
                              capture_output=True, text=True)
        if done.returncode != status:
            raise Failed(f"{arguments}: {done.returncode} {done.stderr}")
        return done.stdout

    def _tmux(self, *arguments, check=True):
        result = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True)
        if check and result.returncode != 0:
            raise Failed(f"tmux {arguments}: {result.stderr}")
        return result.stdout

    def run(self, *arguments):
        """Types a command line of the program and presses Enter."""
        self._tmux("send-keys", "-t", "t", "-l", "--", shlex.join([self.program, *arguments]))
        self.keys("Enter")

    def keys(self, *names):
        """Keys by tmux's names: `Space`, `C-f`, `Left`, `F1`, single letters."""
        for name in names:
            self._tmux("send-keys", "-t", "t", name)
            # An escape that something follows at once is another key: Alt.
            if name == "Escape":
                time.sleep(0.1)

    def type(self, text):
        self._tmux("send-keys", "-t", "t", "-l", "--", text)

    def resize(self, columns, rows):
        self._tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))

    def lines(self, styled=False):
        output = self._tmux("capture-pane", "-p", "-N", *(["-e"] if styled else []), "-t", "t")
        return output.split("\n")[:-1]

    def screen(self, styled=False):
        return "\n".join(line.rstrip() for line in self.lines(styled))

    def status(self):
        return self.lines()[-1].strip()

    def page(self):
        """The number of the page that the status line names."""
        found = re.search(r"(\d+) of \d+", self.status())
        return int(found[1]) if found else None

    def body(self):
        """The rows above the status line, blanks at their ends cut."""
        return [line.rstrip() for line in self.lines()[:-1]]

    def press(self, *keys, until):
        """Keys, then waits until a text is on the status line."""
        self.keys(*keys)
        self.wait_status(until)

    def say(self, text, *texts):
        """Types a text, then waits until all texts are on the screen."""
        self.type(text)
        return self.wait_for(*texts)

    def wait_status(self, *texts, seconds=20):
        self.wait_until(f"not on the status line: {texts}",
                        lambda: all(text in self.status() for text in texts), seconds)

    def wait_page(self, page):
        self.wait_until(f"not on page {page}", lambda: self.page() == page)

    def wait_shell(self):
        """Waits until the shell has the terminal again."""
        self.wait_until("the reader has not ended",
                        lambda: not self.is_alternate() and self._children() == [])

    def looks(self):
        """For each row its text, and for each of its characters how it looks: a frozenset of `bold`,
        `underline`, `reverse`, `paper`, `ink` and others."""
        return [_looks(line) for line in self.lines(styled=True)]

    def parts(self, *wanted):
        """The stretches of text on the screen that look so, a row's after another's."""
        found = []
        for text, looks in self.looks():
            at = 0
            while at < len(text):
                end = at
                while end < len(text) and looks[end].issuperset(wanted):
                    end += 1
                if end > at:
                    found.append(text[at:end])
                at = max(end, at + 1)
        return found

    def is_marked(self, text):
        """Whether a text stands on the screen on paper of its own, or reversed."""
        return any(text in part for part in self.parts("paper") + self.parts("reverse"))

    def sync(self):
        """Waits until all keys that were sent to the page are answered: a count is shown last."""
        self.keys("9")
        self.wait_until("no count is shown", lambda: self.status().endswith(" 9"))
        self.keys("DC")
        self.wait_until("the count does not go", lambda: not self.status().endswith(" 9"))

    def cursor(self):
        column, row, shown = self._tmux(
            "display-message", "-p", "-t", "t", "#{cursor_x} #{cursor_y} #{cursor_flag}").split()
        return int(column), int(row), shown == "1"

    def is_alternate(self):
        return self._tmux("display-message", "-p", "-t", "t", "#{alternate_on}").strip() == "1"

    def _children(self):
        shell = self._tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]

    def pid(self):
        """The process that the shell runs now."""
        self.wait_until("the reader does not run", self._children)
        return self._children()[0]

    def wait_for(self, *texts, seconds=20, gone=False):
        """Waits until all texts (or none, with `gone`) are on the screen."""
        end = time.monotonic() + seconds
        while True:
            screen = self.screen()
            if all((text in screen) != gone for text in texts):
                return screen
            if time.monotonic() > end:
                raise Failed(f"{'still' if gone else 'not'} on the screen: {texts}\n{screen}")
            time.sleep(0.02)

    def wait_until(self, what, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Failed(f"{what}\n{self.screen()}")
            time.sleep(0.02)

    def close(self):
        self._tmux("kill-server", check=False)
        if self.owns_home:
            shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


_ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}


def _looks(line):
    """The text of a row as tmux tells it, and the look of each of its characters."""
    text, looks, look = [], [], set()
    for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
        if not part.startswith("\x1b["):
            text.append(part)
            looks += [frozenset(look)] * len(part)
            continue
        numbers = [int(number or 0) for number in re.split("[;:]", part[2:-1])]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                look = set()
            elif number in _ATTRIBUTES:
                look.add(_ATTRIBUTES[number])
            elif number in (22, 23, 24, 27, 29):
                look -= {"bold", "dim"} if number == 22 else {_ATTRIBUTES[number - 20]}
            elif number in (39, 49):
                look.discard("ink" if number == 39 else "paper")
            elif 30 <= number <= 48 or 90 <= number <= 107:
                look.add("ink" if number < 39 or 90 <= number < 100 else "paper")
                if number in (38, 48):
                    numbers = numbers[2:] if numbers[:1] == [5] else numbers[4:]
    return "".join(text), looks
