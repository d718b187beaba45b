"""A reader process and its messages: what every host in Python needs of `epub-read bridge`.

    with Reader(["epub-read", "bridge"], on_event=print) as reader:
        reader.ask("loadBook", {"path": "book.epub"})
        print(reader.ask("page")["lines"])
"""

import json
import queue
import subprocess
import threading


class ReaderError(Exception):
    """A command failed: `code` is one of the protocol's."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class ReaderGone(Exception):
    """The reader process has ended."""


class Reader:
    """Events are handed to `on_event(name, message)` on a thread of their own, in order."""

    def __init__(self, command, on_event=None, **options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self._on_event = on_event or (lambda name, message: None)
        self._sending = threading.Lock()
        self._answers = {}
        self._next_id = 0
        self._is_gone = False
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()

    def ask(self, command, value=None, timeout=60):
        """Sends a command and waits for its result."""
        answer = queue.Queue(1)
        with self._sending:
            if self._is_gone:
                raise ReaderGone()
            self._next_id += 1
            message = {"command": command, "id": self._next_id}
            if value is not None:
                message["value"] = value
            self._answers[self._next_id] = answer
            try:
                self.process.stdin.write(json.dumps(message).encode() + b"\n")
                self.process.stdin.flush()
            except (BrokenPipeError, ValueError):
                raise ReaderGone() from None
        told = answer.get(timeout=timeout)
        if told is None:
            raise ReaderGone()
        if "error" in told:
            raise ReaderError(told["error"]["code"], told["error"]["message"])
        return told["result"]

    def close(self):
        """Ends the reader in order: what is to be kept is written then."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()
        self._thread.join()
        self.process.stdout.close()

    def _receive(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if "event" in message:
                self._on_event(message["event"], message)
            else:
                self._answers.pop(message["id"]).put(message)
        with self._sending:
            self._is_gone = True
            waiting, self._answers = self._answers, {}
        for answer in waiting.values():
            answer.put(None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
