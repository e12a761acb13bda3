"""The sidebar: labels as a tree, and one account at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.message import Label
from desktop_app.tools.person import folders
from desktop_app.ui.mailbox.label_tree import label_entries
from desktop_app.ui.mailbox.sidebar_list import ENTRY, EntryKind, SidebarList
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

NAMES = ("Clients", "lists/dev", "lists/dev/qt", "Lists/ops", "a//b", "Zoo")


def labels(*names: str, account: str = "work") -> list[Label]:
    return [Label(name, name, account, unread=1) for name in names]


def outline(found: list[Label], folded: frozenset[str] = frozenset()) -> list[str]:
    return ["." * e.depth + e.title for e in label_entries(found, folded)]


def test_labels_stand_below_what_they_are_in() -> None:
    tree = ["a//b", "Clients", "lists", ".dev", "..qt", ".ops", "Zoo"]
    assert outline(labels(*NAMES)) == tree


def test_what_is_in_a_folded_label_is_out_of_sight_and_counted_there() -> None:
    assert outline(labels(*NAMES), frozenset({"lists"})) == ["a//b", "Clients", "lists", "Zoo"]
    entries = {e.title: e for e in label_entries(labels(*NAMES), {"lists"})}
    assert entries["lists"].sentence == "lists, 3 unread, folded"
    entries = {e.title: e for e in label_entries(labels(*NAMES), {"lists/dev"})}
    assert entries["dev"].sentence == "dev, in lists, 2 unread, folded"


def test_a_name_that_is_no_label_is_a_branch_and_the_others_are_places() -> None:
    entries = {e.title: e for e in label_entries(labels(*NAMES), ())}
    assert entries["lists"].kind is EntryKind.BRANCH
    assert entries["dev"].kind is EntryKind.QUERY
    assert entries["dev"].place == 'label:"lists/dev"'
    assert entries["qt"].unfolded is None


def test_the_same_label_of_two_accounts_is_one_entry() -> None:
    both = labels("Bills") + labels("bills", account="home")
    (entry,) = label_entries(both, ())
    assert entry.count == 2
    assert entry.labels == (("work", "Bills"), ("home", "bills"))


@pytest.fixture
def driver(house: TestHouse, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    for number, label in enumerate(("lists/dev", "lists/ops", "Clients")):
        raw = mail(f"Mail {number}", message_id=f"{number}@x")
        house.add(raw, frozenset({"INBOX", "UNREAD", label}))
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 3)
    return driver


def sidebar(driver: WindowDriver) -> SidebarList:
    found: SidebarList = driver.window.frame.sidebar.list
    return found


def titles(driver: WindowDriver) -> list[str]:
    return [entry.title for entry in sidebar(driver).entries()]


def row_of(driver: WindowDriver, title: str) -> int:
    return titles(driver).index(title)


def test_a_press_on_the_mark_folds_goes_nowhere_and_is_remembered(
    driver: WindowDriver, open_window: Callable[..., WindowDriver]
) -> None:
    view = sidebar(driver)
    box = view.visualItemRect(view.item(row_of(driver, "lists")))
    mark = QPoint(box.x() + driver.bench.theme.px(16), box.center().y())
    driver.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=mark)
    assert "dev" not in titles(driver)
    driver.until(lambda: driver.house.settings.items("look.folded_labels") == ("lists",))
    assert driver.conversations.query == "in:inbox"
    driver.window.leave()
    assert "dev" not in titles(open_window())


def test_left_and_right_fold_and_unfold_where_the_ring_is(driver: WindowDriver) -> None:
    view = sidebar(driver)
    view.setCurrentRow(row_of(driver, "lists"))
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert "dev" not in titles(driver)
    assert there(view.entry()).title == "lists"
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert there(view.entry()).title == "lists"
    assert "dev" in titles(driver)


def fold_with_the_mouse(view: SidebarList, row: int) -> None:
    box = view.visualItemRect(view.item(row))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


def fold_with_the_arrow(view: SidebarList, row: int) -> None:
    view.setCurrentRow(row, QItemSelectionModel.SelectionFlag.NoUpdate)
    QTest.keyClick(view, Qt.Key.Key_Left)


def fold_with_enter(view: SidebarList, row: int) -> None:
    view.setCurrentRow(row, QItemSelectionModel.SelectionFlag.NoUpdate)
    QTest.keyClick(view, Qt.Key.Key_Return)


def told(view: SidebarList, title: str) -> str:
    """What a screen reader hears of an entry."""
    row = next(n for n, entry in enumerate(view.entries()) if entry.title == title)
    index = view.model().index(row, 0)
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


@pytest.mark.parametrize(
    "fold", [fold_with_the_mouse, fold_with_the_arrow, fold_with_enter], ids=lambda f: f.__name__
)
@pytest.mark.parametrize(("group", "below"), [("Labels", "Clients"), ("Accounts", "Work")])
def test_a_group_folds_says_so_and_is_so_at_the_next_start(
    driver: WindowDriver,
    open_window: Callable[..., WindowDriver],
    fold: Callable[[SidebarList, int], None],
    group: str,
    below: str,
) -> None:
    view = sidebar(driver)
    assert told(view, group) == f"{group}, unfolded"
    fold(view, row_of(driver, group))
    assert below not in titles(driver)
    assert told(view, group).startswith(group)
    assert told(view, group).endswith(", folded")
    entry = view.entry()
    assert entry is not None
    assert entry.title == group, "the ring stays where it was folded"
    assert marked(driver) == ["Inbox"]
    driver.until(lambda: driver.house.settings.items("look.folded_groups") == (group,))
    driver.window.leave()
    anew = open_window()
    assert below not in titles(anew)
    again = sidebar(anew)
    again.setCurrentRow(row_of(anew, group), QItemSelectionModel.SelectionFlag.NoUpdate)
    QTest.keyClick(again, Qt.Key.Key_Right)
    assert below in titles(anew)


def test_a_folded_group_tells_what_waits_in_it(driver: WindowDriver) -> None:
    fold_with_the_mouse(sidebar(driver), row_of(driver, "Labels"))
    assert told(sidebar(driver), "Labels") == "Labels, 3 unread, folded"


def test_accounts_stand_above_labels(driver: WindowDriver) -> None:
    driver.bench.calls.ask(
        folders.SAVE_SEARCH, folders.SaveSearch(name="Bills", query="subject:bill")
    )
    driver.until(lambda: "Bills" in titles(driver))
    places = [row_of(driver, title) for title in ("Trash", "Accounts", "Labels", "Saved searches")]
    assert places == sorted(places)


def test_a_label_in_another_is_gone_to(driver: WindowDriver) -> None:
    view = sidebar(driver)
    view.itemClicked.emit(view.item(row_of(driver, "dev")))
    driver.until(lambda: driver.rows() == ["Mail 0"])
    assert driver.conversations.head.title.text() == "lists/dev"


def test_counts_and_labels_are_those_of_the_chosen_account(
    driver: WindowDriver, house: TestHouse
) -> None:
    identity = Identity(Address("Alex", "alex@home.example"))
    house.store.accounts.add(Account("home", LOCAL, "Home", (identity,)))
    house.store.labels.create("home", "Garden")
    driver.until(lambda: "Garden" in titles(driver))
    driver.bench.selection.narrow_to("home")
    driver.until(lambda: "Clients" not in titles(driver))
    assert "Garden" in titles(driver)
    counts = {e.title: e.count for e in sidebar(driver).entries()}
    assert counts["Inbox"] == 0
    driver.bench.selection.narrow_to("")
    driver.until(lambda: {"Clients", "Garden"} <= set(titles(driver)))
    assert {e.title: e.count for e in sidebar(driver).entries()}["Inbox"] == 3


def marked(driver: WindowDriver) -> list[str]:
    return [item.data(ENTRY).title for item in driver.window.frame.sidebar.list.selectedItems()]


def test_the_sidebar_marks_what_is_shown_and_nothing_else(driver: WindowDriver) -> None:
    sidebar = driver.window.frame.sidebar.list
    driver.until(lambda: marked(driver) == ["Inbox"])
    sidebar.setFocus()
    QTest.keyClick(sidebar, Qt.Key.Key_Down)
    assert there(sidebar.entry()).title != "Inbox"
    assert marked(driver) == ["Inbox"], "the ring has gone on, and nothing else is shown"
    QTest.keyClick(sidebar, Qt.Key.Key_Return)
    driver.until(lambda: marked(driver) == [there(sidebar.entry()).title])
    driver.bench.navigation.show_search("budget")
    driver.until(lambda: marked(driver) == [])
    account = next(n for n, e in enumerate(sidebar.entries()) if e.title == "Work")
    sidebar.itemClicked.emit(sidebar.item(account))
    driver.until(lambda: driver.bench.selection.account == "work")
    assert marked(driver) == []
