"""Profiles of Thunderbird: what is seen of a real one, and of hostile ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_app.accounts.moving import thunderbird
from desktop_app.accounts.moving.mozilla_filters import read_filters
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.moving import SeenProgram, SeenTag
from tests.accounts.moving import other_programs
from tests.accounts.moving.other_programs import LIVE, mbox_of


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return other_programs.thunderbird(tmp_path)


def with_settings(profile: Path, *lines: str) -> SeenProgram:
    with (profile / "prefs.js").open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
    return thunderbird.look_at(profile)


def test_a_real_profile_is_seen_with_accounts_senders_and_servers(profile: Path) -> None:
    seen = thunderbird.look_at(profile, "mover")
    work, old = seen.accounts
    assert (work.title, work.email, work.name) == (
        "Work – Fernhill",
        "dana@fernhill.example",
        "Dana Lee",
    )
    assert work.incoming == ServerAddress("imap.fernhill.example", 993, Security.TLS)
    assert work.outgoing == ServerAddress("smtp.fernhill.example", 465, Security.TLS)
    assert [i.email for i in work.identities] == ["dana@fernhill.example", "press@fernhill.example"]
    assert work.identities[0].signature == "Dana Lee\nFernhill, 2nd floor"
    assert "<b>Fernhill" in work.identities[1].formatted_signature
    assert (old.kind, old.incoming) == ("pop3", None)
    assert "POP3" in old.note


def test_its_folders_books_filters_and_tags_are_seen(profile: Path) -> None:
    seen = thunderbird.look_at(profile)
    [tree] = seen.trees
    assert tree.title == "Local Folders"
    assert {folder.names[-1] for folder in tree.folders} == set(LIVE)
    deep = next(f for f in tree.folders if f.names[-1] == "Räume & Pläne")
    assert deep.names == ("Projects", "Alpha", "Räume & Pläne")
    assert [book.title for book in seen.books] == ["Personal address book", "Collected addresses"]
    [rule] = seen.filters
    assert rule.name == "Invoices to Archive"
    assert rule.words.startswith("if subject contains invoice; Move to folder")
    assert SeenTag("k=c3=bcche=20=26=20co", "Küche & Co") in seen.tags


def test_nothing_of_a_password_is_opened(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (profile / "logins.json").write_text("secret")
    opened: list[str] = []
    real = Path.open

    def noted(self: Path, *args: object, **more: object) -> object:
        opened.append(self.name)
        return real(self, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", noted)
    thunderbird.look_at(profile)
    assert opened
    assert not {"logins.json", "key4.db", "logins.db", "cert9.db"} & set(opened)


def test_a_profile_outside_of_its_place_is_not_there(tmp_path: Path, profile: Path) -> None:
    place = profile.parent
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "prefs.js").write_text("")
    (place / "profiles.ini").write_text(
        "[Profile0]\nName=a\nIsRelative=1\nPath=../elsewhere\n"
        "[Profile1]\nName=b\nIsRelative=1\nPath=abcd.default\n[Broken\n"
    )
    assert thunderbird.profiles_at(place) in ([], [("b", profile)])
    (place / "profiles.ini").write_text("[Profile0]\nName=a\nIsRelative=1\nPath=../elsewhere\n")
    assert thunderbird.profiles_at(place) == []


def test_a_folder_that_is_a_link_out_of_the_mail_is_not_followed(
    profile: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(mbox_of(b"From: a@b.example\nSubject: x\n\nsecret\n"))
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "Inner").write_bytes(secret.read_bytes())
    local = profile / "Mail" / "Local Folders"
    (local / "Linked").symlink_to(secret)
    (local / "Projects.sbd" / "Out.sbd").symlink_to(outside)
    (local / "Loop.sbd").symlink_to(local)
    os.mkfifo(local / "Pipe")
    [tree] = thunderbird.look_at(profile).trees
    names = {folder.names[-1] for folder in tree.folders}
    assert "Linked" not in names
    assert "Inner" not in names
    assert "Pipe" not in names


@pytest.mark.parametrize(
    ("target", "read"),
    [("notes.txt", True), ("key.pem", False), ("plain", False), (".signature", True)],
)
def test_a_signature_outside_of_the_profile_is_read_where_it_is_called_like_a_text(
    profile: Path, tmp_path: Path, target: str, read: bool
) -> None:
    (tmp_path / target).write_text("Kind regards")
    seen = with_settings(
        profile,
        'user_pref("mail.identity.id1.attach_signature", true);',
        f'user_pref("mail.identity.id1.sig_file", "{tmp_path / target}");',
    )
    assert (seen.accounts[0].identities[0].signature == "Kind regards") is read


def test_a_signature_in_a_file_of_html_is_read_with_its_form(profile: Path) -> None:
    (profile / "sig.html").write_text("<p>Dana <b>Lee</b><script>alert(1)</script></p>")
    seen = with_settings(
        profile,
        'user_pref("mail.identity.id1.attach_signature", true);',
        'user_pref("mail.identity.id1.sig_file-rel", "[ProfD]sig.html");',
    )
    signed = seen.accounts[0].identities[0]
    assert "Dana" in signed.signature
    assert "alert" not in signed.signature + signed.formatted_signature


def test_a_server_without_encryption_is_proposed_with_it(profile: Path) -> None:
    seen = with_settings(
        profile,
        'user_pref("mail.server.server2.socketType", 0);',
        'user_pref("mail.server.server2.port", 143);',
    )
    assert seen.accounts[0].incoming == ServerAddress("imap.fernhill.example", 993, Security.TLS)
    assert "without encryption" in seen.accounts[0].note


def test_a_program_that_is_open_is_told_of(profile: Path) -> None:
    (profile / "lock").symlink_to(f"127.0.0.1:+{os.getpid()}")
    assert any("is open" in note for note in thunderbird.look_at(profile).notes)
    (profile / "lock").unlink()
    (profile / "lock").symlink_to("127.0.0.1:+99999999999")
    assert not any("is open" in note for note in thunderbird.look_at(profile).notes)


def test_two_accounts_of_one_name_have_two_titles(profile: Path) -> None:
    inbox = profile / "Mail" / "pop.oldprovider.example" / "Inbox"
    inbox.write_bytes(mbox_of(b"From: a@b.example\nSubject: x\n\nwords\n"))
    seen = with_settings(profile, 'user_pref("mail.server.server3.name", "Local Folders");')
    assert {tree.title for tree in seen.trees} == {"Local Folders", "Local Folders (2)"}


def test_filters_are_told_in_words_and_broken_ones_end_nothing() -> None:
    found = list(
        read_filters(
            b'name="A \\"b\\""\nenabled="no"\naction="Mark read"\n'
            b'condition="OR (from,contains,a) OR (subject,is,b)"\n'
            b'name="broken\nname="C"\ncondition="ALL"\n'
        )
    )
    assert [(f.name, f.words) for f in found] == [
        ('A "b"', "if from contains a or subject is b; Mark read (switched off)"),
        ("C", "every mail"),
    ]
