"""A pseudo-terminal that plays the terminal itself: what the program writes, byte for byte."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from tmux import Failed

# Whoever runs the tests in the background has made these signals ignored; a reader's are as a shell gives them.
LAUNCH = ("import fcntl,os,signal,sys,termios;"
          "[signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)];"
          "fcntl.ioctl(int(sys.argv[1]), termios.TIOCSCTTY, 0);"
          "os.close(int(sys.argv[1])) if int(sys.argv[1]) > 2 else None;"
          "os.execvp(sys.argv[2], sys.argv[2:])")


class Pseudo:
    """The program with a pseudo-terminal for its controlling terminal.

    `answers` maps what the program asks for to what the terminal says.
    """

    def __init__(self, program, *arguments, columns=80, rows=24, home=None, stdin=None,
                 stdout=None, answers=None, **variables):
        self.home = home or tempfile.mkdtemp(prefix="epub-read-home-")
        self.owns_home = home is None
        self.output = b""
        self.answers = answers or {}
        self.answered = {}
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        environment = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                       "XDG_STATE_HOME": os.path.join(self.home, "state"),
                       "XDG_CONFIG_HOME": os.path.join(self.home, "config"),
                       "XDG_CACHE_HOME": os.path.join(self.home, "cache"),
                       "TERM": "xterm-256color"}
        for name, value in variables.items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value
        slave = self.slave
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LAUNCH, str(slave), program, *arguments],
            stdin=slave if stdin is None else stdin, stdout=slave if stdout is None else stdout,
            stderr=slave, pass_fds=[slave], start_new_session=True, env=environment)

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys):
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def _read(self, seconds):
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            self.output += os.read(self.master, 1 << 16)
        except OSError:
            return False
        for question, answer in self.answers.items():
            asked = self.output.count(question)
            for _ in range(asked - self.answered.get(question, 0)):
                self.send(answer)
            self.answered[question] = asked
        return True

    def wait_for(self, *texts, since=0, seconds=20):
        """Waits until all texts were written behind an offset; returns what stands there."""
        wanted = [text if isinstance(text, bytes) else text.encode() for text in texts]
        self.wait_until(f"never written: {texts}",
                        lambda: all(text in self.output[since:] for text in wanted), seconds)
        return self.output[since:]

    def wait_until(self, what, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Failed(f"{what}\n{self.output[-3000:]!r}")
            self._read(0.02)

    def wait_quiet(self, seconds=0.15):
        """Waits until nothing was written for so long."""
        end = time.monotonic() + 20
        while self._read(seconds):
            if time.monotonic() > end:
                raise Failed("it never stops writing")

    def wait_end(self, seconds=20):
        """Waits until the program has ended; returns its exit status."""
        self.wait_until("it does not end", lambda: self.process.poll() is not None, seconds)
        while self._read(0.05):
            pass
        return self.process.returncode

    def read_on(self):
        """Takes what was written meanwhile."""
        while self._read(0):
            pass

    def text(self, since=0):
        """What was written, controls taken out; nothing is put in place."""
        plain = re.sub(rb"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1bP.*?\x1b\\|\x1b\[[0-9;?<>$=]*[a-zA-Z]|\x1b[\\()=>].?",
                       b" ", self.output[since:], flags=re.S)
        return plain.decode("utf-8", "replace")

    def modes_are_back(self):
        return termios.tcgetattr(self.slave) == self.modes

    def kill(self, number=signal.SIGKILL):
        os.kill(self.process.pid, number)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            os.close(end)
        if self.owns_home:
            shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
