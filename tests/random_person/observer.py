"""Observer: what the person pressed, and what came of it, by cause.

A press is the cause of the jobs it starts, of what their answers start, and so on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from desktop_app.tools.calls.base import P, R, Tool, ToolResult
from tests.random_person import pool
from tests.random_person.ledger import Ledger

NOISE = ("This plugin does not support", "Keyboard event not accepted", "Mouse event")
"""What the offscreen platform says of itself, and QTest of an event nobody wanted."""


@dataclass(eq=False)
class Press:
    """One press of a key or button, one wheel step, one accessible action. `entry`: a text entry
    had the focus then; `letter`: a key that types. `sends`: it was aimed at a button or bound to a
    key that sends; `asked`: what the dialog in front is about. The rest is what was seen at that
    moment."""

    number: int
    kind: str
    what: str
    entry: bool = False
    letter: bool = False
    sends: bool = False
    redoes: bool = False
    draft: str = ""
    by_itself: bool = False
    listed: bool = False
    ring: int = 0
    selected: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    pane: int = 0
    under: int = 0
    reviewing: bool = False
    focused: str = ""
    spent: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {self.what!r} (press {self.number})"


@dataclass(frozen=True)
class ToolCall:
    """A tool that was called for the person and did it."""

    name: str
    effect: str
    params: Any
    permit: Any
    threads: frozenset[int]
    cause: Press | None


@dataclass
class FocusMove:
    """The focus went elsewhere, and no press was being handled."""

    old: QWidget
    new: QWidget
    was: str
    now: str
    why: str
    could: bool
    """Whether what had it was in sight and enabled then."""


@dataclass
class Observer:
    """Everything that is observed of one run."""

    presses: list[Press] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    moves: list[FocusMove] = field(default_factory=list)
    cause: Press | None = None
    delivering: bool = False
    _left: tuple[QWidget, str, bool] | None = None
    _local: threading.local = field(default_factory=threading.local)

    @contextmanager
    def press(self, press: Press) -> Iterator[Press]:
        """While it is handled everything that happens is its doing."""
        self.presses.append(press)
        self.cause = press
        yield press

    def end_turn(self) -> None:
        """What a press has brought about at once is over."""
        self.cause = None

    @property
    def undoing(self) -> bool:
        """Whether what happens is the doing of a press that takes something back."""
        cause = self.cause
        return cause is not None and (cause.what == "Z" or "Undo" in cause.what)

    def trace(self, jobs: Any) -> None:
        """Have every job of the window know the press it comes from."""
        real, local = jobs.run, self._local

        def run(
            function: Callable[[], Any], *, done: Any = None, failed: Any = None, **more: Any
        ) -> Any:
            cause = self.cause

            def work() -> Any:
                local.cause = cause
                try:
                    return function()
                finally:
                    local.cause = None

            return real(
                work, done=self._caused(done, cause), failed=self._caused(failed, cause), **more
            )

        jobs.run = run

    def _caused(self, deliver: Callable[[Any], Any] | None, cause: Press | None) -> Any:
        if deliver is None:
            return None

        def caused(value: Any) -> None:
            before = self.cause, self.delivering
            self.cause, self.delivering = cause, True
            try:
                deliver(value)
            finally:
                self.cause, self.delivering = before

        return caused

    @property
    def job_cause(self) -> Press | None:
        """In a job's thread: the press it comes from."""
        return getattr(self._local, "cause", None)

    def on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """A press moves the focus, and what goes on in its own turn does. On its way it may be
        nowhere for a moment."""
        asked = not self.delivering and self.cause is not None
        if asked:
            self._left = None
        elif old is not None and new is None:
            self._left = (old, named(old), _in_sight(old))
        elif new is not None:
            came = (old, named(old), _in_sight(old)) if old is not None else self._left
            self._left = None
            if came is not None:
                why = f"an answer to {self.cause}" if self.delivering else "no press"
                self.moves.append(FocusMove(came[0], new, came[1], named(new), why, came[2]))

    def strays(self) -> list[FocusMove]:
        """The move away from a widget that could have kept the focus; asked for once. Where it is
        back in the end it has not moved, and inside a pane in which nothing was typed it may. The
        question at closing that comes late may take it to its last way, which stays."""
        moves, self.moves = self.moves, []
        if moves and _stays(moves[-1].new):
            moves.pop()
        if not moves:
            return []
        first, last = moves[0], moves[-1]
        if (
            first.old is last.new
            or not _can_have_focus(first.old)
            or _is_around(first.old, last.new)
            or not first.could
        ):
            return []
        return [FocusMove(first.old, last.new, first.was, last.now, last.why, True)]


