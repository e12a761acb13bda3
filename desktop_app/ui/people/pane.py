"""People pane: everybody one has written with, found while one types; one of them opened.

It stands in the list's column. Their mail is a search, and writing to them a new mail.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QStackedWidget, QToolButton, QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.contact import MergeOffer, PersonRef, PersonRow
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import people
from desktop_app.tools.person.people import PeopleListed
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.selection import PEOPLE
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.people.acts import PeopleActs
from desktop_app.ui.people.new_person import ask_new_person
from desktop_app.ui.people.offer_strip import OfferStrip
from desktop_app.ui.people.people_bar import PeopleBar
from desktop_app.ui.people.people_files import PeopleFiles
from desktop_app.ui.people.people_list import PeopleView
from desktop_app.ui.people.person_page import PersonPage, pop_up
from desktop_app.ui.people.person_words import heading
from desktop_app.ui.people.which_people import WhichPeople
from desktop_app.ui.widgets.focus import holds, press
from desktop_app.ui.widgets.parts import column, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

PAGE = 200
TYPED_MS = 60
MAIL_MS = 2000
"""While mail comes the list is read every two seconds: it is counted over everybody."""


class PeoplePane(Pane):
    """Pane whose `open` shows the list, or somebody by an address key."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("People")
        px = bench.theme.px
        self.acts, self.files = PeopleActs(bench, self), PeopleFiles(bench, self)
        self._groups: tuple[str, ...] = ()
        self.entry = QLineEdit()
        self.entry.setPlaceholderText("Find by name, address, note or group")
        self.entry.setAccessibleName("Find people")
        self.entry.setClearButtonEnabled(True)
        self.entry.installEventFilter(self)
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self.read)
        self.entry.textChanged.connect(lambda _: self._typed.start())
        self._mail_came = QTimer(self, singleShot=True, interval=MAIL_MS)
        self._mail_came.timeout.connect(self.read)
        self.which = WhichPeople()
        self.which.changed.connect(self.read)
        self.more = QToolButton()
        self.more.setText("More")
        self.more.setAccessibleName("More about people")
        set_role(self.more, "flat")
        self.menu = QMenu(self.more)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.clicked.connect(lambda *_: pop_up(self.menu, self.more))
        self.offer = OfferStrip(bench.theme)
        self.offer.merge_wanted.connect(self._merge_offered)
        self.offer.apart_wanted.connect(self._keep_apart)
        self.bar = PeopleBar(bench.theme)
        self.list = PeopleView(bench.theme, bench.services.clock())
        self.states = States(bench.theme, self.list, works="Mail can still be read and written.")
        self.page = PersonPage(bench, self.acts)
        self.stack = QStackedWidget()
        listed = QWidget()
        head = column(
            row(self.entry, self.more, gap=px(4), fill=self.entry),
            self.which,
            gap=px(8),
            margins=(px(12), px(8), px(12), px(8)),
        )
        column(head, self.offer, self.bar, self.states, owner=listed, fill=self.states)
        self._listed = listed
        for widget in (listed, self.page):
            self.stack.addWidget(widget)
        column(self.stack, owner=self, fill=self.stack)
        self.setFocusProxy(self.states)
        self._connect()

    def _connect(self) -> None:
        bench = self.bench
        self.list.opened.connect(self.open_person)
        self.list.chosen.connect(self._on_chosen)
        self.list.menu_wanted.connect(self._open_menu)
        self.list.left_upwards.connect(lambda: press(self.entry))
        self.list.people.more_wanted.connect(self._read_more)
        self.bar.merge_wanted.connect(lambda: self.acts.merge(self.list.selected()))
        self.bar.write_wanted.connect(lambda: self.acts.write(self.list.selected()))
        self.bar.group_wanted.connect(self._group_menu)
        self.page.back_wanted.connect(self.show_list)
        self.page.export_wanted.connect(lambda person: self.files.export((person,)))
        bench.announcements.changed.connect(self._on_changed)
        works: dict[str, Callable[[], object]] = {
            "next_conversation": lambda: self.list.step(1),
            "previous_conversation": lambda: self.list.step(-1),
            "open_conversation": self._open_current,
            "select_all": self.list.selectAll,
            "select_none": self.list.clearSelection,
        }
        self.act_while_shown({name: partial(self._in_the_list, w) for name, w in works.items()})

    def _in_the_list(self, work: Callable[[], object]) -> None:
        if self._in_list():
            work()

    @property
    def letters(self) -> bool:
        """In its list a letter is a key, as in others."""
        return self._in_list() and holds(self.list)

    @property
    def written_in(self) -> bool:
        """Whoever writes in a field types letters."""
        focus = self.window().focusWidget()
        return holds(self) and (focus is self.entry or self.stack.currentWidget() is self.page)

    def _in_list(self) -> bool:
        return self.stack.currentWidget() is self._listed

    def open(self, key: str = "") -> None:
        """Show the list, and read it; with a key the person who has that address."""
        self.bench.selection.show(PEOPLE)
        self.show_list()
        if key:
            self.bench.calls.ask(
                people.SHOW_PERSON,
                people.ShowPerson(ref=PersonRef(key=key)),
                done=lambda found: self.open_person(found.row),
                failed=lambda error: self.bench.navigation.toast(error.sentence),
                key="person",
                owner=self,
            )
        jobs = self.bench.calls.jobs
        self.states.loading(PendingRead("people", lambda: jobs.cancel("people"), self.open))
        self.read()
        self._read_offers()

    def show_list(self) -> None:
        """Back from one person; the focus goes to the list where it was in the page."""
        self.page.keep()
        held = holds(self.page)
        self.stack.setCurrentWidget(self._listed)
        self.setFocusProxy(self.states)
        if held:
            press(self.states)

    def read(self) -> None:
        """Read the first page of what is asked for."""
        self._typed.stop()
        self._ask(0, self._show)

    def _read_more(self, offset: int) -> None:
        self._ask(offset, self._append, failed=self.list.people.more_failed)

    def _ask(
        self,
        offset: int,
        done: Callable[[PeopleListed], object],
        failed: Callable[[], object] | None = None,
    ) -> None:
        cancelled, calls = Event(), self.bench.calls
        group, who, order = self.which.chosen
        params = people.ListPeople(
            text=self.entry.text(), group=group, who=who, order=order, limit=PAGE, offset=offset
        )

        def on_failed(error: KnownError) -> None:
            if failed is not None:
                failed()
            else:
                self.states.failed(error, self.read)

        calls.jobs.run(
            lambda: calls.wait(people.LIST_PEOPLE, params, cancelled),
            done=done,
            failed=on_failed,
            key="people",
            cancelled=cancelled,
            owner=self,
        )

    def _show(self, found: PeopleListed) -> None:
        self._groups = found.groups
        self.which.show_groups(found.groups)
        page = found.page
        self.list.show_people(page.rows, page.total, self.bench.services.clock())
        self.which.say(page.total)
        if page.rows:
            self.states.ready()
        elif self.entry.text().strip():
            self.states.empty("Nobody is found by that.", "Try the beginning of a word.")
        elif self.which.chosen[0]:
            self.states.empty(
                "Nobody is in this group.",
                "Choose people among all of them, and add them to it.",
                ("Show all", self.which.choose_all),
            )
        else:
            self.states.empty(
                "Nobody yet.",
                "Whoever you write with comes here by themselves.",
                ("Import people…", self.files.ask),
            )

    def _append(self, found: PeopleListed) -> None:
        self.list.people.append(found.page.rows, found.page.total)

    def _on_changed(self, changes: Changes) -> None:
        if not self.isVisible():
            return
        if changes.people or changes.accounts:
            self.read()
        elif changes.messages and not self._mail_came.isActive():
            self._mail_came.start()
        if changes.people:
            if self.offer.isVisible():
                self._read_offers()
            if self.stack.currentWidget() is self.page and self.page.ref is not None:
                self.page.read(self.page.ref)

    def open_person(self, person: PersonRow) -> None:
        """Show somebody with what is noted of them."""
        self.page.keep()
        held = holds(self)
        self.page.show_person(person, None, self._groups)
        self.page.read(person.ref)
        self.stack.setCurrentWidget(self.page)
        self.setFocusProxy(self.page)
        if held:
            self.page.begin()

    def _open_current(self) -> None:
        person = self.list.current()
        if person is not None:
            self.open_person(person)

    def _on_chosen(self, rows: tuple[PersonRow, ...]) -> None:
        self.bar.show_chosen(len(rows))

    def _open_menu(self, place: QPoint) -> None:
        """What can be done with who is selected."""
        rows = self.list.selected()
        menu = QMenu(self.list)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(rows) == 1:
            menu.addAction("Open", lambda: self.open_person(rows[0]))
            menu.addAction("Search their mail", lambda: self.acts.search(rows[0]))
        else:
            menu.addAction(f"Merge {len(rows)} into one", lambda: self.acts.merge(rows))
        menu.addAction("Write", lambda: self.acts.write(rows))
        self.acts.group_menu("Add to a group", self._groups, rows, menu)
        group = self.which.chosen[0]
        if group:
            refs = tuple(each.ref for each in rows)
            words = f"Take out of {clean(group)}".replace("&", "&&")
            menu.addAction(words, lambda: self.acts.fill(group, refs, out=True))
        menu.addSeparator()
        menu.addAction("Save as vCard…", lambda: self.files.export(rows))
        menu.addAction("Delete what is noted", lambda: self.acts.forget(rows))
        menu.popup(place)

    def _group_menu(self, place: QPoint) -> None:
        menu = QMenu(self.bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.acts.group_menu("Add to a group", self._groups, self.list.selected(), menu)
        menu.popup(place)

    def _fill_menu(self) -> None:
        """Who is current, whom a screen reader opens by it; and what is about nobody."""
        self.menu.clear()
        group, person = self.which.chosen[0], self.list.current()
        if person is not None:
            who = heading(person).replace("&", "&&")
            self.menu.addAction(f"Open {who}", self._open_current)
            self.menu.addSeparator()
        self.menu.addAction("New person…", lambda: ask_new_person(self.bench, self))
        self.menu.addAction("New group…", lambda: self.acts.ask_new_group(()))
        if group:
            name = clean(group).replace("&", "&&")
            self.menu.addSeparator()
            self.menu.addAction(f"Write to {name}", lambda: self.acts.write_to_group(group))
            self.menu.addAction(
                f"Rename {name}…", lambda: self.acts.rename_group(group, self.which.choose)
            )
            self.menu.addAction(
                f"Delete {name}…", lambda: self.acts.delete_group(group, self.which.choose_all)
            )
            self.menu.addAction(f"Save {name} as vCard…", lambda: self.files.export(group=group))
        self.menu.addSeparator()
        self.menu.addAction("Import people…", self.files.ask)
        self.menu.addAction("Save everybody as vCard…", self.files.export)

    def _read_offers(self) -> None:
        self.bench.calls.ask(
            people.OFFER_MERGES,
            NoParams(),
            done=lambda found: self.offer.show_offers(found.offers),
            failed=lambda _: None,
            key="merges offered",
            owner=self,
        )

    def _merge_offered(self, offer: MergeOffer) -> None:
        rows = tuple(
            PersonRow(ref, offer.name, offer.addresses) for ref in (offer.one, offer.other)
        )
        self.acts.merge(rows)

    def _keep_apart(self, offer: MergeOffer) -> None:
        params = people.KeepApart(one=offer.one, other=offer.other)
        self.bench.calls.ask(people.KEEP_APART, params, owner=self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter go from the entry to the list, Escape empties it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key == Qt.Key.Key_Down or key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                press(self.states)
                return True
            if key == Qt.Key.Key_Escape and self.entry.text():
                self.entry.clear()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back from one person to the list."""
        if event.key() == Qt.Key.Key_Escape and self.stack.currentWidget() is self.page:
            self.show_list()
        else:
            super().keyPressEvent(event)

    def closing(self) -> None:
        self.page.keep()
