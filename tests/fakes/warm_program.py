"""The program's small commands without what each start costs: a process that has imported them
waits, and each command is a fork of it, with its own environment, folder and streams.

`python -m tests.fakes.warm_program FD` is that process.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO, NoReturn

IMPORTED = (
    "desktop_app.app",
    "desktop_app.commands",
    "desktop_app.account_commands",
    "desktop_app.workers.account_services",
)
MOST = 1 << 16


class WarmProgram:
    """`run` is as `python -m desktop_app` with these arguments and nothing to read."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def run(
        self,
        arguments: tuple[str, ...],
        environment: Mapping[str, str],
        folder: Path,
        timeout: float = 60.0,
    ) -> subprocess.CompletedProcess[str]:
        asked = {"arguments": arguments, "environment": dict(environment), "folder": str(folder)}
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        socket.send_fds(self._line, [json.dumps(asked).encode()], theirs)
        for number in theirs:
            os.close(number)
        os.close(pipes[0][1])
        pid = int(self._line.recv(MOST))
        said = {1: "", 2: ""}

        def read(number: int) -> None:
            with os.fdopen(pipes[number][0], encoding="utf-8") as stream:
                said[number] = stream.read()

        readers = [Thread(target=read, args=(number,)) for number in said]
        for reader in readers:
            reader.start()
        self._line.settimeout(timeout)
        try:
            status = int(self._line.recv(MOST))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            self._line.settimeout(None)
        for reader in readers:
            reader.join()
        return subprocess.CompletedProcess(list(arguments), status, said[1], said[2])


@contextmanager
def warm_program() -> Iterator[WarmProgram]:
    mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with mine:
        with theirs:
            number = theirs.fileno()
            command = [sys.executable, "-m", "tests.fakes.warm_program", str(number)]
            process = subprocess.Popen(command, pass_fds=[number])
        assert mine.recv(MOST) == b"ready"
        yield WarmProgram(mine)
    assert process.wait(20) == 0, "it ends with the tests"


def _serve(line: socket.socket) -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    gc.freeze()
    line.send(b"ready")
    while True:
        words, numbers, _, _ = socket.recv_fds(line, MOST, 3)
        if not words:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            _become(json.loads(words), numbers)
        for number in numbers:
            os.close(number)
        line.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(asked: dict[str, object], numbers: list[int]) -> NoReturn:
    """The command; it ends as a program does, with all that is to be done at its end."""
    for number, at in zip(numbers, range(3), strict=True):
        os.dup2(number, at)
        os.close(number)
    os.environ.clear()
    os.environ.update({str(k): str(v) for k, v in dict(asked["environment"]).items()})  # type: ignore[call-overload]
    os.chdir(str(asked["folder"]))
    sys.stdin, sys.stdout, sys.stderr = (_stream(at) for at in range(3))
    sys.argv = ["desktop_app", *map(str, asked["arguments"])]  # type: ignore[call-overload]
    runpy.run_module("desktop_app", run_name="__main__", alter_sys=True)
    sys.exit(0)


def _stream(at: int) -> IO[str]:
    return open(at, "r" if at == 0 else "w", encoding="utf-8", closefd=False)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
