"""A terminal to try epub-read in: tmux with a server, a home and a state of its own."""

import os
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

    def __init__(self, program, columns=80, rows=24, home=None):
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
        }
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", str(columns), "-y",
                   str(rows), "-e", "PS1=shell$ ", "env", "-i",
                   *[f"{name}={value}" for name, value in self.environment.items()],
                   "TERM=screen-256color", "PS1=shell$ ", "bash", "--norc", "--noprofile")
        self._tmux("set", "-g", "status", "off")
        self._tmux("set", "-s", "escape-time", "0")
        self._tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))
        self.wait_for("shell$")

    def _tmux(self, *arguments, check=True):
        result = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True)
        if check and result.returncode != 0:
            raise Failed(f"tmux {arguments}: {result.stderr}")
        return result.stdout

    def run(self, *arguments):
        """Types a command line of the program and presses Enter."""
        import shlex
        self._tmux("send-keys", "-t", "t", "-l", shlex.join([self.program, *arguments]))
        self.keys("Enter")

    def keys(self, *names):
        """Keys by tmux's names: `Space`, `C-f`, `Left`, `F1`, single letters."""
        for name in names:
            self._tmux("send-keys", "-t", "t", name)
            # An escape that something follows at once is another key: Alt.
            if name == "Escape":
                time.sleep(0.1)

    def type(self, text):
        self._tmux("send-keys", "-t", "t", "-l", text)

    def resize(self, columns, rows):
        self._tmux("resize-window", "-t", "t", "-x", str(columns), "-y", str(rows))

    def lines(self, styled=False):
        output = self._tmux("capture-pane", "-p", "-N", *(["-e"] if styled else []), "-t", "t")
        return output.split("\n")[:-1]

    def screen(self, styled=False):
        return "\n".join(line.rstrip() for line in self.lines(styled))

    def status(self):
        return self.lines()[-1].strip()

    def cursor(self):
        column, row, shown = self._tmux(
            "display-message", "-p", "-t", "t", "#{cursor_x} #{cursor_y} #{cursor_flag}").split()
        return int(column), int(row), shown == "1"

    def is_alternate(self):
        return self._tmux("display-message", "-p", "-t", "t", "#{alternate_on}").strip() == "1"

    def pid(self):
        """The process that the shell runs now."""
        shell = self._tmux("display-message", "-p", "-t", "t", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True).stdout.split()
        if not found:
            raise Failed("the reader does not run")
        return int(found[0])

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
