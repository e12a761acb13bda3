"""Fields of those who always get a copy of what an account sends."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QFormLayout, QFrame, QWidget

from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.tools.person import people_groups
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.recipients.offering import Found
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.theme import set_role

WHY = (
    "They are recipients of every new mail and answer from this account, in sight before you send, "
    "and can be taken off each."
)


class CopiesForm:
    """Two address fields, added to a form."""

    def __init__(self, bench: Workbench, account: Account, form: QFormLayout) -> None:
        self._bench = bench
        self.fields: dict[str, RecipientField] = {}
        for name, people in (("Always Cc", account.cc), ("Always Bcc", account.bcc)):
            box = QFrame()
            field = RecipientField(bench.theme, name, partial(self._suggest, box))
            field.show_addresses(people, {})
            field.told.connect(bench.navigation.toast)
            set_role(box, "entry")
            column(field, owner=box, margins=bench.theme.px(4))
            self.fields[name] = field
            form.addRow(name, box)
        form.addRow("", plain(WHY, "caption", wrap=True))

    def addresses(self) -> tuple[tuple[Address, ...], tuple[Address, ...]]:
        """Cc and Bcc as they are written now."""
        cc, bcc = self.fields.values()
        return cc.addresses(), bcc.addresses()

    def _suggest(self, owner: QWidget, text: str, found: Found) -> None:
        """People alone: a group is not kept as one."""
        self._bench.calls.ask(
            people_groups.OFFER_RECIPIENTS,
            people_groups.OfferRecipients(text=text),
            done=lambda told: found(tuple(o for o in told.offers if o.kind == "person")),
            key="recipients",
            owner=owner,
        )
