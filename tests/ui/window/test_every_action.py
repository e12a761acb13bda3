"""Every action is pressed, and every dialog opened, with and without mail and a draft in front."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QWidget

from desktop_app.model.draft import Draft
from desktop_app.model.errors import StorageError
from desktop_app.ui.background.faults import BROKEN, Faults
from desktop_app.ui.bench.action_table import ACTIONS, CONVERSATION_MENU, MESSAGE_MENU, ROWS
from desktop_app.ui.widgets.dialogs import choose_files, present
from desktop_app.ui.widgets.every_widget import every_window
from desktop_app.ui.widgets.strips import Strip
from tests.depths import in_depth
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored
from tests.ui.turning import settle

ENDS = {"close", "quit"}
"""They close the window, each in a test of its own."""

LEAVES = {
    *(
        "compose",
        "back",
        "draft_send",
        "draft_ignore",
        "draft_not_like_this",
        "draft_close",
        "draft_window",
        "review_next",
        "read_through",
    ),
    *("next_conversation", "previous_conversation", "open_conversation"),
    *("select_all", "toggle_selection", "all_accounts"),
}
"""What may put something else in front of a draft, which is kept: going elsewhere, and the draft's
own actions."""


@pytest.fixture(autouse=True)
def no_other_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: True)


@pytest.fixture
def several(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    """A conversation of two mails, and others for what takes one away."""
    house.add(mail("Budget", message_id="b1@lee.example"), frozenset({"INBOX", "Clients"}))
    more = "In-Reply-To: <b1@lee.example>\r\nReferences: <b1@lee.example>\r\n"
    for number in range(2, 5):
        again = mail("Re: Budget", message_id=f"b{number}@lee.example", more=more)
        house.add(again, frozenset({"INBOX"}))
    for number in range(6):
        once = mail(f"Note {number}", message_id=f"n{number}@lee.example")
        house.add(once, frozenset({"INBOX"}))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 7)
    return driver


def dialogs() -> Iterator[QDialog]:
    for widget in every_window():
        if isinstance(widget, QDialog) and widget.isVisible():
            yield widget


def close_dialogs() -> list[str]:
    """The titles of the dialogs that are open, which are closed, the ones on top first."""
    titles = []
    for _ in range(5):
        for dialog in list(dialogs()):
            titles.append(dialog.windowTitle())
            dialog.reject()
        settle()
    return titles


def press(driver: WindowDriver, name: str) -> list[str]:
    """Trigger an action; the titles of the dialogs that came of it. What it raises fails the
    test."""
    driver.bench.actions.action(name).trigger()
    settle()
    driver.until(lambda: True)
    titles = close_dialogs()
    driver.until(lambda: not list(dialogs()))
    own = there(driver.window.late).draft_windows
    for window in own.open:
        window.close()
    driver.until(lambda: not own.open)
    return titles


def go_to_mail(driver: WindowDriver) -> None:
    driver.bench.selection.close_draft()
    driver.bench.navigation.show_search("")
    driver.until(lambda: driver.bench.selection.place == "" and bool(driver.rows()))
    driver.conversations.view.go_to(0)
    driver.until(lambda: driver.bench.selection.opened is not None)


@pytest.mark.parametrize("with_mail", [True, False])
def test_every_action_can_be_pressed(several: WindowDriver, with_mail: bool) -> None:
    opened: dict[str, list[str]] = {}
    for row in ACTIONS:
        if row.id not in ENDS:
            if with_mail:
                go_to_mail(several)
            opened[row.id] = press(several, row.id)
    if with_mail:
        assert opened["print"] == ["Print message"]
        assert opened["save_pdf"] == ["Save message as PDF"]
    assert opened["settings"]
    assert opened["help"] == ["Keyboard shortcuts"]


@pytest.mark.parametrize("name", sorted(ENDS))
def test_the_window_is_closed_by_its_actions(several: WindowDriver, name: str) -> None:
    with several.qtbot.waitSignal(several.window.closed):
        several.bench.actions.trigger(name)


def kept(driver: WindowDriver) -> dict[int, frozenset[str]]:
    """The labels of every mail."""
    threads = driver.house.store.threads.mails(range(100))
    ids = [id_ for mails in threads.values() for id_ in mails]
    return {m.id: m.labels for m in driver.house.store.messages.get_many(ids)}


def own_draft(driver: WindowDriver) -> Draft:
    return own_reply(driver.house, "Dear Dana,\n\nyes.\n\nAlex")


@pytest.mark.parametrize("width", in_depth([900, 1150, 1400]))
def test_while_a_draft_has_the_pane_no_action_changes_mail(
    several: WindowDriver, width: int
) -> None:
    several.window.resize(width, 700)
    go_to_mail(several)
    draft = own_draft(several)
    before = kept(several)
    for row in ACTIONS:
        if row.id in ENDS:
            continue
        if several.bench.selection.draft != draft.id:
            go_to_mail(several)
            open_review(several, draft)
        if row.id == "paste":
            QGuiApplication.clipboard().clear()  # it puts words into the draft, as it should
        press(several, row.id)
        assert kept(several) == before, row.id
        assert stored(several, draft).content.body == draft.content.body, row.id
        if row.id not in LEAVES and not row.id.startswith(("go_", "account_")):
            assert several.bench.selection.draft == draft.id, row.id
        if stored(several, draft).state is not draft.state:
            draft = own_draft(several)  # sent or put aside by an action of its own


@pytest.mark.parametrize("width", [900, 1400])
def test_beside_a_draft_rows_have_no_actions_of_their_own(
    several: WindowDriver, width: int
) -> None:
    several.window.resize(width, 700)
    go_to_mail(several)
    assert several.conversations.view.delegate.acts
    open_review(several, own_draft(several))
    assert not several.conversations.view.delegate.acts
    before = kept(several)
    index = several.conversations.model.index(0, 0)
    several.conversations.view.delegate.archive_wanted.emit(index)
    several.until(lambda: True)
    assert kept(several) == before


def test_every_action_of_a_menu_is_one_of_the_table() -> None:
    assert {name for name in (*CONVERSATION_MENU, *MESSAGE_MENU) if name} <= set(ROWS)


@pytest.mark.parametrize("kind", [QDialog, QFileDialog, QPrintDialog])
def test_every_kind_of_dialog_is_opened(several: WindowDriver, kind: type[QDialog]) -> None:
    dialog = kind(several.window)
    present(dialog)
    assert dialog.isVisible()
    dialog.reject()


def test_the_completions_of_a_file_dialog_have_a_ground(several: WindowDriver) -> None:
    """Their list is a window: where it is transparent, words stand on nothing."""
    dialog = choose_files(several.window, "Attach files", "All files (*)", lambda _: None)
    popups = [e.completer().popup() for e in dialog.findChildren(QLineEdit) if e.completer()]
    assert popups
    assert {there(popup).property("role") for popup in popups} == {"framed"}
    dialog.reject()


@pytest.fixture
def faults(driver: WindowDriver) -> Iterator[Faults]:
    caught = Faults(driver.bench.calls.jobs, driver.window)
    caught.catch()
    yield caught
    caught.let_go()


def told(driver: WindowDriver) -> list[str]:
    strips: list[QWidget] = driver.window.notices.findChildren(Strip)
    return [strip.label.text() for strip in strips if strip.isVisible()]  # type: ignore[attr-defined]


def fail_in_a_turn(owner: QObject, error: Exception) -> None:
    def fail() -> None:
        raise error

    QTimer.singleShot(0, owner, fail)


@pytest.mark.logs_errors
def test_what_an_action_raises_is_logged_and_told(driver: WindowDriver, faults: Faults) -> None:
    def broken() -> None:
        raise ZeroDivisionError("a bug")

    driver.bench.actions.on("save_search", broken)
    driver.bench.actions.trigger("save_search")
    driver.until(lambda: any(text.startswith(BROKEN) for text in told(driver)))
    assert "a bug" not in " ".join(told(driver))


def test_a_known_error_of_an_action_is_told_in_its_own_words(
    driver: WindowDriver, faults: Faults
) -> None:
    fail_in_a_turn(driver.window, StorageError("The disk is full.", next_step="Make room."))
    driver.until(lambda: "The disk is full. Make room." in told(driver))


@pytest.mark.logs_errors
def test_a_fault_in_telling_ends_there(
    driver: WindowDriver, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("again")

    driver.bench.calls.jobs.broke.connect(broken)
    fail_in_a_turn(driver.window, ZeroDivisionError("a bug"))
    driver.until(lambda: any(text.startswith(BROKEN) for text in told(driver)))


def test_who_listened_before_listens_again(driver: WindowDriver) -> None:
    before = sys.excepthook
    caught = Faults(driver.bench.calls.jobs, driver.window)
    caught.catch()
    caught.let_go()
    assert sys.excepthook is before
