"""Palette, help, settings, accounts, notices, toasts, closing: everything around the mail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTextEdit,
    QTreeWidget,
    QWidget,
)

from desktop_app.model.backup import Occasion
from desktop_app.model.changes import Changes
from desktop_app.model.errors import Unavailable
from desktop_app.settings_table import SETTINGS
from desktop_app.store.base import marker
from desktop_app.ui.background.jobs import Bug
from desktop_app.ui.bench.action_table import ACTIONS
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.settings.dialog import SettingsDialog, pages
from desktop_app.ui.settings.keys_page import KeysPage
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.tokens import Look
from desktop_app.ui.window.commands import Command, matching
from desktop_app.ui.window.palette import Palette
from tests.depths import one_in
from tests.fakes.house import TestHouse
from tests.sure import there
from tests.ui.conftest import WindowDriver


def dialog(driver: WindowDriver, kind: type[QDialog] = QDialog) -> QDialog:
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind))
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    return found


def notices(driver: WindowDriver) -> list[str]:
    return [s.label.text() for s in driver.window.notices.findChildren(Strip) if s.isVisible()]


def named(parent: QWidget, kind: type[QWidget], name: str) -> QWidget:
    return next(w for w in parent.findChildren(kind) if w.accessibleName() == name)


def test_the_palette_does_what_is_chosen(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("palette")
    palette = dialog(driver, Palette)
    assert isinstance(palette, Palette)
    driver.qtbot.keyClicks(palette.entry, "arch")
    driver.qtbot.keyClick(palette.entry, Qt.Key.Key_Return)
    driver.until(lambda: driver.rows() == ["Report", "Budget"])


def test_the_palette_finds_commands_by_the_beginnings_of_words() -> None:
    commands = [Command(row.text, lambda: None, row.menu.value) for row in ACTIONS]
    assert matching("rep al", commands)[0].words == "Reply all"
    assert matching("zzz", commands) == []
    assert len(matching("", commands)) == len(commands)


def test_the_palette_offers_only_what_can_be_done_now(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("palette")
    palette = dialog(driver, Palette)
    assert isinstance(palette, Palette)
    driver.qtbot.keyClicks(palette.entry, "forward")
    assert lines(palette) == ["No command fits “forward”.", "Search mail for “forward”"]
    palette.reject()


def test_enter_searches_mail_where_no_command_fits(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("palette")
    palette = dialog(driver, Palette)
    assert isinstance(palette, Palette)
    driver.qtbot.keyClicks(palette.entry, "hyacinth")
    driver.qtbot.keyClick(palette.entry, Qt.Key.Key_Return)
    driver.until(lambda: driver.bench.selection.place == "hyacinth")


def lines(palette: Palette) -> list[str]:
    return [palette.list.item(place).text() for place in range(palette.list.count())]


@one_in(3)
@pytest.mark.parametrize(
    ("words", "line", "came"),
    [
        ("label cli", "Go to label Clients", lambda d: d.bench.selection.place == "label:Clients"),
        ("trash", "Go to Trash", lambda d: d.bench.selection.place == "in:trash"),
        ("garden", "Go to search Garden", lambda d: d.bench.selection.place == "from:dana"),
        ("account work", "Show account Work", lambda d: d.bench.selection.account == "work"),
        ("dark", "Theme: Dark", lambda d: d.bench.theme.look is Look.DARK),
        ("setting text size", "Settings: Look", lambda _: in_front(SettingsDialog)),
        ("zzz", "Search mail for “zzz”", lambda d: d.bench.selection.place == "zzz"),
    ],
)
def test_the_palette_goes_to_labels_searches_accounts_themes_and_settings(
    driver: WindowDriver, words: str, line: str, came: Callable[[WindowDriver], bool]
) -> None:
    store = driver.house.store
    store.labels.create("work", "Clients")
    store.saved_searches.save("Garden", "from:dana")
    driver.bench.actions.trigger("palette")
    palette = dialog(driver, Palette)
    assert isinstance(palette, Palette)
    driver.until(lambda: "Go to label Clients" in lines(palette))
    driver.qtbot.keyClicks(palette.entry, words)
    at = lines(palette).index(line)
    palette.list.setCurrentRow(at)
    driver.qtbot.keyClick(palette.entry, Qt.Key.Key_Return)
    driver.until(lambda: came(driver))
    if in_front(SettingsDialog):
        there(QApplication.activeModalWidget()).close()
    driver.bench.theme.follow("look.theme")


def in_front(kind: type[QDialog]) -> bool:
    return isinstance(QApplication.activeModalWidget(), kind)


def test_the_help_lists_the_keys_in_force(driver: WindowDriver) -> None:
    driver.house.settings.change("keys.rebound", ["archive=Ctrl+E"])
    driver.until(lambda: driver.bench.actions.action("archive").shortcut().toString() == "Ctrl+E")
    driver.bench.actions.trigger("help")
    shown = dialog(driver)
    tree = there(shown.findChild(QTreeWidget))
    menus = [there(tree.topLevelItem(top)) for top in range(tree.topLevelItemCount())]
    items = [there(menu.child(n)) for menu in menus for n in range(menu.childCount())]
    lines = {item.text(0): item.text(1) for item in items}
    assert lines["Archive"] == "Ctrl+E"
    assert lines["Send"] == "Ctrl+Return"
    shown.reject()


def test_the_settings_dialog_has_an_editor_for_every_row_with_a_page(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("settings")
    shown = dialog(driver, SettingsDialog)
    assert isinstance(shown, SettingsDialog)
    for place in range(shown.tabs.count()):
        shown.tabs.setCurrentIndex(place)
    names = {w.accessibleName() for w in shown.findChildren(QWidget)}
    for row in SETTINGS:
        if row.page and row.key != "keys.rebound":
            assert (row.label or row.key) in names, row.key
    assert set(pages()) == {shown.tabs.tabText(n) for n in range(shown.tabs.count())}
    shown.reject()


def test_a_change_in_the_settings_is_kept_and_seen_at_once(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("settings")
    shown = dialog(driver, SettingsDialog)
    box = named(shown, QComboBox, "Conversation list")
    assert isinstance(box, QComboBox)
    box.activated.emit(box.findData("compact"))
    view = driver.conversations.view
    driver.until(lambda: view.delegate.compact)
    assert driver.house.settings.text("look.density") == "compact"
    assert view.rowHeight(0) == 44
    spin = named(shown, QSpinBox, "Text size")
    assert isinstance(spin, QSpinBox)
    assert (spin.minimum(), spin.maximum()) == (80, 200)
    shown.reject()


def test_a_refused_value_is_said_in_the_dialog(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("settings")
    shown = dialog(driver, SettingsDialog)
    assert isinstance(shown, SettingsDialog)
    shown.change("look.theme", "pink")
    driver.until(lambda: "look.theme can be" in shown.problem.text())
    shown.reject()


def test_a_key_that_is_taken_names_its_owner(driver: WindowDriver) -> None:
    changes: list[object] = []
    page = KeysPage(driver.bench, lambda key, value: changes.append((key, value)))
    driver.qtbot.addWidget(page)
    items = page.tree.findItems("Archive", Qt.MatchFlag.MatchExactly)
    page.tree.setCurrentItem(items[0])
    page._try(("R",))
    assert page.problem.text() == "R is taken by “Reply”."
    assert changes == []
    page._try(("Ctrl+E",))
    assert changes == [("keys.rebound", ["archive=Ctrl+E"])]


def test_an_account_is_edited_with_its_signature(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("accounts")
    shown = dialog(driver)
    driver.until(lambda: bool(shown.findChildren(RichEditor)))
    name = named(shown, QLineEdit, "Your name")
    signature = named(shown, RichEditor, "Signature")
    assert isinstance(name, QLineEdit)
    assert isinstance(signature, RichEditor)
    name.setText("Alexandra Morgan")
    signature.setPlainText("Alexandra")
    save = next(b for b in shown.findChildren(QPushButton) if b.text() == "Save")
    save.click()
    driver.until(
        lambda: driver.house.store.accounts.get("work").default_identity.signature == "Alexandra"
    )
    assert (
        driver.house.store.accounts.get("work").default_identity.address.name == "Alexandra Morgan"
    )
    shown.reject()


def accounts_page(driver: WindowDriver) -> tuple[SettingsDialog, QLineEdit]:
    driver.bench.actions.trigger("accounts")
    shown = dialog(driver, SettingsDialog)
    assert isinstance(shown, SettingsDialog)
    driver.until(lambda: bool(shown.findChildren(RichEditor)))
    name = named(shown, QLineEdit, "Your name")
    assert isinstance(name, QLineEdit)
    return shown, name


def test_an_account_that_is_being_removed_is_named_until_it_is_gone(driver: WindowDriver) -> None:
    store = driver.house.store
    driver.bench.actions.trigger("accounts")
    shown = dialog(driver)
    driver.until(lambda: bool(shown.findChildren(RichEditor)))
    store.removals.begin("work")

    def told() -> list[str]:
        texts = [label.text() for label in shown.findChildren(QLabel)]
        return [text for text in texts if text.startswith("Being removed")]

    driver.until(lambda: told() == ["Being removed: Work."])
    driver.until(lambda: not shown.findChildren(RichEditor))
    assert driver.house.removals.remove("work", Event()) == ""
    driver.until(lambda: told() == [])


def test_the_accounts_are_a_page_of_the_settings(driver: WindowDriver) -> None:
    shown, name = accounts_page(driver)
    assert shown.tabs.tabText(shown.tabs.currentIndex()) == "Accounts"
    save = next(b for b in shown.findChildren(QPushButton) if b.text() == "Save")
    driver.until(save.isVisible)
    order, at = [], name.nextInFocusChain()
    while at is not name and at is not None:
        if isinstance(at, QPushButton) and at.isVisible():
            order.append(at.text())
        at = at.nextInFocusChain()
    assert order.index("Save") + 1 == order.index("Remove account…")
    assert save.x() < shown.width() // 2
    shown.reject()
    driver.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)


@pytest.mark.parametrize(("answer", "kept"), [("Save", "Sandra"), ("Discard", "Alex Morgan")])
def test_leaving_with_unsaved_changes_asks(driver: WindowDriver, answer: str, kept: str) -> None:
    shown, name = accounts_page(driver)
    name.setText("Sandra")
    driver.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    box = dialog(driver, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "Save the changes to Work?"
    driver.qtbot.keyClick(box, Qt.Key.Key_Escape)
    driver.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is shown)
    assert name.text() == "Sandra"
    driver.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    press_in_box(driver, answer)
    driver.until(lambda: QApplication.activeModalWidget() is None)
    assert driver.house.store.accounts.get("work").default_identity.address.name == kept


def test_what_is_refused_on_leaving_stays_to_be_mended(driver: WindowDriver) -> None:
    shown, _ = accounts_page(driver)
    email = named(shown, QLineEdit, "Address")
    assert isinstance(email, QLineEdit)
    email.setText("nobody")
    driver.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    press_in_box(driver, "Save")
    driver.until(
        lambda: any("is not a mail address" in w.text() for w in shown.findChildren(QLabel))
    )
    assert shown.isVisible()
    email.setText("alex@fernhill.example")
    shown.reject()


def test_saving_one_account_keeps_what_is_typed_in_another(driver: WindowDriver) -> None:
    work = driver.house.store.accounts.get("work")
    driver.house.store.accounts.add(replace(work, id="other", name="Other"))
    shown, _ = accounts_page(driver)
    names = [w for w in shown.findChildren(QLineEdit) if w.accessibleName() == "Your name"]
    assert len(names) == 2
    for entry in names:
        entry.setText("Sandra")
    next(b for b in shown.findChildren(QPushButton) if b.text() == "Save").click()
    accounts = driver.house.store.accounts
    driver.until(
        lambda: sum(a.default_identity.address.name == "Sandra" for a in accounts.list()) == 1
    )
    shown_names = [w for w in shown.findChildren(QLineEdit) if w.accessibleName() == "Your name"]
    assert [w.text() for w in shown_names] == ["Sandra", "Sandra"]
    shown.reject()
    press_in_box(driver, "Discard")


def press_in_box(driver: WindowDriver, label: str) -> QMessageBox:
    box = dialog(driver, QMessageBox)
    assert isinstance(box, QMessageBox)
    next(b for b in box.buttons() if b.text() == label).click()
    return box


def test_failing_backups_are_one_bar_that_goes_when_they_go_on(driver: WindowDriver) -> None:
    store = driver.house.store
    driver.until(lambda: hasattr(driver.window, "late"))

    def tell(trouble: str) -> None:
        store.backups.trouble = trouble
        store.announce(Changes(accounts=True))

    store.backups.add(Occasion.DAILY, now=driver.house.clock())
    tell("The disk is full. Free some space.")
    driver.until(lambda: any("No backup since" in text for text in notices(driver)))
    assert sum("The disk is full." in text for text in notices(driver)) == 1
    tell("The folder is read-only.")
    driver.until(lambda: any("read-only" in text for text in notices(driver)))
    assert sum("No backup since" in text for text in notices(driver)) == 1
    tell("")
    driver.until(lambda: not any("No backup since" in text for text in notices(driver)))


def test_damage_found_in_idle_time_is_a_bar_that_offers_the_repair(driver: WindowDriver) -> None:
    driver.until(lambda: hasattr(driver.window, "late"))
    marker.note_damage(driver.house.profile, "a page")
    driver.house.store.announce(Changes(accounts=True))
    driver.until(lambda: any("database is damaged" in text for text in notices(driver)))
    buttons = driver.window.notices.findChildren(QPushButton)
    assert "Restart and repair…" in [b.text() for b in buttons if b.isVisible()]


def test_removing_an_account_says_what_goes_and_cancel_keeps_it(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("accounts")
    shown = dialog(driver)
    driver.until(lambda: bool(shown.findChildren(RichEditor)))
    remove = next(b for b in shown.findChildren(QPushButton) if b.text().startswith("Remove"))
    remove.click()
    box = dialog(driver, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "drafts" in box.informativeText()
    assert "made anew" not in box.informativeText()
    assert box.checkBox() is None
    assert box.defaultButton().text() == "Cancel"
    box.reject()
    driver.until(lambda: len(driver.house.store.accounts.list()) == 1)
    shown.reject()


def test_removing_an_account_names_the_copies_and_takes_what_is_unclear_when_told(
    driver: WindowDriver,
) -> None:
    store = driver.house.store
    store.backups.add(Occasion.DAILY, now=driver.house.clock())
    aside = driver.house.profile / "set-aside" / "20260101-000000"
    aside.mkdir(parents=True)
    driver.bench.actions.trigger("accounts")
    shown = dialog(driver)
    driver.until(lambda: bool(shown.findChildren(RichEditor)))
    next(b for b in shown.findChildren(QPushButton) if b.text().startswith("Remove")).click()
    box = dialog(driver, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "1 backup is made anew without it" in box.informativeText()
    assert "stay unless" in box.informativeText()
    assert not box.checkBox().isChecked()
    box.checkBox().setChecked(True)
    next(b for b in box.buttons() if b.text() == "Remove account").click()
    driver.until(lambda: store.accounts.list() == () and not aside.exists())
    assert store.backups.whole()[0].contents.accounts == 0
    shown.reject()


def test_the_sample_mailbox_says_that_it_is_one_until_dismissed(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    house.store.accounts.update(replace(house.store.accounts.get("work"), sample=True))
    driver = open_window()
    driver.until(lambda: any("sample mailbox" in text for text in notices(driver)))
    close = named(driver.window.notices, QAbstractButton, "Dismiss")
    assert isinstance(close, QAbstractButton)
    close.click()
    driver.until(lambda: "sample" in house.settings.items("look.hints_dismissed"))
    assert notices(driver) == []


def test_an_error_is_shown_once_with_its_next_step_and_can_be_put_away(
    driver: WindowDriver,
) -> None:
    error = Unavailable("The disk is full.", next_step="Free some space.", details={"at": "db"})
    driver.bench.calls.jobs.failed.emit(error)
    driver.bench.calls.jobs.failed.emit(error)
    assert notices(driver) == ["The disk is full. Free some space."]
    named(driver.window.notices, QAbstractButton, "Dismiss").click()  # type: ignore[attr-defined]
    assert notices(driver) == []


def test_a_bug_is_shown_as_ours_without_its_traceback(driver: WindowDriver) -> None:
    driver.bench.calls.jobs.broke.emit(Bug("Something went wrong inside Draftdesk.", "Traceback"))
    assert "inside Draftdesk" in notices(driver)[0]
    assert "Traceback" not in notices(driver)[0]


def test_a_toast_undoes_and_goes(driver: WindowDriver) -> None:
    done: list[str] = []
    driver.bench.navigation.toast("Archived.", Undo(lambda: done.append("undone")))
    toast = driver.window.toasts.toast
    assert toast.isVisible()
    toast.button.click()
    assert done == ["undone"]
    assert not toast.isVisible()


def test_z_belongs_first_to_a_floated_countdown(driver: WindowDriver) -> None:
    done: list[str] = []

    class Countdown(QLabel):
        def undo(self) -> None:
            done.append("unsent")

    driver.open_first()
    driver.bench.actions.trigger("archive")
    driver.until(lambda: len(driver.rows()) == 2)
    widget = Countdown("Sending in 9 s")
    driver.bench.navigation.float_widget(widget)
    widget.show()
    driver.bench.actions.trigger("undo")
    assert done == ["unsent"]
    assert len(driver.rows()) == 2
    widget.hide()
    driver.bench.actions.trigger("undo")
    driver.until(lambda: len(driver.rows()) == 3)


def test_a_pane_may_hold_the_window_until_the_person_has_decided(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every pane is asked again then: another may have a question of its own."""
    decided: list[Callable[[], object]] = []

    def ask(go_on: Callable[[], object]) -> bool:
        decided.append(go_on)
        return len(decided) == 1

    monkeypatch.setattr(driver.conversations, "before_close", ask)
    driver.window.close()
    assert driver.window.isVisible()
    with driver.qtbot.waitSignal(driver.window.closed):
        decided[0]()
    assert not driver.window.isVisible()


def test_deleting_forever_asks_first_and_names_what_goes(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("delete_forever")
    box = dialog(driver, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "Delete “Lunch” for good?"
    assert len(driver.rows()) == 3
    press_in_box(driver, "Delete for good")
    driver.until(lambda: driver.rows() == ["Report", "Budget"])


def test_a_search_is_saved_and_found_in_the_sidebar(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    driver.qtbot.keyClicks(driver.window.search.entry, "from:dana")
    driver.bench.actions.trigger("save_search")
    asked = dialog(driver)
    there(asked.findChild(QLineEdit)).setText("From Dana")
    asked.accept()
    sidebar = driver.window.frame.sidebar.list
    driver.until(lambda: any(entry.title == "From Dana" for entry in sidebar.entries()))


def test_every_control_of_the_window_has_a_name(driver: WindowDriver) -> None:
    driver.open_first()
    nameless = [
        widget
        for kind in (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QComboBox)
        for widget in driver.window.findChildren(kind)
        if widget.isVisible() and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert nameless == []
