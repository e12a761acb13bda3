"""Files that a program hands in through one folder: nothing outside it, no link, bounded."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import BadInput, KnownError, NotFound, StorageError
from desktop_app.tools.drafting import draft_attachments
from desktop_app.tools.names import handed_in
from desktop_app.tools.person import requests
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, mail


@pytest.fixture
def program(house: TestHouse) -> Runner:
    return house.runner(Origin.MCP, "Claude")


@pytest.fixture
def folder(house: TestHouse, program: Runner) -> Path:
    """As a program is told of it: by its name, not by where it is."""
    status = program.call_by_name("connection_status", {})[1].unwrap()
    assert "the folder handed-in of Draftdesk's profile" in status.display
    assert "named handed-in/NAME" in status.display
    assert str(house.profile.parent) not in status.display
    return house.profile / str(status.handed_in_folder)


def draft(program: Runner, *names: str) -> list[tuple[str, str, bytes]]:
    _, saved = program.call_by_name("create_draft", {"to": "a@x.example", "attachments": names})
    store = program._store
    parts = store.drafts.get(saved.unwrap().draft_id).content.attachments
    return [(p.filename, p.content_type, store.drafts.read_whole(p)) for p in parts]


def test_a_file_in_the_folder_goes_along(house: TestHouse, program: Runner, folder: Path) -> None:
    assert folder == house.profile / "handed-in"
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o777 == 0o700
    (folder / "prices é.pdf").write_bytes(b"%PDF-1.4")
    assert draft(program, "handed-in/prices é.pdf") == [
        ("prices é.pdf", "application/pdf", b"%PDF-1.4")
    ]
    message = house.add(mail())
    _, saved = program.call_by_name(
        "draft_reply",
        {"message_id": str(message.id), "body": "Here.", "attachments": ["handed-in/prices é.pdf"]},
    )
    [part] = house.store.drafts.get(saved.unwrap().draft_id).content.attachments
    assert part.filename == "prices é.pdf"


def test_a_name_is_cleaned_and_the_review_says_so(
    house: TestHouse, program: Runner, folder: Path
) -> None:
    (folder / "prices\u202efdp.exe").write_bytes(b"MZ")
    [(name, _, _)] = draft(program, "handed-in/prices\u202efdp.exe")
    assert name == "pricesfdp.exe"
    [saved] = house.store.drafts.in_state([DraftState.PROPOSED])
    assert [str(place) for place in saved.taken_out] == ["a file name"]


NAMES = ("../config.toml", "..", ".", "", "sub/x.txt", "/etc/passwd", "a\\b", "C:x", "x\0y")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_outside_the_folder_is_named(
    house: TestHouse, program: Runner, folder: Path, name: str
) -> None:
    (house.profile / "config.toml").write_text("secret")
    with pytest.raises(KnownError):
        draft(program, f"handed-in/{name}")
    assert house.store.drafts.count(proposed=True) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("kind", ["symlink", "hard link", "folder", "pipe"])
def test_no_link_and_no_device_is_read(
    house: TestHouse, program: Runner, folder: Path, kind: str, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    place = folder / "x.txt"
    if kind == "symlink":
        place.symlink_to(secret)
    elif kind == "hard link":
        os.link(secret, place)
    elif kind == "folder":
        place.mkdir()
    else:
        os.mkfifo(place)
    with pytest.raises(BadInput, match="a link or no file"):
        draft(program, "handed-in/x.txt")
    assert house.store.drafts.count(proposed=True) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_folder_that_is_a_link_is_no_folder(
    house: TestHouse, program: Runner, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (house.profile / "handed-in").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageError, match="not a folder of the profile"):
        draft(program, "handed-in/x.txt")


def test_a_file_that_is_replaced_meanwhile_is_not_read(
    program: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "x.txt").write_text("fine")
    (folder / "y.txt").write_text("other")
    opened = os.open
    monkeypatch.setattr(os, "open", lambda path, flags: opened(path.with_name("y.txt"), flags))
    with pytest.raises(BadInput, match="was replaced"):
        draft(program, "handed-in/x.txt")


def test_what_is_not_there_or_can_t_be_read_says_so(
    program: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotFound, match=r"no file 'prices\.pdf' in"):
        draft(program, "handed-in/prices.pdf")
    (folder / "x.txt").write_text("fine")

    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(BadInput, match="Permission denied"):
        draft(program, "handed-in/x.txt")


def test_size_is_bounded_for_one_and_together(
    house: TestHouse, program: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handed_in, "MOST_BYTES", 10)
    monkeypatch.setattr(draft_attachments, "MOST_TOGETHER", 15)
    (folder / "large.txt").write_bytes(b"x" * 11)
    (folder / "a.txt").write_bytes(b"x" * 9)
    (folder / "b.txt").write_bytes(b"x" * 9)
    with pytest.raises(BadInput, match="larger than"):
        draft(program, "handed-in/large.txt")
    with pytest.raises(BadInput, match="together"):
        draft(program, "handed-in/a.txt", "handed-in/b.txt")
    assert house.store.drafts.count(proposed=True) == 0
    assert len(draft(program, "handed-in/a.txt")) == 1


def test_a_file_that_grows_while_it_is_read_is_bounded(
    program: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "x.txt").write_bytes(b"x" * 11)
    monkeypatch.setattr(handed_in, "MOST_BYTES", 10)
    monkeypatch.setattr(handed_in, "_refuse_other", lambda *_: None)
    with pytest.raises(BadInput, match="larger than"):
        draft(program, "handed-in/x.txt")


def test_a_file_is_of_the_program_that_named_it_first(
    house: TestHouse, program: Runner, folder: Path
) -> None:
    other = house.runner(Origin.MCP, "Claude", caller="other")
    (folder / "mine.txt").write_text("first")
    assert draft(program, "handed-in/mine.txt")[0][2] == b"first"
    with pytest.raises(NotFound, match=r"no file 'mine\.txt' in") as theirs:
        draft(other, "handed-in/mine.txt")
    with pytest.raises(NotFound) as nobodys:
        draft(other, "handed-in/none.txt")
    assert str(theirs.value).replace("mine", "none") == str(nobodys.value)
    assert draft(program, "handed-in/mine.txt")[0][2] == b"first"
    (folder / "mine.txt").write_text("second")
    assert draft(other, "handed-in/mine.txt")[0][2] == b"second"
    assert draft(program, "handed-in/mine.txt")[0][2] == b"first"


def test_a_file_that_is_asked_for_goes_along_when_it_is_allowed(
    house: TestHouse, program: Runner, folder: Path
) -> None:
    house.settings.change("policy.mcp_draft", "ask")
    (folder / "mine.txt").write_text("first")
    given = {"to": "a@x.example", "attachments": ["handed-in/mine.txt"]}
    asked = program.call_by_name("create_draft", given)[1]
    answer = requests.AnswerRequests(
        answers=(requests.Answer(request_id=asked.request_id, allow=True),)
    )
    house.runner().call(requests.ANSWER_REQUESTS, answer)
    [saved] = house.store.drafts.in_state([DraftState.PROPOSED])
    assert [part.filename for part in saved.content.attachments] == ["mine.txt"]


def test_a_folder_that_can_t_be_made_says_why(house: TestHouse, program: Runner) -> None:
    (house.profile / "handed-in").write_text("a file")
    with pytest.raises(StorageError, match=r"can't be made|not a folder"):
        draft(program, "handed-in/x.txt")
    status = program.call_by_name("connection_status", {})[1].unwrap()
    assert (status.handed_in_folder, len(status.accounts)) == ("", 1)
