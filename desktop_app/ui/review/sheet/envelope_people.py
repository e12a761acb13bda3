"""People in the envelope: the fields for them, who is offered there, and the menu of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from desktop_app.model.address import Address
from desktop_app.tools.person import people_groups
from desktop_app.ui.bench.person_menu import menu_of_person
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.recipients.carrying import TITLES, Carrying
from desktop_app.ui.review.recipients.offering import Found
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.review.sheet.envelope import EnvelopeForm


class EnvelopePeople(QObject):
    """`envelope` has the fields, and `carrying` moves people between them. `account` is the id of
    the account the mail goes from; `editable`: whether the person may change it."""

    def __init__(
        self,
        bench: Workbench,
        owner: QWidget,
        *,
        account: Callable[[], str],
        editable: Callable[[], bool],
    ) -> None:
        super().__init__(owner)
        self._bench, self._owner = bench, owner
        self._account, self._editable = account, editable
        fields = {
            title.lower(): RecipientField(bench.theme, title, self._suggest)
            for title in ("To", "Cc", "Bcc")
        }
        self.envelope = EnvelopeForm(bench.theme, fields)
        self.carrying = Carrying(fields, self.envelope.show_all_fields, owner)
        for field in fields.values():
            field.menu_wanted.connect(partial(self._open_menu, field))
            field.told.connect(bench.navigation.toast)

    @property
    def typing(self) -> frozenset[str]:
        """What stands in the field that has the keyboard and is no recipient yet."""
        fields = self.envelope.fields.values()
        return frozenset(f.pending for f in fields if f.entry.hasFocus()) - {""}

    def _suggest(self, text: str, found: Found) -> None:
        """People, groups and the conversation that is answered, by the beginning of a name."""
        self._bench.calls.ask(
            people_groups.OFFER_RECIPIENTS,
            people_groups.OfferRecipients(
                text=text,
                draft_id=self.envelope.draft_id,
                thread_id=self._bench.selection.answers[0],
            ),
            done=lambda told: found(told.offers),
            key=f"recipients {text}",
            owner=self._owner,
        )

    def _open_menu(self, field: RecipientField, person: Address, place: QPoint) -> None:
        """Menu of a recipient. Whoever can be edited can be removed."""
        menu = menu_of_person(self._bench, person, self._account(), field)
        if self._editable():
            menu.addSeparator()
            for name, title in self.carrying.others(field).items():
                menu.addAction(f"Move to {title}", partial(self._move, person, name))
            menu.addAction("Edit", lambda: field.edit(person))
            menu.addAction("Remove", lambda: field.remove(person))
        menu.popup(place)

    def _move(self, person: Address, name: str) -> None:
        """Somebody goes to another field, which comes into sight."""
        if self.carrying.move(person, name):
            self.envelope.show_field(name)
        else:
            self._bench.navigation.toast(f"They are in {TITLES[name]} already.")
