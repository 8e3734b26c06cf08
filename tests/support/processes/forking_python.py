"""A Python that has imported what a server needs, and forks for each command sent to it.

Importing all that takes longer than the rest of a server's start. What runs in a fork is the same
as in a Python of its own, including arguments, environment and exit status.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import types
from collections.abc import Callable

_MODULES = (
    "outflank.cli.server.serve",
    "outflank.cli.server.worker",
    "outflank.faces.web.operation.serving",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "redis",
)
_LONGEST = 1 << 20  # bytes of a command
_STREAMS = 3


def wait_for_commands(channel: socket.socket) -> Callable[[], None] | None:
    """Fork for every command; return the task of a fork, or None when no more commands come."""
    ended, waking = socket.socketpair()
    waking.setblocking(False)
    signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ours = [channel, ended, waking]
    waiting: dict[int, int] = {}  # process -> the channel on which its end is reported
    while True:
        readable = wait_for(channel, ended)
        if ended in readable:
            ended.recv(4096)
            tell_ends(waiting)
        if channel not in readable:
            continue
        message, files, _, _ = socket.recv_fds(channel, _LONGEST, _STREAMS + 1)
        if not message:
            return None
        command = json.loads(message)
        process = os.fork()
        if process == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for one in ours:
                one.close()
            for told in (*waiting.values(), files.pop()):
                os.close(told)
            return lambda: become(command, files)
        waiting[process] = files.pop()
        for file in files:
            os.close(file)
        channel.send(str(process).encode())


def wait_for(*sockets: socket.socket) -> list[socket.socket]:
    """Wait until a socket can be read, and return all that can."""
    return select.select(sockets, [], [])[0]


def tell_ends(waiting: dict[int, int]) -> None:
    """Report the exit code and the processor time of every process that has ended."""
    while waiting:
        process, status, used = os.wait4(-1, os.WNOHANG)
        if process == 0:
            return
        told = waiting.pop(process)
        line = f"{os.waitstatus_to_exitcode(status)} {used.ru_utime + used.ru_stime}"
        with contextlib.suppress(BrokenPipeError):  # nobody waits for the report
            os.write(told, line.encode())
        os.close(told)


def become(command: dict[str, object], files: list[int]) -> None:
    """Do what Python does when it is started with the arguments."""
    if command["new_session"]:
        os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(str(command["folder"]))
    os.environ.clear()
    os.environ.update(dict(command["environment"]))  # type: ignore[call-overload]
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    kind, what, *words = list(command["arguments"])  # type: ignore[call-overload]
    if kind == "-m":
        sys.argv[:] = [what, *words]
        runpy.run_module(what, run_name="__main__", alter_sys=True)
        return
    sys.argv[:] = ["-c", *words]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    exec(compile(what, "<string>", "exec"), vars(main))


if __name__ == "__main__":
    for name in _MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    do = wait_for_commands(socket.socket(fileno=int(sys.argv[1])))
    if do is not None:
        do()
