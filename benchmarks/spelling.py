"""Spelling: what is found and what is marked wrongly, how long it takes, and what of that the
window's thread does.

`python -m benchmarks.spelling`: the mails of `tests/data/spelling`, and a draft of 10,000 words of
them that is opened, typed into and pasted, with the process and the dictionaries of this computer.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from desktop_app.settings import Settings
from desktop_app.spelling.passages import Passage
from desktop_app.spelling.service import Spelling
from tests.spelling.recall import FOUR, measured
from tests.spelling.texts import HELD, LANGUAGES, mails, planted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

    from desktop_app.ui.widgets.theme import Theme

WORDS = 10_000
TYPED = "This is an exampel of words that are typed into it, wich goes on. "


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for line in (*_found(), "", *_took()):
        print(line)


def _found() -> Iterator[str]:
    yield "| mails | dictionaries | errors found | right words marked |"
    yield "|---|---|---:|---:|"
    sets: list[tuple[str, Sequence[str]]] = list(LANGUAGES.items())
    for name, written in sets:
        for codes in ((name,), FOUR):
            yield _row(name, "its own" if len(codes) == 1 else "all four", written, codes)
    for name, written in HELD.items():
        yield _row(f"{name}, held back", "all four", written, FOUR)
    for name in ("mixed", "held_mixed", "right", "elsewhere"):
        yield _row(name, "all four", mails(name), FOUR)
    yield _row("elsewhere", "en_US", mails("elsewhere"), ("en_US",))


def _row(name: str, told: str, written: Sequence[str], codes: Sequence[str]) -> str:
    found, errors, wrong, words = measured(written, codes)
    share = f" ({100 * found / errors:.0f} %)" if errors else ""
    return f"| {name} | {told} | {found} of {errors}{share} | {wrong} of {words} |"


def _took() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"DRAFTDESK_SPELLING_LANGUAGES": ",".join(FOUR)}
        settings = Settings(Path(folder), chosen)
        spelling = Spelling(Path(folder), settings, system=lambda: "en_US")
        yield "| | ms |"
        yield "|---|---:|"
        first = _clocked(lambda: spelling.check([Passage("a wrod")]))
        yield f"| the process started, four dictionaries opened, one word checked | {first:.0f} |"
        lines = _lines()
        again = [_clocked(lambda: spelling.check(lines)) for _ in range(3)]
        yield f"| {WORDS:,} words checked, all four | {again[0]:.0f}, again {again[-1]:.0f} |"
        yield f"| suggestions for a word, median and slowest of 40 | {_suggestions(spelling)} |"
        yield from _window(spelling, settings, lines)


def _suggestions(spelling: Spelling) -> str:
    took = []
    for code, written in LANGUAGES.items():
        errors = [error for one in written for error in planted(one).errors][:10]
        for _, _, word, _ in errors:
            took.append(_clocked(lambda w=word, c=code: spelling.suggest(w, (c,))))  # type: ignore[misc]
    return f"{statistics.median(took):.0f}, {max(took):.0f}"


def _lines() -> list[Passage]:
    every = [
        line
        for written in LANGUAGES.values()
        for one in written
        for line in planted(one).text.split("\n")
        if line
    ]
    out: list[Passage] = []
    words = 0
    while words < WORDS:
        out.append(Passage(every[len(out) % len(every)]))
        words += len(out[-1].text.split())
    return out


def _window(spelling: Spelling, settings: Settings, lines: list[Passage]) -> Iterator[str]:
    """Processor time of the window's thread, the longest turn of its loop: in a text of many lines
    and in one line, in both kinds of editors."""
    from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

    from desktop_app.ui.widgets.theme import Theme

    theme = Theme(cast("QApplication", QApplication.instance() or QApplication([])), settings)
    for kind in (QPlainTextEdit, QTextEdit):
        for joined, told in (("\n", "in lines"), (" ", "in one line")):
            figures = _written(kind(), spelling, theme, joined.join(one.text for one in lines))
            for name, (off, on) in figures.items():
                yield (
                    f"| {kind.__name__}, {WORDS:,} words {told}: {name}, longest turn | "
                    f"{on:.1f} (without spelling {off:.1f}) |"
                )


def _written(
    editor: QPlainTextEdit | QTextEdit, spelling: Spelling, theme: Theme, text: str
) -> dict[str, tuple[float, float]]:
    """What each step takes without spelling, and with it."""
    from PySide6.QtGui import QColor, QTextCursor

    from desktop_app.ui.background.jobs import Jobs
    from desktop_app.ui.review.sheet.subject_entry import SubjectEntry
    from desktop_app.ui.review.spelling.checking import Checking
    from desktop_app.ui.review.spelling.marks import Marks
    from desktop_app.ui.review.spelling.subject_marks import SubjectMarks

    subject, jobs = SubjectEntry(theme), Jobs()
    marks = Marks(editor.document(), lambda: QColor("red"))
    line = SubjectMarks(subject, subject)
    line.follow(marks)
    checking = Checking(spelling, jobs, marks, line, frozenset, subject)
    editor.resize(700, 600)
    editor.show()

    def idle() -> bool:
        return checking.idle

    def key(sign: str) -> float:
        return _longest(lambda: editor.insertPlainText(sign), lambda: True)

    def steps(*, on: bool) -> tuple[float, ...]:
        marks.switch(on=on)
        opened = _longest(lambda: editor.setPlainText(text), idle)
        editor.moveCursor(QTextCursor.MoveOperation.End)
        keys = max(key(sign) for sign in TYPED)
        after = _longest(lambda: None, idle)
        return opened, keys, after, _longest(lambda: editor.textCursor().insertText(text), idle)

    names = ("opened, and all checked", "a key", "what it brings", "pasted again")
    figures = dict(zip(names, zip(steps(on=False), steps(on=True), strict=True), strict=True))
    jobs.shutdown()
    return figures


def _longest(work: Callable[[], object], over: Callable[[], bool]) -> float:
    """Processor milliseconds of the longest turn of the loop, from `work` until it is `over`."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    begun = time.thread_time()
    work()
    longest = time.thread_time() - begun
    while True:
        begun = time.thread_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        longest = max(longest, time.thread_time() - begun)
        if over():
            return 1_000 * longest
        time.sleep(0.001)


def _clocked(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1_000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