class WatchedRunner:
    """The person's way to the tools: it writes down what was done, and holds answers back. Tools in
    `fails` fail with the error there."""

    def __init__(
        self,
        real: Any,
        observer: Observer,
        ledger: Ledger,
        threads_of: Callable[[Any], frozenset[int]],
    ) -> None:
        self._real, self._observer, self._threads_of = real, observer, threads_of
        self._ledger = ledger
        self.fails: dict[str, Exception] = {}

    def call(self, tool: Tool[P, R], params: P, **more: Any) -> ToolResult[R]:
        if tool.name in self.fails:
            raise self.fails[tool.name]
        threads = self._threads_of(params)
        with self._ledger.around(tool.name, params) as done:
            result: ToolResult[R] = self._real.call(tool, params, **more)
            done(result.value)
        self._observer.calls.append(
            ToolCall(
                tool.name,
                str(tool.effect),
                params,
                more.get("permit"),
                threads,
                self._observer.job_cause,
            )
        )
        pool.keep_back()
        return result


class Alarm(logging.Handler):
    """Errors in the log, warnings of Qt, exceptions in slots and dialogs that are executed."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._problems = problems

    def emit(self, record: logging.LogRecord) -> None:
        self._problems.append(f"logged {record.name}: {self.format(record)[-800:]}")

    def _on_qt(self, kind: QtMsgType, _: object, text: str) -> None:
        quiet = {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
        if kind not in quiet and not text.startswith(NOISE):
            self._problems.append(f"Qt: {text}")

    @contextmanager
    def on(self) -> Iterator[None]:
        import sys
        import traceback

        def broke(kind: Any, error: Any, trace: Any) -> None:
            text = "".join(traceback.format_exception(kind, error, trace))
            self._problems.append(f"in a slot: {text[-800:]}")

        def executed(widget: Any, *_: object) -> int:
            self._problems.append(f"{type(widget).__name__} was executed")
            return 0

        real = {kind: kind.exec for kind in (QDialog, QMenu)}
        logging.getLogger().addHandler(self)
        before, hook = qInstallMessageHandler(self._on_qt), sys.excepthook
        sys.excepthook = broke
        for kind in real:
            kind.exec = executed  # type: ignore[method-assign]
        try:
            yield
        finally:
            for kind, method in real.items():
                kind.exec = method  # type: ignore[method-assign]
            sys.excepthook = hook
            qInstallMessageHandler(before)
            logging.getLogger().removeHandler(self)


def named(widget: QWidget | None) -> str:
    """What a reader of a failure recognises."""
    if widget is None or not shiboken6.isValid(widget):
        return "nothing"
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or (text() if callable(text) else "") or widget.objectName()
    return f"{type(widget).__name__} “{words[:40]}”" if words else type(widget).__name__


def _pane(widget: QWidget) -> QObject | None:
    """The pane, dialog or window a widget is in."""
    from desktop_app.ui.bench.pane import Pane

    at: QWidget | None = widget
    while at is not None and not isinstance(at, Pane) and not at.isWindow():
        at = at.parentWidget()
    return at


def _is_around(old: QWidget, new: QWidget) -> bool:
    inside = shiboken6.isValid(new) and (old.isAncestorOf(new) or _pane(old) is _pane(new))
    return inside and not _typed(old)


def _stays(widget: QWidget) -> bool:
    """Whether it is the last way of a question before the window closes."""
    from desktop_app.ui.widgets.leaving_question import LeavingQuestion

    at: QWidget | None = widget if shiboken6.isValid(widget) else None
    while at is not None and not isinstance(at, LeavingQuestion):
        at = at.parentWidget()
    return at is not None and widget is list(at.buttons.values())[-1]


def _typed(widget: QWidget) -> bool:
    """Whether something stands in an entry."""
    from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

    if isinstance(widget, QLineEdit):
        return bool(widget.text()) and not widget.isReadOnly()
    return isinstance(widget, QPlainTextEdit | QTextEdit) and bool(widget.toPlainText())


def _in_sight(widget: QWidget) -> bool:
    """Asked while it is being hidden this says no, as `isVisible` does not."""
    return widget.isVisibleTo(widget.window()) and widget.isEnabled()


def _can_have_focus(widget: QWidget) -> bool:
    return (
        shiboken6.isValid(widget)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window().isVisible()
        and widget.window() is QApplication.activeWindow()
    )
