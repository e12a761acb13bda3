"""Moving out: equal counts, read back by Python and by the importer, with labels and flags."""

from __future__ import annotations

import mailbox
from pathlib import Path
from threading import Event

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.accounts.local.readers import discover, read
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire import moved_fields
from desktop_app.mail.wire.mbox import MboxMail
from desktop_app.model.errors import BadInput, NotFound, StorageError
from desktop_app.model.message import SystemLabel
from desktop_app.tools.person import moving_out
from desktop_app.tools.person.moving_out import MovedOut, MoveOut
from desktop_app.tools.verbs import create_draft
from desktop_app.tools.written_mailbox import Maildir, Mbox, WrittenMailbox
from desktop_app.workers.importer import Importer
from tests.accounts.moving.other_programs import letter
from tests.depths import examples
from tests.fakes.house import TestHouse
from tests.store.mails import account

LABELS = st.frozensets(
    st.one_of(
        st.sampled_from([str(label) for label in SystemLabel if not label.startswith("LATER")]),
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30),
        st.sampled_from(
            ["Opened", "wichtig", "a,b", 'q"uote', "back\\slash", "Küche & Co", "=?x?="]
        ),
    ),
    max_size=6,
)
BODIES = st.lists(
    st.sampled_from(
        ["Words.", "From here", ">From there", ">>From", "", "From x@y Thu Jan  1 00:00:00 2026",
         "X-Status: F", "\tindented", "é"]
    ),
    max_size=8,
).map("\n".join)  # fmt: skip


def add(house: TestHouse, raw: bytes, *labels: str) -> int:
    report = house.store.messages.add("work", [parse(raw)], labels=[frozenset(labels)])
    return report.ids[0]


def out(house: TestHouse, path: Path, **wanted: object) -> MovedOut:
    params = MoveOut(path=str(path), account="work", **wanted)  # type: ignore[arg-type]
    return house.runner().call(moving_out.MOVE_OUT, params).unwrap()


def some(house: TestHouse) -> None:
    add(house, letter(1, body="Words.\n\nFrom the start\n>From quoted"), "INBOX", "UNREAD")
    add(house, letter(2), "INBOX", "STARRED", "Küche, & Co", "Opened")
    add(house, letter(3).replace(b"\n", b"\r\n"), "SENT", "Projects/Alpha")
    add(house, letter(4), "SPAM")
    add(house, letter(5), "TRASH", "UNREAD")


def python_reads(path: Path) -> list[mailbox.mboxMessage]:
    box = mailbox.mbox(path)
    found = list(box)
    box.close()
    return found


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(labels=LABELS, body=BODIES, form=st.sampled_from([Mbox, Maildir]))
def test_a_mail_is_read_back_byte_for_byte_with_its_labels(
    tmp_path_factory: pytest.TempPathFactory,
    labels: frozenset[str],
    body: str,
    form: type[WrittenMailbox],
) -> None:
    target = tmp_path_factory.mktemp("out") / "mail"
    raw = letter(1, body=body)
    with form(target) as box:
        box.add(MboxMail(raw, "anna@a.example", 1_780_000_000), labels)
        box.add(MboxMail(letter(2), "", 0), frozenset())
        box.finish()
    [source] = discover([target])
    first = next(i for i in read(source) if b"letter-1" in i.raw)
    assert first.raw.rstrip(b"\n") == raw.rstrip(b"\n")
    assert first.labels == moved_fields.kept_labels(labels)


@pytest.mark.parametrize("form", ["mbox", "maildir"])
def test_an_account_comes_out_and_in_again_with_equal_counts_labels_and_flags(
    house: TestHouse, tmp_path: Path, form: str
) -> None:
    some(house)
    report = out(house, tmp_path / "all", form=form)
    assert (report.found, report.mails, report.cancelled) == (5, 5, False)
    house.store.accounts.add(account("again"))
    back = Importer(house.store).run(
        [tmp_path / "all"], "again", progress=lambda _: None, cancelled=Event(), paused=Event()
    )
    assert (back.imported, back.unreadable) == (5, ())

    def told(of: str) -> dict[str, tuple[int, int]]:
        return {la.id: (la.total, la.unread) for la in house.store.labels.list(of) if la.total}

    assert told("again") == told("work")


