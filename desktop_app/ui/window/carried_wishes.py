"""A wish carried out in the window: it opens what is wished, and does nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from desktop_app.model.wish import Want, Wish
from desktop_app.ui.bench.folders import BY_NAME
from desktop_app.ui.bench.navigation import Prefill

if TYPE_CHECKING:
    from desktop_app.ui.window.main_window import MainWindow


def carry_out(window: MainWindow, wish: Wish) -> None:
    """The window is in front, and has its parts."""
    _WAYS[wish.want](window, wish)


def _window(window: MainWindow, wish: Wish) -> None:
    """It is in front."""


def _review(window: MainWindow, wish: Wish) -> None:
    if wish.draft_id:
        window.bench.navigation.open_draft(wish.draft_id)
    else:
        window.bench.navigation.show_drafts("review")


def _conversation(window: MainWindow, wish: Wish) -> None:
    window.bench.navigation.open_thread(wish.thread_id)


def _place(window: MainWindow, wish: Wish) -> None:
    folder = BY_NAME.get(wish.place)
    if folder is None:
        return
    if folder.tab:
        window.bench.navigation.show_drafts(folder.tab)
    else:
        window.bench.navigation.show_search(folder.query)


def _compose(window: MainWindow, wish: Wish) -> None:
    window.bench.navigation.compose(Prefill(letter=wish.letter) if _says(wish) else None)


def _says(wish: Wish) -> bool:
    letter = wish.letter
    said = (letter.link, letter.subject, letter.body)
    return any((*said, *letter.to, *letter.cc, *letter.bcc, *letter.files))


def _files(window: MainWindow, wish: Wish) -> None:
    from desktop_app.ui.window.shown_files import show_files

    show_files(window, wish.paths)


def _let_in(window: MainWindow, wish: Wish) -> None:
    from desktop_app.ui.settings.let_in_dialog import open_question

    open_question(window.bench, window, wish.question)


_WAYS: Mapping[Want, Callable[[MainWindow, Wish], None]] = MappingProxyType(
    {
        Want.WINDOW: _window,
        Want.REVIEW: _review,
        Want.CONVERSATION: _conversation,
        Want.PLACE: _place,
        Want.COMPOSE: _compose,
        Want.FILES: _files,
        Want.LET_IN: _let_in,
    }
)
