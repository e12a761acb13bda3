"""Evolution, Apple Mail, Mailspring and Takeout: folders as their documentation describes them."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.local import emlx
from desktop_app.accounts.moving import apple_mail, evolution, mailspring, programs, takeout
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.moving import MailForm, MailProgram
from tests.accounts.moving import other_programs
from tests.accounts.moving.other_programs import letter, mbox_of

ACCOUNT = """[Data Source]
DisplayName=Work
[Mail Account]
BackendName=imapx
IdentityUid=who
[Authentication]
Host=imap.fernhill.example
Port=993
User=dana
[Security]
Method=ssl-on-alternate-port
"""
IDENTITY = """[Mail Identity]
Name=Dana Lee
Address=dana@fernhill.example
[Mail Submission]
TransportUid=out
"""
TRANSPORT = """[Authentication]
Host=smtp.fernhill.example
Port=587
[Security]
Method=starttls-on-standard-port
"""


def of_evolution(home: Path) -> Path:
    """Evolution's two folders under a home."""
    sources = home / ".config" / "evolution" / "sources"
    sources.mkdir(parents=True)
    for name, text in (("acc", ACCOUNT), ("who", IDENTITY), ("out", TRANSPORT), ("bad", "[x")):
        (sources / f"{name}.source").write_text(text)
    place = home / ".local" / "share" / "evolution"
    local = place / "mail" / "local"
    for folder, number in (("", 1), (".Work", 2), (".Work.Deep_2EDown", 3)):
        for part in ("cur", "new", "tmp"):
            (local / folder / part).mkdir(parents=True)
        (local / folder / "cur" / f"{number}.host:2,FS").write_bytes(letter(number))
    (local / folder / "new" / "9.host").write_bytes(letter(9))
    return place


def test_evolution_has_accounts_and_folders(tmp_path: Path) -> None:
    seen = evolution.look_at(of_evolution(tmp_path))
    [account] = seen.accounts
    assert (account.title, account.email, account.user) == ("Work", "dana@fernhill.example", "dana")
    assert account.incoming == ServerAddress("imap.fernhill.example", 993, Security.TLS)
    assert account.outgoing == ServerAddress("smtp.fernhill.example", 587, Security.STARTTLS)
    [tree] = seen.trees
    assert [f.names for f in tree.folders] == [("Inbox",), ("Work",), ("Work", "Deep.Down")]
    assert {f.form for f in tree.folders} == {MailForm.MAILDIR}


def of_apple(place: Path) -> Path:
    """`~/Library/Mail` with an inbox, a nested mailbox, and one that was exported."""
    for path, number, flags in (
        ("V10/ABC/INBOX.mbox/U/Data/Messages", 1, 1),
        ("V10/ABC/Work.mbox/Deep.mbox/U/Data/1/Messages", 2, 16),
        ("V10/ABC/Work.mbox/Deep.mbox/U/Data/1/Messages", 3, 3),
    ):
        folder = place / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.emlx").write_bytes(other_programs.emlx(letter(number), flags))
    (folder / "4.partial.emlx").write_bytes(other_programs.emlx(letter(4), 1))
    (folder / "5.emlx").write_bytes(b"999\nFrom: cut off")
    exported = place / "Export.mbox"
    exported.mkdir()
    (exported / "mbox").write_bytes(mbox_of(letter(6)))
    return place


def test_apple_mail_has_its_mailboxes_by_name(tmp_path: Path) -> None:
    [tree] = apple_mail.look_at(of_apple(tmp_path)).trees
    found = {f.names: f.form for f in tree.folders}
    assert found == {
        ("INBOX",): MailForm.EMLX,
        ("Work", "Deep"): MailForm.EMLX,
        ("Export",): MailForm.MBOX,
    }


@given(st.binary(max_size=300))
def test_any_bytes_are_split_without_an_error(data: bytes) -> None:
    raw, _ = emlx.split(data)
    assert raw in data
    raw, flags = emlx.split(other_programs.emlx(data, 17))
    assert not data or (raw, flags) == (data, 17)


def test_mailspring_has_accounts_without_what_it_signs_in_with(tmp_path: Path) -> None:
    settings = {
        "imap_host": "imap.fernhill.example",
        "imap_port": 993,
        "imap_security": "SSL / TLS",
        "imap_password": "secret",
        "smtp_host": "smtp.fernhill.example",
        "smtp_port": "587",
        "smtp_security": "STARTTLS",
        "refresh_token": "secret",
    }
    one = {"emailAddress": "dana@fernhill.example", "name": "Dana", "settings": settings}
    told = {"*": {"accounts": [one, {"emailAddress": 7}, "x", {"emailAddress": "no address"}]}}
    (tmp_path / "config.json").write_text(json.dumps(told))
    seen = mailspring.look_at(tmp_path)
    [account] = seen.accounts
    assert account.incoming == ServerAddress("imap.fernhill.example", 993, Security.TLS)
    assert account.outgoing == ServerAddress("smtp.fernhill.example", 587, Security.STARTTLS)
    assert "secret" not in repr(seen)


def test_settings_of_mailspring_that_are_damaged_are_said_to_be(tmp_path: Path) -> None:
    for data in (b"{", b"[" * 100_000, b"\xff\xfe", b"[]", b'{"*": 5}'):
        (tmp_path / "config.json").write_bytes(data)
        assert mailspring.look_at(tmp_path).accounts == ()


def test_takeout_is_told_by_its_labels(tmp_path: Path) -> None:
    mail = tmp_path / "Mail"
    mail.mkdir()
    (mail / "All mail.mbox").write_bytes(mbox_of(letter(1, fields="X-Gmail-Labels: Inbox,Work\n")))
    (mail / "Other.mbox").write_bytes(mbox_of(letter(2)))
    [tree] = takeout.look_at(tmp_path).trees
    assert [f.path.name for f in tree.folders] == ["All mail.mbox"]


def test_a_folder_tells_which_program_it_is_of(tmp_path: Path) -> None:
    home = tmp_path / "home"
    profile = other_programs.thunderbird(home)
    apple = of_apple(tmp_path / "apple")
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for folder, program in (
        (profile, MailProgram.THUNDERBIRD),
        (profile.parent, MailProgram.THUNDERBIRD),
        (of_evolution(home), MailProgram.EVOLUTION),
        (apple, MailProgram.APPLE_MAIL),
    ):
        assert [seen.program for seen in programs.look_into(folder)] == [program]
    assert all(seen.empty for seen in programs.look_into(nothing))
