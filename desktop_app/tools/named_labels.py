"""Labels as a caller names them: by id or name, in the one account that has them."""

from __future__ import annotations

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Label
from desktop_app.tools.context import Context


def named(context: Context, wanted: str, account_id: str = "") -> Label:
    """The person's own label of that id or name. Raises `NotFound`, `BadInput` where several
    accounts have it."""
    own = [label for label in context.store.labels.list(account_id or None) if not label.system]
    found = [label for label in own if label.id == wanted] or [
        label for label in own if label.name.casefold() == wanted.strip().casefold()
    ]
    if not found:
        raise NotFound(
            f"There is no label “{wanted[:80]}” to change.", next_step="list_labels shows them."
        )
    if len(found) > 1:
        accounts = ", ".join(label.account_id for label in found)
        raise BadInput(
            f"Several accounts have a label “{found[0].name}”.",
            next_step=f"Give the account: {accounts}.",
        )
    return found[0]


def carried(context: Context, label: Label) -> str:
    """In which account it is and how many mails carry it, as a sentence."""
    account = context.store.accounts.get(label.account_id).name
    count = f"{label.total:,} mail{'s carry' if label.total != 1 else ' carries'}"
    return f"In {account}. {count} it."
