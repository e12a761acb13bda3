"""Folders: what each is for, by flags and by names, and names that nobody should show."""

from __future__ import annotations

import pytest

from desktop_app.accounts.imap.folders import Role, folders_of
from desktop_app.accounts.imap.metadata import found_copy, labels_of
from desktop_app.model.folder import MARKED


def roles(*rows: tuple[tuple[bytes, ...], str]) -> dict[str, Role]:
    return {f.name: f.role for f in folders_of([(flags, b"/", name) for flags, name in rows])}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Sent Items", Role.SENT),
        ("Gesendete Objekte", Role.SENT),
        ("Éléments envoyés", Role.SENT),
        ("Entwürfe", Role.DRAFTS),
        ("Borradores", Role.DRAFTS),
        ("Posta indesiderata", Role.SPAM),
        ("Lixeira", Role.TRASH),
        ("Prullenbak", Role.TRASH),
        ("Kosz", Role.TRASH),
        ("Отправленные", Role.SENT),
        ("垃圾邮件", Role.SPAM),
        ("下書き", Role.DRAFTS),
        ("Archive", Role.ARCHIVE),
        ("inbox", Role.INBOX),
        ("Clients", Role.NONE),
    ],
)
def test_a_folder_is_known_by_its_name(name: str, role: Role) -> None:
    assert roles(((), name))[name] is role


def test_flags_come_before_names() -> None:
    found = roles(((), "Sent"), ((b"\\Sent",), "Outgoing"), ((b"\\HasNoChildren",), "Trash"))
    assert found == {"Sent": Role.NONE, "Outgoing": Role.SENT, "Trash": Role.TRASH}


def test_one_folder_has_a_role() -> None:
    found = roles(((), "Trash"), ((), "Deleted Items"))
    assert sorted(found.values()) == [Role.NONE, Role.TRASH]


def test_where_all_stand_below_the_inbox_that_says_nothing() -> None:
    rows = [((), b".", "INBOX"), ((), b".", "INBOX.Sent"), ((), b".", "INBOX.Work.Clients")]
    found = {f.name: (f.title, f.role) for f in folders_of(rows)}
    assert found["INBOX.Sent"] == ("Sent", Role.SENT)
    assert found["INBOX.Work.Clients"] == ("Work/Clients", Role.NONE)


def test_names_that_cannot_be_shown_are_left_out() -> None:
    rows = [((), b"/", name) for name in ("INBOX", "a\nb", "x" * 1000, "", "\u202eevil", "ok")]
    assert {folder.name for folder in folders_of(rows)} == {"INBOX", "ok"}


def test_ten_thousand_folders_are_bounded() -> None:
    assert len(folders_of([((), b"/", f"f{n}") for n in range(10_000)])) == 5_000


def test_gmails_labels_are_labels() -> None:
    (all_mail,) = folders_of([((b"\\All",), b"/", "[Gmail]/All Mail")])
    data = {
        b"FLAGS": (b"\\Seen",),
        b"RFC822.SIZE": 100,
        b"X-GM-MSGID": 0x18C2F,
        b"X-GM-THRID": 0x18C2E,
        b"X-GM-LABELS": ("\\Inbox", b"\\Starred", "Clients/Größe", "\\Unknown"),
    }
    copy = found_copy(7, data, all_mail)
    assert copy is not None
    assert (copy.message_id, copy.thread_id) == ("18c2f", "18c2e")
    assert copy.labels == {"INBOX", "STARRED", "folder:Clients/Größe"}
    assert labels_of({b"FLAGS": (b"\\Deleted",)}, all_mail) == MARKED


def test_a_message_without_a_size_is_left_out() -> None:
    (inbox,) = folders_of([((), b"/", "INBOX")])
    assert found_copy(1, {b"FLAGS": ()}, inbox) is None