def test_python_reads_the_mbox_with_what_is_read_and_starred(
    house: TestHouse, tmp_path: Path
) -> None:
    some(house)
    out(house, tmp_path / "all.mbox")
    found = {str(m["Subject"]): m for m in python_reads(tmp_path / "all.mbox")}
    assert len(found) == 5
    assert found["Letter 1"].get_flags() == "O"
    assert set(found["Letter 2"].get_flags()) == set("ROF")
    assert "D" in found["Letter 5"].get_flags()
    assert "Inbox" in str(found["Letter 2"]["X-Gmail-Labels"])
    assert str(found["Letter 3"]["X-Keywords"]) == "Projects/Alpha"


def test_python_reads_the_maildir_with_its_flags(house: TestHouse, tmp_path: Path) -> None:
    some(house)
    out(house, tmp_path / "box", form="maildir")
    found = {str(m["Subject"]): m for m in mailbox.Maildir(tmp_path / "box", create=False)}
    assert found["Letter 1"].get_flags() == ""
    assert found["Letter 2"].get_flags() == "FS"
    assert found["Letter 5"].get_flags() == "T"


def test_a_label_and_a_search_give_what_is_theirs(house: TestHouse, tmp_path: Path) -> None:
    some(house)
    assert out(house, tmp_path / "a", label="Projects/Alpha").mails == 1
    assert out(house, tmp_path / "b", label="INBOX").mails == 2
    assert out(house, tmp_path / "c", label="Opened").mails == 1
    assert out(house, tmp_path / "d", label="SPAM").mails == 1
    assert out(house, tmp_path / "e", query='subject:"Letter 2"').mails == 1
    assert out(house, tmp_path / "f", query="letter", spam_and_trash=False).mails == 3
    with pytest.raises(NotFound):
        out(house, tmp_path / "g", label="Nothing")
    with pytest.raises(BadInput):
        out(house, tmp_path / "h", query="has:drive")


def test_stopped_in_the_middle_the_file_says_that_it_is_unfinished(
    house: TestHouse, tmp_path: Path
) -> None:
    some(house)
    cancelled = Event()
    params = MoveOut(path=str(tmp_path / "all.mbox"), account="work")
    report = (
        house.runner()
        .call(
            moving_out.MOVE_OUT,
            params,
            cancelled=cancelled,
            progress=lambda p: cancelled.set() if p.done == 2 else None,
        )
        .unwrap()
    )
    assert (report.cancelled, report.mails) == (True, 2)
    assert report.path.endswith("all.mbox.unfinished")
    assert not (tmp_path / "all.mbox").exists()
    assert len(python_reads(Path(report.path))) == 2


def test_what_cannot_be_written_is_said_and_nothing_is_overwritten(
    house: TestHouse, tmp_path: Path
) -> None:
    some(house)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    with pytest.raises(BadInput):
        out(house, tmp_path / "full", form="maildir")
    with pytest.raises(BadInput):
        out(house, tmp_path / "full", form="mbox")
    assert (tmp_path / "full" / "file").read_text() == "mine"
    with pytest.raises(StorageError):
        out(house, tmp_path / "gone" / "all.mbox")


def test_a_disk_that_fills_up_leaves_what_was_written_under_its_unfinished_name(
    house: TestHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some(house)
    real, calls = Mbox._write, list[int]()

    def full(self: Mbox, mail: MboxMail, flags: str) -> None:
        calls.append(1)
        if len(calls) > 2:
            raise OSError(28, "No space left on device")
        real(self, mail, flags)

    monkeypatch.setattr(Mbox, "_write", full)
    with pytest.raises(StorageError) as raised:
        out(house, tmp_path / "all.mbox")
    assert "unfinished" in raised.value.next_step
    assert len(python_reads(tmp_path / "all.mbox.unfinished")) == 2


def test_drafts_go_along_with_their_recipients_and_come_back_as_drafts(
    house: TestHouse, tmp_path: Path
) -> None:
    some(house)
    made = house.runner().call(
        create_draft.TOOL,
        create_draft.CreateDraft(
            to=("anna@a.example",), bcc=("secret@b.example",), subject="Unsent", body="Words."
        ),
    )
    assert made.value is not None
    report = out(house, tmp_path / "all.mbox")
    assert (report.mails, report.drafts) == (5, 1)
    [draft] = [m for m in python_reads(tmp_path / "all.mbox") if m["Subject"] == "Unsent"]
    assert str(draft["Bcc"]) == "secret@b.example"
    assert "T" in draft.get_flags()
    [source] = discover([tmp_path / "all.mbox"])
    [back] = [item for item in read(source) if b"Subject: Unsent" in item.raw]
    assert back.labels == {SystemLabel.DRAFT}
    assert out(house, tmp_path / "without.mbox", drafts=False).drafts == 0
    assert out(house, tmp_path / "label.mbox", label="INBOX").drafts == 0
