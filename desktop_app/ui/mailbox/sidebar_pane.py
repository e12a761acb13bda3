"""Sidebar pane. It reads its counts again when mail, labels or drafts change."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListWidgetItem, QMenu, QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.message import Label
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import folders
from desktop_app.tools.person.folders import SavedSearchResult, SidebarCounts
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.folders import FOLDERS, Folder
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.label_tree import label_entries
from desktop_app.ui.mailbox.sidebar_list import ENTRY, EntryKind, SidebarEntry, SidebarList
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import set_role

FOLDED = "look.folded_labels"
FOLDED_GROUPS = "look.folded_groups"
Read = tuple[SidebarCounts, tuple[SavedSearchResult, ...]]


class SidebarPane(Pane):
    """Activating an entry goes there at once; arrows move without going until Enter or a click."""

    letters = True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("Sidebar")
        self._place = self._account = ""
        settings = bench.services.settings
        self._folded = set(settings.items(FOLDED))
        self._groups = set(settings.items(FOLDED_GROUPS))
        self._shown: Read | None = None
        self.list = SidebarList(bench.theme)
        self.setFocusProxy(self.list)
        column(self.list, owner=self, margins=(bench.theme.px(4), bench.theme.px(8), 0, 0))
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        self.list.fold_wanted.connect(self._fold)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        bench.selection.changed.connect(self._mark)
        bench.announcements.changed.connect(self._on_changed)

    def read(self) -> None:
        calls = self.bench.calls

        def work() -> Read:
            counts = calls.wait(folders.SIDEBAR_COUNTS, NoParams())
            searches = calls.wait(folders.LIST_SEARCHES, NoParams())
            return counts, searches.searches

        calls.jobs.run(work, done=self._show, key="sidebar", owner=self)

    def _show(self, read: Read) -> None:
        counts, _ = self._shown = read
        self._fill()
        self.bench.navigation.counts_shown.emit(counts)
        self.bench.actions.have(Need.REVIEWABLE, counts.to_review > 0)

    def _fill(self) -> None:
        if self._shown is not None:
            entries = entries_of(*self._shown, self._account, self._folded, self._groups)
            self.list.fill(entries, self._place)

    def _fold(self, entry: SidebarEntry) -> None:
        """Fold or unfold, now and in later runs."""
        group = entry.kind is EntryKind.HEADING
        key, folded = (FOLDED_GROUPS, self._groups) if group else (FOLDED, self._folded)
        folded ^= {entry.target if group else entry.name}
        self._fill()
        settings, names = self.bench.services.settings, tuple(sorted(folded))
        self.bench.calls.jobs.run(lambda: settings.change(key, names))

    def _on_changed(self, changes: Changes) -> None:
        counted = (changes.messages, changes.labels, changes.drafts, changes.accounts)
        if any(counted) or changes.outbox or changes.searches or changes.triage:
            self.read()

    def _mark(self) -> None:
        place = self.bench.selection.place or ""
        if place != self._place:
            self._place = place
            self.list.mark(place)
        if self.bench.selection.account != self._account:
            self._account = self.bench.selection.account
            self._fill()

    def _go(self, item: QListWidgetItem) -> None:
        entry: SidebarEntry = item.data(ENTRY)
        navigation = self.bench.navigation
        ways = {
            EntryKind.QUERY: navigation.show_search,
            EntryKind.TAB: navigation.show_drafts,
            EntryKind.ACCOUNT: self.bench.selection.narrow_to,
        }
        if entry.kind in {EntryKind.BRANCH, EntryKind.HEADING}:
            self._fold(entry)
        if entry.kind in ways:
            ways[entry.kind](entry.target)

    def _menu(self, point: QPoint) -> None:
        item = self.list.itemAt(point)
        entry: SidebarEntry | None = item.data(ENTRY) if item else None
        if entry is None or not entry.group:
            return
        menu = QMenu(self)
        if entry.group == "label":
            menu.addAction("Rename…", lambda: self._rename(entry))
            menu.addAction("Delete label…", lambda: self._delete_label(entry))
        else:
            menu.addAction("Delete saved search", lambda: self._delete_search(entry))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(point))

    def _rename(self, entry: SidebarEntry) -> None:
        from desktop_app.tools.verbs import rename_label
        from desktop_app.ui.widgets.dialogs import ask_text

        def rename(name: str) -> None:
            for account, label in entry.labels:
                params = rename_label.RenameLabel(account=account, label_id=label, name=name)
                self.bench.calls.ask(rename_label.TOOL, params)

        ask_text(self, "Rename label", "Name", entry.name, "Rename", rename)

    def _delete_label(self, entry: SidebarEntry) -> None:
        from desktop_app.tools.verbs import delete_label
        from desktop_app.ui.widgets.dialogs import confirm

        def delete() -> None:
            for account, label in entry.labels:
                params = delete_label.DeleteLabel(account=account, label_id=label)
                self.bench.calls.ask(delete_label.TOOL, params)

        confirm(
            self,
            f"Delete the label “{entry.name}”?",
            "It is taken off every conversation. No mail is deleted.",
            "Delete label",
            delete,
            danger=True,
        )

    def _delete_search(self, entry: SidebarEntry) -> None:
        from desktop_app.tools.person import folders

        self.bench.calls.ask(folders.DELETE_SEARCH, folders.DeleteSearch(name=entry.name))


def entries_of(
    counts: SidebarCounts,
    searches: tuple[SavedSearchResult, ...],
    account: str = "",
    folded: Collection[str] = (),
    groups: Collection[str] = (),
) -> list[SidebarEntry]:
    """All entries in their order, with the labels of one account or of all. `folded` are names of
    labels, `groups` those of groups."""
    known = [label for label in counts.labels if account in {"", label.account_id}]
    entries = [_place_entry(folder, counts, known, account) for folder in FOLDERS]
    entries += _group("Accounts", _account_entries(counts), groups)
    labels = [label for label in known if not label.system and not label.hidden]
    unread = sum(label.unread for label in labels)
    entries += _group("Labels", label_entries(labels, folded), groups, unread)
    saved = [
        SidebarEntry(EntryKind.QUERY, s.name, s.query, "saved_search", name=s.name, group="search")
        for s in searches
    ]
    entries += _group("Saved searches", saved, groups)
    return entries


def _group(
    title: str, entries: list[SidebarEntry], folded: Collection[str], count: int = 0
) -> list[SidebarEntry]:
    """A heading and what is below it; a folded one alone, with the count of all of it."""
    if not entries:
        return []
    if title in folded:
        return [SidebarEntry(EntryKind.HEADING, title, title, count=count, unfolded=False)]
    return [SidebarEntry(EntryKind.HEADING, title, title, unfolded=True), *entries]


def _account_entries(counts: SidebarCounts) -> list[SidebarEntry]:
    everything = [SidebarEntry(EntryKind.ACCOUNT, "All accounts", "", colour=-1)]
    return [
        *(everything if len(counts.accounts) > 1 else ()),
        *(SidebarEntry(EntryKind.ACCOUNT, a.name, a.id, colour=a.colour) for a in counts.accounts),
    ]


def _place_entry(
    folder: Folder, counts: SidebarCounts, labels: list[Label], account: str
) -> SidebarEntry:
    tabs = {
        "review": (counts.to_review, "to review"),
        "outbox": (counts.outbox, "waiting"),
        "mine": (counts.drafts, "drafts"),
    }
    triaged = {
        "needs_reply": (counts.needs_reply, "to answer"),
        "waiting": (counts.overdue, "without an answer for some days"),
        "later": (counts.later, "to come back"),
    }
    count, what = tabs.get(folder.tab, (0, "unread"))
    if folder.name in triaged:
        by_account, what = triaged[folder.name]
        count = sum(n for id_, n in by_account.items() if account in {"", id_})
    if folder.label:
        count = sum(label.unread for label in labels if label.id == folder.label)
    strong = folder.name in {"review", "inbox", "outbox"}
    if folder.tab:
        return SidebarEntry(
            EntryKind.TAB, folder.title, folder.tab, folder.icon, count, what, strong=strong
        )
    return SidebarEntry(
        EntryKind.QUERY, folder.title, folder.query, folder.icon, count, what, strong=strong
    )
