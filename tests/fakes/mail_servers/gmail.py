"""Gmail's IMAP server on loopback, as far as our client speaks with it; no network, no TLS.

From Google's page (https://developers.google.com/workspace/gmail/imap/imap-extensions): the
greeting, X-GM-EXT-1 with FETCH, STORE and SEARCH of X-GM-MSGID, X-GM-THRID, X-GM-LABELS and
X-GM-RAW, labels as astrings in modified UTF-7, the attributes of special folders in every LIST.

From transcripts of others: system labels come quoted (`"\\\\Inbox"`), and so do a person's labels
with a blank or a backslash; others are atoms; `.SILENT` holds for labels too; a star changes FLAGS;
the label of the folder that is open is left out of X-GM-LABELS
(https://github.com/dlech/gmailbuttons/issues/10, tests of emersion/go-imap for Gmail).

Assumed: the capabilities after sign-in, the texts of refusals, COPYUID and APPENDUID, MODSEQ of a
SEARCH. What the mail itself does is in gmail_store.py.
"""

from __future__ import annotations

import base64
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import imapclient
from imapclient import imap_utf7

from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from tests.fakes.mail_servers.dovecot import PASSWORD, USER
from tests.fakes.mail_servers.gmail_search import search
from tests.fakes.mail_servers.gmail_store import (
    SPECIAL,
    GmailStore,
    Mail,
    RefusedError,
    label_of,
)
from tests.fakes.mail_servers.imap_lines import (
    Reader,
    Words,
    astring,
    internal_date,
    moment_of,
    numbers,
    quoted,
    words,
)

_CAPABILITIES = (
    "IMAP4rev1 UNSELECT IDLE NAMESPACE QUOTA ID XLIST CHILDREN X-GM-EXT-1 UIDPLUS ENABLE MOVE"
    " CONDSTORE ESEARCH LIST-EXTENDED LIST-STATUS LITERAL- SPECIAL-USE AUTH=PLAIN SASL-IR"
)
_SLICE = 0.02


@dataclass
class Gmail:
    """A running server. `log` has every command, without its literals."""

    port: int
    store: GmailStore
    log: list[str] = field(default_factory=list)

    def servers(self, port: int = 0) -> MailServers:
        return MailServers(ServerAddress("127.0.0.1", port or self.port, Security.NONE), None, USER)

    def client(self) -> imapclient.IMAPClient:
        """Another mail program at the same mailbox."""
        client = imapclient.IMAPClient("127.0.0.1", self.port, ssl=False, timeout=20)
        client.plain_login(USER, PASSWORD)
        return client


