"""The mail of the fake Gmail: one store of messages with labels, and folders as views of it.

From Google's page (https://developers.google.com/workspace/gmail/imap/imap-extensions): the special
folders and their attributes, X-GM-MSGID and X-GM-THRID as 64-bit numbers, what X-GM-LABELS holds,
and that a mail is in the folder of each of its labels. From Google's table of actions over IMAP
(https://support.google.com/mail/answer/77657): moved to Trash or Spam it is there alone; deleted
there it is gone; deleted in a label's folder it loses the label; flagged it is starred.

Assumed: a mail keeps its own labels in Trash and Spam (`trash_keeps_labels`) and loses the inbox;
back in All Mail it has the labels it had; each change of labels or flags counts as a change of
every folder that shows the mail (RFC 7162); a mail that comes back gets a new UID, or has its old
one again where `old_uids` is set, which no server should do; a label deleted
or renamed takes the labels below it along (RFC 3501 section 6.3.5 for RENAME). Nothing that is
expunged in All Mail goes anywhere. Of two mails in one folder with the same Message-ID and Date the
one that is appended later replaces the other where `replaces_similar` is set (seen by others:
https://github.com/nodemailer/wildduck/wiki/Gmail-sending).
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Condition

INBOX, ALL, TRASH, SPAM = "INBOX", "[Gmail]/All Mail", "[Gmail]/Trash", "[Gmail]/Spam"
SENT, DRAFTS = "[Gmail]/Sent Mail", "[Gmail]/Drafts"
STARRED, IMPORTANT = "[Gmail]/Starred", "[Gmail]/Important"
SPECIAL = {
    INBOX: "",
    ALL: "\\All",
    TRASH: "\\Trash",
    SPAM: "\\Junk",
    SENT: "\\Sent",
    DRAFTS: "\\Drafts",
    STARRED: "\\Flagged",
    IMPORTANT: "\\Important",
}
SYSTEM = {
    "\\Inbox": INBOX,
    "\\Sent": SENT,
    "\\Draft": DRAFTS,
    "\\Starred": STARRED,
    "\\Important": IMPORTANT,
}
_LABEL_OF = {folder: label for label, folder in SYSTEM.items()}
_HOMES = {"trash": TRASH, "spam": SPAM, "": ALL}
_COUPLED = {"\\Flagged": "\\Starred", "\\Draft": "\\Draft"}
"""Flags that are labels too."""


class RefusedError(Exception):
    """A tagged NO."""


@dataclass
class Mail:
    """`home` is `trash`, `spam` or empty for All Mail."""

    msgid: int
    thrid: int
    raw: bytes
    date: datetime
    flags: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    home: str = ""
    modseq: int = 1

    @property
    def shown_flags(self) -> set[str]:
        return self.flags | {flag for flag, label in _COUPLED.items() if label in self.labels}


@dataclass
class View:
    """A folder. `deleted` are the UIDs marked so in this folder alone."""

    uidvalidity: int
    uids: dict[int, int] = field(default_factory=dict)
    uidnext: int = 1
    modseq: int = 1
    deleted: set[int] = field(default_factory=set)
    former: dict[int, int] = field(default_factory=dict)

    def uid_of(self, msgid: int) -> int:
        return next((uid for uid, id_ in self.uids.items() if id_ == msgid), 0)


class GmailStore:
    """`auto_expunge` and `expunged` (`archive`, `trash`, `delete`) are the account's settings for
    mail programs; the defaults are Gmail's."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.mails: dict[int, Mail] = {}
        self.views = {name: View(10 + number) for number, name in enumerate(SPECIAL)}
        self.hidden: set[str] = set()
        self.auto_expunge, self.expunged = True, "archive"
        self.trash_keeps_labels, self.replaces_similar, self.old_uids = True, False, False
        self.version = 1
        self._next_id = 0x18C2F0000000A000

    # Messages

    def add(
        self,
        raw: bytes,
        folder: str = INBOX,
        flags: Iterable[str] = (),
        date: datetime | None = None,
    ) -> Mail:
        with self.changed:
            self._view(folder)
            if self.replaces_similar:
                for other in [m for m in self.in_folder(folder) if _similar(m.raw, raw)]:
                    del self.mails[other.msgid]
                    self._settle(other)
            self._next_id += 7
            id_ = self._next_id
            mail = Mail(id_, self._thread_of(raw) or id_, raw, date or datetime.now(UTC))
            self.mails[id_] = mail
            for flag in flags:
                self._flag(mail, flag, on=True)
            mail.home = {TRASH: "trash", SPAM: "spam"}.get(folder, "")
            if folder not in {ALL, TRASH, SPAM}:
                mail.labels.add(label_of(folder))
            self._settle(mail)
            return mail

    def _thread_of(self, raw: bytes) -> int:
        header = email.message_from_bytes(raw)
        known = set(re.findall(r"<[^<>]+>", f"{header['References']} {header['In-Reply-To']}"))
        for mail in self.mails.values():
            if str(email.message_from_bytes(mail.raw)["Message-ID"]) in known:
                return mail.thrid
        return 0

    def change_labels(self, mail: Mail, names: Iterable[str], how: str) -> None:
        """`how` is `+`, `-` or empty to replace. Unknown labels are made."""
        with self.changed:
            wanted = {_proper(name) for name in names}
            for name in wanted - SYSTEM.keys() - self.views.keys():
                self.create(name)
            kept = mail.labels - wanted if how == "-" else mail.labels | wanted
            mail.labels = wanted if not how else kept
            self._settle(mail)

    def change_flags(self, folder: str, uid: int, flags: Iterable[str], how: str) -> None:
        with self.changed:
            view = self.views[folder]
            mail = self.mails[view.uids[uid]]
            named = set(flags)
            if not how:
                for flag in (mail.shown_flags | {"\\Deleted"}) - named:
                    self._flag_in(view, uid, mail, flag, on=False)
            for flag in named:
                self._flag_in(view, uid, mail, flag, on=how != "-")
            self._settle(mail)
            if self.auto_expunge and uid in view.deleted:
                self.expunge(folder, [uid])

    def _flag_in(self, view: View, uid: int, mail: Mail, flag: str, *, on: bool) -> None:
        if flag == "\\Deleted":
            (view.deleted.add if on else view.deleted.discard)(uid)
        else:
            self._flag(mail, flag, on=on)

    def _flag(self, mail: Mail, flag: str, *, on: bool) -> None:
        if label := _COUPLED.get(flag):
            (mail.labels.add if on else mail.labels.discard)(label)
        else:
            (mail.flags.add if on else mail.flags.discard)(flag)

    def move(self, source: str, uid: int, target: str, *, keep: bool = False) -> int:
        """The UID in the target; `keep` copies."""
        with self.changed:
            self._view(target)
            if target in {SENT, DRAFTS}:
                raise RefusedError("[CANNOT] Not allowed here")
            mail = self.mails[self.views[source].uids[uid]]
            if target in {TRASH, SPAM}:
                self._put_away(mail, "trash" if target == TRASH else "spam")
            else:
                if not keep and source not in {ALL, TRASH, SPAM}:
                    mail.labels.discard(label_of(source))
                mail.home = ""
                if target != ALL:
                    mail.labels.add(label_of(target))
            self._settle(mail)
            return self.views[target].uid_of(mail.msgid)

    def _put_away(self, mail: Mail, home: str) -> None:
        mail.home = home
        mail.labels.discard("\\Inbox")
        if not self.trash_keeps_labels:
            mail.labels &= {"\\Sent", "\\Draft", "\\Starred"}

    def expunge(self, folder: str, uids: Iterable[int]) -> None:
        """Of these the ones that are marked in this folder."""
        with self.changed:
            view = self.views[folder]
            for uid in sorted(set(uids) & view.deleted & view.uids.keys()):
                view.deleted.discard(uid)
                mail = self.mails[view.uids[uid]]
                if mail.home:
                    self._vanish(mail)
                    continue
                if folder != ALL:
                    mail.labels.discard(label_of(folder))
                if not mail.labels and self.expunged == "trash":
                    self._put_away(mail, "trash")
                if not mail.labels and self.expunged == "delete":
                    self._vanish(mail)
                else:
                    self._settle(mail)

    def _vanish(self, mail: Mail) -> None:
        del self.mails[mail.msgid]
        self._settle(mail)

    # Folders

    def create(self, name: str) -> None:
        with self.changed:
            if name in self.views:
                raise RefusedError(f"[ALREADYEXISTS] Duplicate folder name {name} (Failure)")
            if not name.strip("/") or name.upper() == INBOX or name.startswith("[Gmail]"):
                raise RefusedError("[CANNOT] Invalid folder name (Failure)")
            self.version += 1
            self.views[name] = View(1000 + self.version)

    def rename(self, old: str, new: str) -> None:
        with self.changed:
            self._own(old)
            self.create(new)
            del self.views[new]
            for name in [n for n in self.views if n == old or n.startswith(f"{old}/")]:
                self.views[new + name[len(old) :]] = self.views.pop(name)
                self._replace(name, new + name[len(old) :])

    def delete(self, name: str) -> None:
        with self.changed:
            self._own(name)
            del self.views[name]
            self._replace(name, "")

    def _replace(self, old: str, new: str) -> None:
        for mail in self.mails.values():
            if old in mail.labels:
                mail.labels = mail.labels - {old} | ({new} - {""})
                self._settle(mail)
        self._tell()

    def _own(self, name: str) -> None:
        self._view(name)
        if name in SPECIAL:
            raise RefusedError("[CANNOT] Not allowed for a folder of Gmail's own")

    def _view(self, name: str) -> View:
        if name not in self.views or name in self.hidden:
            raise RefusedError(f"[NONEXISTENT] Unknown Mailbox: {name} (Failure)")
        return self.views[name]

    # What shows what

    def _settle(self, mail: Mail) -> None:
        """Let every folder show the mail that it should, and count the change."""
        self.version += 1
        mail.modseq = self.version
        shown = self._shown_in(mail)
        for name, view in self.views.items():
            uid = view.uid_of(mail.msgid)
            if uid and name not in shown:
                view.former[view.uids.pop(uid)] = uid
                view.deleted.discard(uid)
                view.modseq = self.version
            elif name in shown:
                if not uid and self.old_uids and mail.msgid in view.former:
                    view.uids[view.former[mail.msgid]] = mail.msgid
                elif not uid:
                    view.uids[view.uidnext] = mail.msgid
                    view.uidnext += 1
                view.modseq = self.version
        self._tell()

    def _shown_in(self, mail: Mail) -> set[str]:
        if mail.msgid not in self.mails:
            return set()
        if mail.home:
            return {_HOMES[mail.home]}
        return {ALL, *(SYSTEM.get(label, label) for label in mail.labels)}

    def _tell(self) -> None:
        self.version += 1
        self.changed.notify_all()

    def in_folder(self, name: str) -> list[Mail]:
        """The mails of a folder by their UIDs."""
        with self.changed:
            return [self.mails[id_] for _, id_ in sorted(self.views[name].uids.items())]


def label_of(folder: str) -> str:
    """What X-GM-LABELS calls the folder."""
    return _LABEL_OF.get(folder, folder)


def _similar(one: bytes, other: bytes) -> bool:
    first, second = email.message_from_bytes(one), email.message_from_bytes(other)
    return bool(first["Message-ID"]) and all(
        first[name] == second[name] for name in ("Message-ID", "Date")
    )


def _proper(name: str) -> str:
    """System labels are told from a label of the person's own by their backslash, in any case."""
    return next((label for label in SYSTEM if label.lower() == name.lower()), name)
