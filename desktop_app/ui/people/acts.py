"""What is done with people, with the words that are said and what takes it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.mail.drafts.given import as_typed
from desktop_app.model.address import Address
from desktop_app.model.contact import PersonRef, PersonRow
from desktop_app.tools.person import people, people_groups
from desktop_app.ui.bench.late_opening import late_opening
from desktop_app.ui.bench.navigation import Prefill, Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.people.person_words import heading
from desktop_app.ui.widgets.dialogs import ask_text, confirm
from desktop_app.ui.widgets.safe_text import clean

MOST_IN_MENU = 20


READY = "The mail to the group is ready to be written."


class PeopleActs:
    """Acts on people; `owner` is the pane, over which questions stand."""

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        self._bench, self._owner = bench, owner

    def write(self, rows: Sequence[PersonRow]) -> None:
        """A new mail to these, each by the first address."""
        everyone = [
            as_typed(Address(clean(row.name), row.addresses[0].email))
            for row in rows
            if row.addresses
        ]
        if everyone:
            self._bench.navigation.compose(Prefill(to=tuple(everyone)))
        else:
            self._bench.navigation.toast("They have no mail address.")

    def write_to_group(self, name: str) -> None:
        """A new mail to the people of a group."""

        come = late_opening(self._bench)

        def done(found: people_groups.GroupPeople) -> None:
            if not found.people:
                self._bench.navigation.toast(f"Nobody of {clean(name)} has a mail address.")
                return
            typed = (as_typed(Address(clean(a.name), a.email)) for a in found.people)
            to = Prefill(to=tuple(typed))
            come(lambda: self._bench.navigation.compose(to), READY)

        params = people_groups.NameGroup(name=name)
        self._bench.calls.ask(people_groups.PEOPLE_OF_GROUP, params, done=done, owner=self._owner)

    def search(self, row: PersonRow) -> None:
        """Their mail and mail to them, in the list of conversations."""
        keys = [a.key for a in row.addresses[:10]]
        each = " OR ".join(f"from:{key} OR to:{key}" for key in keys)
        if keys:
            self._bench.navigation.show_search(each)
            self._bench.navigation.focus("list")

    def merge(self, rows: Sequence[PersonRow]) -> None:
        """Make one person of these: the first leads."""

        def done(merged: people.Merged) -> None:
            words = f"{len(rows)} are one person now: {heading(rows[0])}."
            self._say(words, lambda: self.separate(merged.others))

        params = people.MergePeople(refs=tuple(row.ref for row in rows))
        self._bench.calls.ask(people.MERGE_PEOPLE, params, done=done, owner=self._owner)

    def separate(self, contacts: tuple[int, ...]) -> None:
        params = people.SeparatePeople(contacts=contacts)
        self._bench.calls.ask(
            people.SEPARATE_PEOPLE,
            params,
            done=lambda _: self._bench.navigation.toast("They are separate again."),
            owner=self._owner,
        )

    def forget(self, rows: Sequence[PersonRow]) -> None:
        """Delete what is noted of these. Their mail stays."""

        def put_back(forgotten: people.Forgotten) -> None:
            self._bench.calls.ask(
                people.PUT_BACK_PEOPLE,
                people.PutBackPeople(gone=forgotten.gone),
                done=lambda _: self._bench.navigation.toast("It is noted again."),
                owner=self._owner,
            )

        def done(forgotten: people.Forgotten) -> None:
            who = heading(rows[0]) if len(rows) == 1 else f"{len(rows)} people"
            if forgotten.gone:
                self._say(f"Deleted what was noted of {who}.", lambda: put_back(forgotten))
            else:
                self._bench.navigation.toast(f"Nothing was noted of {who}.")

        params = people.ForgetPeople(refs=tuple(row.ref for row in rows))
        self._bench.calls.ask(people.FORGET_PEOPLE, params, done=done, owner=self._owner)

    def fill(self, name: str, refs: tuple[PersonRef, ...], *, out: bool = False) -> None:
        """Put these into a group, or take them out of it."""

        def done(counted: people_groups.Counted) -> None:
            who = "1 person" if counted.count == 1 else f"{counted.count} people"
            words = (
                f"{who} taken out of {clean(name)}." if out else f"{who} put into {clean(name)}."
            )
            self._say(words, lambda: self.fill(name, refs, out=not out))

        params = people_groups.FillGroup(name=name, people=refs, out=out)
        self._bench.calls.ask(people_groups.FILL_GROUP, params, done=done, owner=self._owner)

    def ask_new_group(self, refs: tuple[PersonRef, ...]) -> None:
        """A new group with these in it."""
        ask_text(
            self._owner,
            "New group",
            "The name of the group. Typed into To, it becomes its people.",
            "",
            "Make group",
            lambda name: self.fill(name, refs) if refs else self._make_group(name),
        )

    def _make_group(self, name: str) -> None:
        params = people_groups.NameGroup(name=name)
        words = f"There is a group {clean(name)} now."
        self._bench.calls.ask(
            people_groups.MAKE_GROUP,
            params,
            done=lambda _: self._bench.navigation.toast(words),
            owner=self._owner,
        )

    def rename_group(self, name: str, done: Callable[[str], object]) -> None:
        def rename(new: str) -> None:
            params = people_groups.RenameGroup(name=name, new=new)
            self._bench.calls.ask(
                people_groups.RENAME_GROUP, params, done=lambda _: done(new), owner=self._owner
            )

        ask_text(self._owner, "Rename group", "The new name", name, "Rename", rename)

    def delete_group(self, name: str, done: Callable[[], object]) -> None:
        """Delete a group after a question; its people stay."""

        def deleted(gone: people_groups.GroupDeleted) -> None:
            done()
            self._say(f"Deleted the group {clean(name)}.", lambda: self.fill(name, gone.people))

        params = people_groups.NameGroup(name=name)
        confirm(
            self._owner,
            f"Delete the group {clean(name)}?",
            "Its people stay, with all that is noted of them.",
            "Delete group",
            lambda: self._bench.calls.ask(
                people_groups.DELETE_GROUP, params, done=deleted, owner=self._owner
            ),
        )

    def group_menu(
        self, title: str, groups: Sequence[str], rows: Sequence[PersonRow], menu: QMenu
    ) -> QMenu:
        """A menu of groups these can be put into, and of a new one."""
        refs = tuple(row.ref for row in rows)
        inner = menu.addMenu(title)
        for name in groups[:MOST_IN_MENU]:
            words = clean(name).replace("&", "&&")
            inner.addAction(words, partial(self.fill, name, refs))
        if groups:
            inner.addSeparator()
        inner.addAction("New group…", lambda: self.ask_new_group(refs))
        return inner

    def _say(self, words: str, undo: Callable[[], object]) -> None:
        self._bench.navigation.toast(words, Undo(undo))