@contextmanager
def gmail() -> Iterator[Gmail]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = Gmail(listening.getsockname()[1], GmailStore())
    ends: list[socket.socket] = []

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                ends.append(connection)
                talk = _Conversation(server, connection)
                threading.Thread(target=talk.run, daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        thread.join(20)


class _Conversation:
    """One connection. `shown` are the UIDs the client was told of, by their sequence numbers."""

    def __init__(self, server: Gmail, connection: socket.socket) -> None:
        self._server, self._store, self._connection = server, server.store, connection
        self._reader = Reader(connection, self._ask_for_more)
        self._folder = ""
        self._shown: list[int] = []
        self._signed_in = self._done = False
        self._said = b""

    def run(self) -> None:
        with suppress(OSError), self._connection:
            self._say(b"* OK Gimap ready for requests from 127.0.0.1 fake")
            self._flush()
            while not self._done:
                self._answer(*self._reader.command())
                self._flush()

    def _ask_for_more(self) -> None:
        self._say(b"+ go ahead")
        self._flush()

    def _say(self, *lines: bytes) -> None:
        self._said += b"".join(line + b"\r\n" for line in lines)

    def _flush(self) -> None:
        said, self._said = self._said, b""
        if said:
            self._connection.sendall(said)

    def _answer(self, line: bytes, literals: list[bytes]) -> None:
        tag, _, rest = line.partition(b" ")
        text = rest.decode("utf-8")
        with self._store.changed:
            self._server.log.append(text)
            self._store.changed.notify_all()
        name, _, arguments = text.partition(" ")
        if name.upper() == "UID":
            verb, _, arguments = arguments.partition(" ")
            name = f"uid_{verb}"
        work = getattr(self, f"_do_{name.lower()}", None)
        free = {"capability", "login", "authenticate", "logout", "noop", "id"}
        if work is None or not (self._signed_in or name.lower() in free):
            self._say(tag + b" BAD Unknown command")
            return
        try:
            with self._store.changed:
                self._tell_what_changed()
                said = work(words(arguments, literals)) or b"Success"
                self._tell_what_changed()
        except RefusedError as error:
            self._say(tag + b" NO " + str(error).encode())
        except (KeyError, IndexError, ValueError) as error:
            self._say(tag + b" BAD Could not parse command: " + repr(error).encode())
        else:
            self._say(tag + b" OK " + said)

    def _tell_what_changed(self) -> None:
        """What happened in the open folder since (RFC 3501 section 7.4.1)."""
        if self._folder:
            view = self._store.views.get(self._folder)
            now = sorted(view.uids) if view is not None else []
            for uid in [uid for uid in self._shown if uid not in now]:
                self._say(b"* %d EXPUNGE" % (self._shown.index(uid) + 1))
                self._shown.remove(uid)
            if len(now) != len(self._shown):
                self._say(b"* %d EXISTS" % len(now))
            self._shown = now

    # Signing in

    def _do_capability(self, _: Words) -> None:
        self._say(b"* CAPABILITY " + _CAPABILITIES.encode())

    def _do_authenticate(self, said: Words) -> bytes:
        if len(said) == 1:
            self._say(b"+ ")
            self._flush()
            said.append(self._reader.line().decode())
        _, user, password = base64.b64decode(str(said[1])).decode().split("\0")
        return self._do_login([user, password])

    def _do_login(self, said: Words) -> bytes:
        if said != [USER, PASSWORD]:
            raise RefusedError("[AUTHENTICATIONFAILED] Invalid credentials (Failure)")
        self._signed_in = True
        return f"{USER} authenticated (Success)".encode()

    def _do_id(self, _: Words) -> None:
        self._say(b'* ID ("name" "GImap" "vendor" "Google, Inc.")')

    def _do_logout(self, _: Words) -> None:
        self._done = True
        self._say(b"* BYE LOGOUT Requested")

    def _do_noop(self, _: Words) -> None:
        pass

    def _do_idle(self, _: Words) -> bytes:
        """Until DONE, what happens in the open folder is told at once (RFC 2177)."""
        self._say(b"+ idling")
        while not self._reader.waiting:
            self._tell_what_changed()
            self._flush()
            self._store.changed.wait(_SLICE)
            if select.select([self._connection], [], [], 0)[0]:
                break
        if self._reader.line() != b"DONE":
            raise ValueError("DONE")
        return b"IDLE terminated (Success)"

    # Folders

    def _do_list(self, _: Words) -> None:
        names = [name for name in self._store.views if name not in self._store.hidden]
        paths = {"/".join(name.split("/")[:n]) for name in names for n in range(1, 20)}
        for name in sorted(paths | set(names)):
            children = any(other.startswith(f"{name}/") for other in paths)
            flags = ["\\HasChildren" if children else "\\HasNoChildren", SPECIAL.get(name, "")]
            flags += [] if name in names else ["\\Noselect"]
            told = " ".join(filter(None, flags)).encode()
            self._say(b'* LIST (%b) "/" %b' % (told, quoted(imap_utf7.encode(name).decode())))

    def _do_select(self, said: Words) -> bytes:
        self._folder, self._shown = "", []
        name = _name(said[0])
        view = self._store._view(name)
        self._folder, self._shown = name, sorted(view.uids)
        self._say(
            b"* FLAGS (\\Answered \\Flagged \\Draft \\Deleted \\Seen)",
            b"* OK [UIDVALIDITY %d] UIDs valid." % view.uidvalidity,
            b"* %d EXISTS" % len(view.uids),
            b"* 0 RECENT",
            b"* OK [UIDNEXT %d] Predicted next UID." % view.uidnext,
            b"* OK [HIGHESTMODSEQ %d]" % view.modseq,
        )
        return b"[READ-WRITE] " + str(said[0]).encode() + b" selected. (Success)"

    _do_examine = _do_select

    def _do_status(self, said: Words) -> None:
        view = self._store._view(_name(said[0]))
        facts = {
            "MESSAGES": len(view.uids), "UIDNEXT": view.uidnext, "HIGHESTMODSEQ": view.modseq,
            "UIDVALIDITY": view.uidvalidity,
        }  # fmt: skip
        told = " ".join(f"{item} {facts[item]}" for item in _joined(said[1]))
        self._say(b"* STATUS " + quoted(str(said[0])) + f" ({told})".encode())

    def _do_create(self, said: Words) -> None:
        self._store.create(_name(said[0]))

    def _do_rename(self, said: Words) -> None:
        self._store.rename(_name(said[0]), _name(said[1]))

    def _do_delete(self, said: Words) -> None:
        self._store.delete(_name(said[0]))

    # Messages

    def _do_uid_fetch(self, said: Words) -> None:
        view = self._store.views[self._folder]
        items = [_item(each) for each in _joined(said[1])]
        for uid in numbers(str(said[0]), view.uids):
            mail = self._store.mails[view.uids[uid]]
            told = b" ".join(self._told(uid, mail, item) for item in [*items, "UID"])
            self._say(b"* %d FETCH (%b)" % (self._shown.index(uid) + 1, told))

    def _told(self, uid: int, mail: Mail, item: str) -> bytes:
        if item.startswith("BODY"):
            return _body(mail, item)
        facts: dict[str, Callable[[], bytes]] = {
            "UID": lambda: b"%d" % uid,
            "FLAGS": lambda: b"(" + " ".join(sorted(self._flags(uid, mail))).encode() + b")",
            "INTERNALDATE": lambda: internal_date(mail.date),
            "RFC822.SIZE": lambda: b"%d" % len(mail.raw),
            "X-GM-MSGID": lambda: b"%d" % mail.msgid,
            "X-GM-THRID": lambda: b"%d" % mail.thrid,
            "X-GM-LABELS": lambda: b"(" + self._labels(mail) + b")",
            "MODSEQ": lambda: b"(%d)" % mail.modseq,
        }
        return item.encode() + b" " + facts[item]()

    def _flags(self, uid: int, mail: Mail) -> set[str]:
        deleted = uid in self._store.views[self._folder].deleted
        return mail.shown_flags | ({"\\Deleted"} if deleted else set())

    def _labels(self, mail: Mail) -> bytes:
        names = sorted(mail.labels - {label_of(self._folder)})
        return b" ".join(astring(imap_utf7.encode(name)) for name in names)

    def _do_uid_store(self, said: Words) -> None:
        uids = numbers(str(said[0]), self._store.views[self._folder].uids)
        what, values = str(said[1]).upper(), [_text(value) for value in said[2]]
        how, kind = what[0] if what[0] in "+-" else "", what.lstrip("+-").removesuffix(".SILENT")
        for uid in uids:
            mail = self._store.mails[self._store.views[self._folder].uids[uid]]
            if kind == "X-GM-LABELS":
                names = [imap_utf7.decode(value.encode()) for value in values]
                self._store.change_labels(mail, names, how)
            else:
                self._store.change_flags(self._folder, uid, values, how)

    def _do_uid_search(self, said: Words) -> None:
        found = search(self._store.views[self._folder], self._store.mails, said)
        highest = b" (MODSEQ %d)" % self._store.version if "MODSEQ" in said and found else b""
        self._say(b"* SEARCH " + " ".join(map(str, found)).encode() + highest)

    def _do_uid_move(self, said: Words, *, keep: bool = False) -> bytes:
        target = _name(said[1])
        uids = numbers(str(said[0]), self._store.views[self._folder].uids)
        new = [self._store.move(self._folder, uid, target, keep=keep) for uid in uids]
        if not uids:
            return b"Success"
        sets = [",".join(map(str, each)) for each in (uids, new)]
        code = f"[COPYUID {self._store._view(target).uidvalidity} {sets[0]} {sets[1]}]".encode()
        if not keep:
            self._say(b"* OK " + code)
        return code + b" (Success)"

    def _do_uid_copy(self, said: Words) -> bytes:
        return self._do_uid_move(said, keep=True)

    def _do_uid_expunge(self, said: Words) -> None:
        uids = numbers(str(said[0]), self._store.views[self._folder].uids)
        self._store.expunge(self._folder, uids)

    def _do_expunge(self, _: Words) -> None:
        self._store.expunge(self._folder, list(self._store.views[self._folder].deleted))

    def _do_append(self, said: Words) -> bytes:
        name, raw = _name(said[0]), said[-1]
        flags = next((list(map(str, each)) for each in said[1:-1] if isinstance(each, list)), [])
        date = next((moment_of(each) for each in said[1:-1] if isinstance(each, str)), None)
        if not isinstance(raw, bytes):
            raise ValueError("a literal")  # noqa: TRY004 - what the client sent
        mail = self._store.add(raw, name, flags, date)
        view = self._store._view(name)
        return f"[APPENDUID {view.uidvalidity} {view.uid_of(mail.msgid)}] (Success)".encode()


def _name(word: object) -> str:
    return str(imap_utf7.decode(_text(word).encode()))


def _text(word: object) -> str:
    return word.decode() if isinstance(word, bytes) else str(word)


def _joined(items: str | bytes | Words) -> list[str]:
    return [str(item) for item in items] if isinstance(items, list) else [str(items)]


def _item(said: str) -> str:
    upper = said.upper()
    if upper.startswith("BODY["):
        raise ValueError("a FETCH that marks mail as read")
    return upper


def _body(mail: Mail, item: str) -> bytes:
    """`BODY[]`, or the header lines named (RFC 3501 section 6.4.5)."""
    shown = item.replace(".PEEK", "")
    section = shown.removeprefix("BODY[").removesuffix("]")
    data = mail.raw
    if section:
        wanted = section.partition("(")[2].rstrip(")").lower().split()
        head = mail.raw.partition(b"\r\n\r\n")[0].replace(b"\r\n ", b"\r\n\t").split(b"\r\n")
        lines: list[bytes] = []
        for line in head:
            if line.startswith(b"\t"):
                lines[-1:] = [lines[-1] + b"\r\n" + line] if lines else []
            else:
                lines.append(line)
        kept = [line for line in lines if line.partition(b":")[0].decode().lower() in wanted]
        data = b"".join(line + b"\r\n" for line in kept) + b"\r\n"
    return shown.encode() + b" {%d}\r\n" % len(data) + data
