"""Label sync: translation between the server's labels and local ones, and changes on either
side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from threading import RLock

from desktop_app.accounts.base import Mailbox
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.coming_back import gmail_name, label_of_gmail_name
from desktop_app.model.errors import BadInput, Conflict, NotFound, NotPermitted
from desktop_app.model.message import OWN_LABELS, TIMED, SystemLabel
from desktop_app.model.remote import RemoteLabel
from desktop_app.search.operators import PLACES
from desktop_app.search.values import label_key
from desktop_app.store.server.remote_mail import LabelEdit, replaced
from desktop_app.store.store import Store

SYSTEM = frozenset(str(label) for label in SystemLabel)
_OURS = frozenset(
    {label.casefold() for label in SYSTEM} | {"starred", "unread", "important", "drafts"}
)
"""Names that a folder can have and that here mean something else."""
_LONGEST = 200


def named_here(labels: Iterable[RemoteLabel]) -> list[RemoteLabel]:
    """Labels of a server with the names they have here: never one of a system label, without
    characters that nobody sees, each once; those of Draftdesk's own are called as they are here.
    The server's ids stay."""
    used, found, listed = set[str](), [], list(labels)
    by_keyword = any(label.id in OWN_LABELS for label in listed)
    for label in sorted(listed, key=lambda label: (not label.system, label.id)):
        if label.system:
            found.append(label)
            continue
        if not by_keyword and (own := label_of_gmail_name(label.name)):
            found.append(replace(label, name=own))
            continue
        name = " ".join(without_invisible(label.name).split())[:_LONGEST] or "(folder)"
        name = f"{name} (folder)" if name.casefold() in _OURS else name
        unique, number = name, 2
        while unique.casefold() in used:
            unique, number = f"{name} ({number})", number + 1
        used.add(unique.casefold())
        found.append(replace(label, name=unique))
    return found


