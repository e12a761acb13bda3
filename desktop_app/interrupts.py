"""Ctrl+C on the command line: a line, exit 130, and never a traceback.

An interrupt that Python raises wherever it is at the moment comes out of a half-loaded module as
an error of another kind. What is on the disk is whole at every moment, so that a process may also
end at once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event

STOPPED = 130
"""Exit status of a command that Ctrl+C stopped, as a shell has it."""


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Ctrl+C ends the process: while modules are loaded and the profile is opened."""
    with _on_interrupt(_leave):
        yield


@contextmanager
def raised() -> Iterator[None]:
    """Ctrl+C raises `KeyboardInterrupt`, as ever."""
    with _on_interrupt(lambda: signal.default_int_handler(signal.SIGINT, None)):
        yield


@contextmanager
def stopping() -> Iterator[Event]:
    """Event that Ctrl+C sets. A second one ends the process."""
    stopped = Event()

    def stop() -> None:
        if stopped.is_set():
            _leave()
        stopped.set()
        _say(b"\nStopping. Ctrl+C again stops at once.\n")

    with _on_interrupt(stop):
        yield stopped


def say_stopped() -> None:
    """The line on stderr; no buffer that an interrupted print holds is asked for it."""
    _say(b"\ndraftdesk: Stopped.\n")


def _say(words: bytes) -> None:
    with suppress(OSError):  # nobody has to listen
        os.write(2, words)


def _leave() -> None:
    say_stopped()
    os._exit(STOPPED)


@contextmanager
def _on_interrupt(work: Callable[[], object]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, lambda *_: work())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
