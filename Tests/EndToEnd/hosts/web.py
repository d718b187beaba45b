#!/usr/bin/env python3
"""Reads a book in the web browser: joins the page in `web/` to `epub-read bridge`.

    Tests/EndToEnd/hosts/web.py PROGRAM BOOK

prints the address to open. Commands come by POST, events go out as a stream (server-sent events). Only
this machine is served, only whoever knows the address, and no page of another origin.
"""

import http.server
import json
import os
import queue
import secrets
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from reader import Reader, ReaderError, ReaderGone  # noqa: E402

FILES = {"": ("index.html", "text/html"), "reader.js": ("reader.js", "text/javascript"),
         "reader.css": ("reader.css", "text/css")}
LONGEST_COMMAND = 256 << 20
WAITING_EVENTS = 1000


def refuse_constant(name):
    """Python reads NaN and Infinity as numbers; JSON has none."""
    raise ValueError(name)


class Host(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, program, book, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.token = secrets.token_urlsafe(24)
        self.book = book
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.streams = set()
        self.lock = threading.Lock()
        self.reader = Reader([program, "bridge"], self.tell)

    @property
    def address(self):
        return f"{self.origin}/{self.token}/"

    def tell(self, name, message):
        """To every page that listens; one that does not take its events is given up."""
        with self.lock:
            for stream in list(self.streams):
                try:
                    stream.put_nowait(message)
                except queue.Full:
                    self.streams.discard(stream)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.wanted()
        if name is None:
            return
        if name == "events":
            self.stream()
        elif name == "start":
            self.answer({"path": self.server.book} if self.server.book else None)
        elif name in FILES:
            file, kind = FILES[name]
            with open(os.path.join(HERE, "web", file), "rb") as opened:
                self.reply(200, opened.read(), f"{kind}; charset=utf-8")
        else:
            self.refuse(404)

    def do_POST(self):
        name = self.wanted()
        if name is None:
            return
        if name != "command":
            return self.refuse(404)
        if self.headers.get_content_type() != "application/json":
            return self.refuse(415)
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > LONGEST_COMMAND:
            return self.refuse(413)
        try:
            message = json.loads(self.rfile.read(int(length)), parse_constant=refuse_constant)
            result = self.server.reader.ask(message["command"], message.get("value"))
            self.answer({"result": result})
        except ReaderError as error:
            self.answer({"error": {"code": error.code, "message": str(error)}})
        except (ValueError, KeyError, TypeError, RecursionError):
            self.refuse(400)
        except ReaderGone:
            self.refuse(503)

    def wanted(self):
        """What of the page is asked for; refuses whoever is not to ask."""
        origin = self.headers.get("Origin")
        host = self.headers.get("Host")
        if origin not in (None, self.server.origin) or f"http://{host}" != self.server.origin:
            self.refuse(403)
            return None
        _, _, rest = self.path.partition("/")
        token, _, name = rest.partition("/")
        if not secrets.compare_digest(token.encode(), self.server.token.encode()):
            self.refuse(404)
            return None
        return name

    def stream(self):
        events = queue.Queue(WAITING_EVENTS)
        with self.server.lock:
            self.server.streams.add(events)
        self.send_response(200)
        self.head("text/event-stream")
        self.end_headers()
        try:
            self.wfile.write(b": here\n\n")
            while events in self.server.streams:
                try:
                    message = json.dumps(events.get(timeout=15))
                    self.wfile.write(f"data: {message}\n\n".encode())
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            with self.server.lock:
                self.server.streams.discard(events)
            self.close_connection = True

    def answer(self, value):
        self.reply(200, json.dumps(value).encode(), "application/json")

    def refuse(self, status):
        self.close_connection = True
        self.reply(status, b"", "text/plain")

    def reply(self, status, body, kind):
        self.send_response(status)
        self.head(kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def head(self, kind):
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'none'; script-src 'self'; "
                         "style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")

    def log_message(self, *_):
        """The address is nobody else's business."""


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    host = Host(sys.argv[1], os.path.abspath(sys.argv[2]))
    print(host.address, flush=True)
    try:
        host.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        host.reader.close()