class LabelNames:
    """Translates the server's label ids into local ones (the local id of a user label is its
    name). Thread-safe."""

    def __init__(self, store: Store, account_id: str, mailbox: Mailbox) -> None:
        self._store = store
        self._account_id = account_id
        self._mailbox = mailbox
        self._ours: dict[str, str] = {}
        self._theirs: dict[str, str] = {}
        self._useless: frozenset[str] = frozenset()
        self._by_keyword = False
        self._lock = RLock()
        self._read()

    def _read(self) -> None:
        labels = self._store.remote_labels.of_account(self._account_id)
        user = {label.id: label.name for label in labels if not label.system}
        self._by_keyword = any(label.id in OWN_LABELS for label in labels)
        system = SYSTEM if self._by_keyword else SYSTEM - OWN_LABELS
        self._ours = {label: label for label in system} | user
        self._theirs = {name: id_ for id_, name in self._ours.items()}

    @property
    def remote_ids(self) -> tuple[str, ...]:
        """The server's ids of every label that mail is listed by."""
        return tuple(self._ours)

    def pull(self) -> None:
        """Apply labels made, renamed, coloured or deleted on the server since the last call."""
        self.push()
        before = {i: name for i, name in self._ours.items() if i not in SYSTEM}
        listed = self._mailbox.labels()
        there = named_here(label for label in listed if not label.system or label.id in SYSTEM)
        self._useless |= {label.id for label in listed} - {label.id for label in there}
        now = {label.id: label.name for label in there}
        listed_here = self._store.labels.list(self._account_id)
        here = {label.id for label in listed_here if not label.system}
        for remote_id, name in before.items():
            new = now.get(remote_id)
            if new is None and name in here:
                self._store.labels.delete(self._account_id, name, from_server=True)
            elif new is not None and new != name and name in here and new not in here:
                self._store.labels.rename(self._account_id, name, new, from_server=True)
                here = here - {name} | {new}
        for label in there:
            if not label.system and label.name not in here:
                self._make_here(label.name)
        self._store.remote_labels.replace(self._account_id, sorted(there, key=lambda x: x.id))
        self._read()

    def push(self) -> None:
        """Push labels made, renamed or deleted here. After a final refusal the server's state
        stands."""
        for wanted, remote_id, name in self._store.remote_labels.wanted(self._account_id):
            try:
                if wanted == "create":
                    self._mailbox.create_label(name)
                elif wanted == "rename":
                    self._mailbox.rename_label(remote_id, name)
                else:
                    self._mailbox.delete_label(remote_id)
            except (BadInput, Conflict, NotFound):
                pass
            except NotPermitted:
                return  # allowed to read only: they wait
            self._store.remote_labels.settled(self._account_id, remote_id)
        self._read()

    def _make_here(self, name: str) -> None:
        try:
            self._store.labels.create(self._account_id, name, from_server=True)
        except (Conflict, BadInput):
            return  # a name the store reserves, or spaces: made when mail first carries it

    def ours(self, remote_ids: Iterable[str]) -> frozenset[str]:
        """Local ids; unknown ones are left out."""
        found = (self._ours.get(id_) or self._moment(id_) for id_ in remote_ids)
        return frozenset(label for label in found if label)

    def _moment(self, label: str) -> str:
        """The label itself if it is one of a moment, which a server keeps in a keyword."""
        return label if self._by_keyword and label.startswith(TIMED) else ""

    def edit(self, remote_ids: Iterable[str]) -> LabelEdit:
        """The edit that gives a mail the server's labels; what the server can't say of it stays."""
        labels = self.ours(remote_ids)
        if self._by_keyword:
            return lambda had: labels | _moments(had)
        if self._theirs.keys() & OWN_LABELS:
            return replaced(labels)
        return lambda had: labels | _moments(had) | (had & OWN_LABELS)

    def known(self, labels: Iterable[str]) -> tuple[str, ...] | None:
        """Server ids of labels by any spelling of their names, as a search has them; None where
        the server has not got one. Nothing is made there."""
        by_key = {label_key(name): id_ for name, id_ in self._theirs.items()}
        system = {spelt: label for spelt, label in PLACES.items() if label in SYSTEM}
        found = [
            by_key.get(label_key(name)) or self._theirs.get(system.get(label_key(name), ""))
            for name in labels
        ]
        return None if None in found else tuple(id_ for id_ in found if id_ is not None)

    def learn(self, remote_ids: Iterable[str]) -> None:
        """Pull the labels if one of these ids is unknown. An id that the server does not list is
        ignored from then on."""
        wanted = frozenset(id_ for id_ in remote_ids if not self._moment(id_))
        if not wanted - self._ours.keys() - self._useless:
            return
        with self._lock:
            if new := wanted - self._ours.keys() - self._useless:
                self.pull()
                self._useless |= new - self._ours.keys()

    def theirs(self, labels: Iterable[str]) -> frozenset[str]:
        """Server ids; a missing label is made on the server. One of Draftdesk's own is left out
        where the server has nothing for it: this computer alone knows of it then."""
        with self._lock:
            wanted = [name for name in labels if self._has_use_for(name)]
            return frozenset(
                self._theirs.get(name) or self._moment(name) or self._make_there(name)
                for name in wanted
            )

    def _has_use_for(self, name: str) -> bool:
        own = name in OWN_LABELS or name.startswith(TIMED)
        return not own or self._by_keyword or name in self._theirs or self._mailbox.many_labels

    def _make_there(self, name: str) -> str:
        try:
            label = self._mailbox.create_label(gmail_name(name) or name)
        except (Conflict, BadInput):
            # Somebody has just made it there, or a reply of ours was lost.
            self.pull()
            if name not in self._theirs:
                raise
            return self._theirs[name]
        self._store.remote_labels.add(self._account_id, replace(label, name=name))
        self._read()
        return label.id


def _moments(labels: Iterable[str]) -> frozenset[str]:
    return frozenset(label for label in labels if label.startswith(TIMED))
