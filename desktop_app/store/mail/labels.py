"""Labels: listing with counts, creating, renaming, deleting."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.mail.hidden.invisible import has_invisible
from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.model.message import OWN_LABELS, TIMED, Label, SystemLabel, shown_labels
from desktop_app.search.flags import FLAG
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import STAYS, number
from desktop_app.store.mail.remote_labels import queue_create, queue_delete, queue_rename
from desktop_app.store.rows.label_changes import LabelChanger, read_labelled

_CHANGES = Changes(messages=True, labels=True)
_LONGEST = 225
_SYSTEM_NAMES = {
    SystemLabel.INBOX.value: "Inbox",
    SystemLabel.UNREAD.value: "Unread",
    SystemLabel.STARRED.value: "Starred",
    SystemLabel.IMPORTANT.value: "Important",
    SystemLabel.SENT.value: "Sent",
    SystemLabel.DRAFT.value: "Drafts",
    SystemLabel.SPAM.value: "Spam",
    SystemLabel.TRASH.value: "Trash",
    SystemLabel.CATEGORY_PERSONAL.value: "Personal",
    SystemLabel.CATEGORY_SOCIAL.value: "Social",
    SystemLabel.CATEGORY_PROMOTIONS.value: "Promotions",
    SystemLabel.CATEGORY_UPDATES.value: "Updates",
    SystemLabel.CATEGORY_FORUMS.value: "Forums",
    SystemLabel.LATER_SNOOZED.value: "Snoozed conversations",
    SystemLabel.LATER_MUTED.value: "Muted conversations",
    SystemLabel.LATER_REMINDED.value: "Conversations with a reminder",
}
_TAKEN = frozenset(name.casefold() for name in _SYSTEM_NAMES.values())


class Labels:
    """Labels, each of one account; system labels exist from the start."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def list(self, account_id: str | None = None) -> list[Label]:
        """System labels first in their usual order, those of Draftdesk's own where mail has them,
        then user labels by name, per account.

        `total` and `unread` count messages. Raises NotFound for the account.
        """
        with self._db.reading() as connection:
            query = f"SELECT key, id FROM account WHERE {STAYS} ORDER BY key"
            accounts = list(connection.execute(query))
            if account_id is not None:
                accounts = [(number(connection, account_id), account_id)]
            return [label for key, id_ in accounts for label in _labels(connection, key, id_)]

    def create(self, account_id: str, name: str, *, from_server: bool = False) -> Label:
        """Creates a user label, on the account's server too unless it came from there. Raises
        Conflict when the name is taken, BadInput for one that is empty, too long, or has characters
        that nobody sees."""
        name = _checked(name)
        with self._db.write(_CHANGES) as connection:
            account = number(connection, account_id)
            self._refuse_taken(connection, account, name)
            connection.execute(
                "INSERT INTO label (account, id, flag) VALUES (?, ?, 0)", (account, name)
            )
            if not from_server:
                queue_create(connection, account_id, name)
        return Label(id=name, name=name, account_id=account_id)

    def refuse_name(self, account_id: str, name: str) -> None:
        """Raises what `create` would raise, and creates nothing."""
        with self._db.reading() as connection:
            self._refuse_taken(connection, number(connection, account_id), _checked(name))

    def rename(
        self, account_id: str, label_id: str, name: str, *, from_server: bool = False
    ) -> Label:
        """Renames a user label (its id is its name). Raises NotFound, Conflict, BadInput."""
        name = _checked(name)
        with self._db.write(_CHANGES) as connection:
            account = number(connection, account_id)
            key = _user_label(connection, account, label_id)
            if name.casefold() != label_id.casefold():
                self._refuse_taken(connection, account, name)
            connection.execute("UPDATE label SET id = ? WHERE key = ?", (name, key))
            queue_rename(connection, account_id, label_id, name, from_server=from_server)
        return Label(id=name, name=name, account_id=account_id)

    def delete(
        self, account_id: str, label_id: str, *, from_server: bool = False
    ) -> tuple[int, ...]:
        """Deletes a user label; the messages stay. Returns the ids that had it. Raises NotFound."""
        with self._db.write(_CHANGES) as connection:
            key = _user_label(connection, number(connection, account_id), label_id)
            rows = connection.execute("SELECT message FROM message_label WHERE label = ?", (key,))
            ids = tuple(id_ for (id_,) in rows)
            changer = LabelChanger(connection)
            for message in read_labelled(connection, ids):
                changer.set(message, message.labels - {label_id})
            changer.flush()
            connection.execute("DELETE FROM label WHERE key = ?", (key,))
            if not from_server:
                queue_delete(connection, account_id, label_id)
        return ids

    def _refuse_taken(self, connection: apsw.Connection, account: int, name: str) -> None:
        rows = connection.execute("SELECT id FROM label WHERE account = ?", (account,))
        if any(id_.casefold() == name.casefold() for (id_,) in rows):
            raise Conflict(f"There is already a label “{name}”.")


def _labels(connection: apsw.Connection, account: int, account_id: str) -> Iterable[Label]:
    rows = connection.execute("SELECT id, total, unread FROM label WHERE account = ?", (account,))
    counts = {id_: (total, unread) for id_, total, unread in rows}
    for id_, name in _SYSTEM_NAMES.items():
        total, unread = counts.pop(id_, (0, 0))
        if not total and id_ in OWN_LABELS:
            continue
        yield Label(id_, name, account_id, system=True, total=total, unread=unread)
    looks = {
        name: (colour, not listed)
        for name, colour, listed in connection.execute(
            "SELECT name, background, in_list FROM remote_label WHERE account_id = ?",
            (account_id,),
        )
    }
    for id_ in sorted(shown_labels(counts), key=str.casefold):
        total, unread = counts[id_]
        colour, hidden = looks.get(id_, ("", False))
        yield Label(id_, id_, account_id, False, total, unread, colour, hidden)


def _user_label(connection: apsw.Connection, account: int, label_id: str) -> int:
    found = connection.execute(
        "SELECT key FROM label WHERE account = ? AND id = ? AND flag = 0", (account, label_id)
    ).get
    if found is None:
        raise NotFound(f"There is no label “{label_id}” to change.")
    return int(found)


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise BadInput("A label needs a name.")
    if has_invisible(name):
        raise BadInput("A label's name can't have characters that nobody sees.")
    if len(name) > _LONGEST:
        raise BadInput(f"A label's name has at most {_LONGEST} characters.")
    if name.upper() in FLAG or name.upper().startswith(TIMED) or name.casefold() in _TAKEN:
        raise Conflict(f"“{name}” is the name of a built-in label.")
    return name
