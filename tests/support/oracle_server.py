"""A server on this machine that answers as an oracle should, or misbehaves as told."""

import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

GIF = b"GIF89a" + bytes(range(256)) * 4
IMAGE = "https://yesno.wtf/assets/{0}/2-5df1b403f2654fa77559af1bf2332d7a.gif"


def page(body: bytes, *, status: str = "200 OK", extra: str = "") -> bytes:
    """Return a whole reply."""
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    return head.encode() + body


def document(**fields: object) -> bytes:
    return page(json.dumps(fields).encode(), extra="Content-Type: application/json\r\n")


def answering(answer: str) -> bytes:
    return document(answer=answer, forced=False, image=IMAGE.format(answer))


OPEN_END = b"HTTP/1.1 200 OK\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

# Replies that are sent at once, after which the connection is closed.
REPLIES: dict[str, bytes] = {
    "yes": answering("yes"),
    "no": answering("no"),
    "maybe": answering("maybe"),
    "chunked yes": CHUNKED + b'f\r\n{"answer":"yes"\r\n1\r\n}\r\n0\r\n\r\n',
    "no image": document(answer="yes"),
    "foreign image": document(answer="yes", image="https://example.org/assets/yes/2.gif"),
    "http image": document(answer="yes", image="http://yesno.wtf/assets/yes/2.gif"),
    "climbing image": document(answer="yes", image="https://yesno.wtf/assets/../../api"),
    "number as image": document(answer="yes", image=7),
    "gif": page(GIF),
    "gif cut off": page(GIF)[:-100],
    "unknown answer": document(answer="perhaps"),
    "capitals": document(answer="YES"),
    "number as answer": document(answer=1),
    "list as answer": document(answer=["yes"]),
    "no answer": document(forced=False),
    "list": page(b'["yes"]'),
    "text": page(b'"yes"'),
    "null": page(b"null"),
    "half of it": page(b'{"answer":"yes"'),
    "cut off": answering("yes")[:-30],
    "not utf-8": page(b'{"answer":"\xff\xfe"}'),
    "deep": page(b"[" * 4000),
    "long number": page(b'{"answer":' + b"9" * 4000 + b"}"),
    "web page": page(b"<html>yes</html>", extra="Content-Type: text/html\r\n"),
    "empty": page(b""),
    "500": page(b'{"answer":"yes"}', status="500 Internal Server Error"),
    "404": page(b'{"answer":"yes"}', status="404 Not Found"),
    "204": b"HTTP/1.1 204 No Content\r\n\r\n",
    "redirect": page(b'{"answer":"yes"}', status="302 Found", extra="Location: /yes\r\n"),
    "moved": page(b"", status="301 Moved Permanently", extra="Location: /yes\r\n"),
    "huge": page(b'{"answer":"yes"}' + b" " * 100_000),
    "slightly huge": page(b'{"answer":"yes"}'.ljust(4097)),
    "just not huge": page(b'{"answer":"yes"}'.ljust(4096)),
    "huge header": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b'\r\n\r\n{"answer":"yes"}',
    "bad length": b'HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n{"answer":"no',
    "bad chunk": CHUNKED + b"-5\r\n{}\r\n",
    "endless chunk": CHUNKED + b"fffffffffffff\r\n" + b" " * 100_000,
    "garbage": b"\x00\xff\x00 what is this\r\n\r\n",
    "another language": b"220 mail.example ESMTP\r\n",
    "closed at once": b"",
}

# Replies that never end: their beginning, and what then follows for ever.
ENDLESS: dict[str, tuple[bytes, bytes]] = {
    "endless body": (OPEN_END, b" " * 4096),
    "endless headers": (b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n"),
    "endless chunks": (CHUNKED, b"4\r\n    \r\n"),
    "endless continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
}
TRICKLING: dict[str, tuple[bytes, bytes]] = {
    "trickling status": (b"HTTP/1.1 200 ", b"O"),
    "trickling headers": (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
    "trickling body": (OPEN_END, b" "),
}
SILENT: dict[str, bytes] = {
    "never answers": b"",
    "slow headers": b"HTTP/1.1 200 OK\r\nContent-Le",
    "slow body": page(b'{"answer":"yes"}')[:-1],
}
HANGING = [*TRICKLING, *SILENT]


class _Handler(socketserver.BaseRequestHandler):
    server: "OracleServer"
    request: socket.socket

    def handle(self) -> None:
        with suppress(OSError):  # the other side may leave at any time
            self.server.serve(self.request)


class OracleServer(socketserver.ThreadingTCPServer):
    """Answers every request according to its present mood, and counts the connections."""

    allow_reuse_address = True
    daemon_threads = False  # joined at the end, so that a test leaves no thread behind

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mood = "yes"
        self.connections = 0
        self.requests: list[bytes] = []
        self.is_over = threading.Event()
        self.clung: list[str] = []  # the moods in which a client would not hang up

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/api"

    @property
    def secure_url(self) -> str:
        return self.url.replace("http:", "https:")

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections += 1
        super().process_request(request, client_address)

    def serve(self, line: socket.socket) -> None:
        self.requests.append(line.recv(65536))
        mood = self.mood
        if mood in REPLIES:
            line.sendall(REPLIES[mood])
        elif mood in SILENT:
            line.sendall(SILENT[mood])
            self._await_silence(line, mood)
        else:
            first, again = (ENDLESS | TRICKLING)[mood]
            line.sendall(first)
            for _ in range(100_000):
                line.sendall(again)  # fails when the other side has hung up, which ends this
                if mood in TRICKLING:
                    self.is_over.wait(0.02)
            self.clung.append(mood)

    def _await_silence(self, line: socket.socket, mood: str) -> None:
        line.settimeout(60)
        try:
            line.recv(1)  # returns when the other side hangs up
        except TimeoutError:
            self.clung.append(mood)


@contextmanager
def oracle_server() -> Iterator[OracleServer]:
    """Run a server during a test, and check that every client has closed its connection."""
    with OracleServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.is_over.set()
            server.shutdown()
            thread.join(60)
    assert server.clung == []
