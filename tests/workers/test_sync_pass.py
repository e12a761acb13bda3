"""What a pass brings, sends and survives, against the emulator behind the fault proxy."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.accounts.google.convert import thread_number
from desktop_app.mail.message.parse import parse
from desktop_app.model.errors import KnownError
from tests.depths import one_in
from tests.fakes.google.desk import SyncDesk, desk, server_contents
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.fixtures import put
from tests.fakes.google.proxy import Google
from tests.fakes.house import mail


def labels_here(synced: SyncDesk) -> dict[str, frozenset[str]]:
    return {m.source_id: m.labels for m in synced.messages()}


def test_the_first_pass_brings_all_mail_with_its_labels(served: Google, synced: SyncDesk) -> None:
    work = served.emulator.label("Work/Clients")
    ids = put(served, 12)
    served.emulator.call("POST", f"messages/{ids[3]}/modify", {"addLabelIds": [work, "STARRED"]})
    served.emulator.call("POST", f"messages/{ids[4]}/trash")
    report = synced.sync()
    assert report.fetched == 12
    assert labels_here(synced) == server_contents(served)
    assert "Work/Clients" in synced.by_subject("Mail 3").labels
    assert synced.store.sync_state.get("gmail").synced > 0


def test_a_second_pass_fetches_nothing(served: Google, synced: SyncDesk) -> None:
    put(served, 3)
    synced.sync()
    served.proxy.forget_calls()
    assert synced.sync().fetched == 0
    assert sum(c.units for c in served.proxy.calls()) <= 3


def test_what_happens_on_the_web_comes_here(served: Google, synced: SyncDesk) -> None:
    ids = put(served, 4)
    synced.sync()
    served.emulator.call("POST", f"messages/{ids[0]}/modify", {"removeLabelIds": ["UNREAD"]})
    served.emulator.call("POST", f"messages/{ids[1]}/modify", {"addLabelIds": ["STARRED"]})
    served.emulator.call("DELETE", f"messages/{ids[2]}")
    served.emulator.fill([Mail(mail("Fresh", message_id="fresh@x.example"))])
    report = synced.sync()
    assert (report.fetched, report.deleted) == (1, 1)
    assert labels_here(synced) == server_contents(served)


def test_a_change_made_here_shows_at_once_and_goes_out_in_one_call(
    served: Google, synced: SyncDesk
) -> None:
    put(served, 12)
    synced.sync()
    ids = [m.id for m in synced.messages()]
    synced.store.messages.modify(ids, add=frozenset({"STARRED"}), remove=frozenset({"INBOX"}))
    assert all("STARRED" in m.labels for m in synced.messages())
    assert synced.store.pending.count("gmail") == 12
    served.proxy.forget_calls()
    assert synced.sync().pushed == 12
    assert len(served.proxy.calls("gmail.users.messages.batchModify")) == 1
    assert synced.store.pending.count("gmail") == 0
    assert labels_here(synced) == server_contents(served)


@pytest.mark.parametrize(("count", "method", "units"), [(1, "modify", 5), (12, "batchModify", 50)])
def test_a_change_goes_out_by_the_call_that_costs_less(
    served: Google, synced: SyncDesk, count: int, method: str, units: int
) -> None:
    put(served, count)
    synced.sync()
    ids = [m.id for m in synced.messages()]
    synced.store.messages.modify(ids, add=frozenset({"STARRED"}))
    served.proxy.forget_calls()
    synced.sync()
    calls = [c for c in served.proxy.calls() if c.method.endswith("odify")]
    assert {c.method for c in calls} == {f"gmail.users.messages.{method}"}
    assert sum(c.units for c in calls) == units
    assert labels_here(synced) == server_contents(served)


def test_a_single_change_of_a_mail_that_is_gone_is_no_trouble(
    served: Google, synced: SyncDesk
) -> None:
    ids = put(served, 2)
    synced.sync()
    synced.store.messages.modify([m.id for m in synced.messages()], add=frozenset({"STARRED"}))
    served.emulator.call("DELETE", f"messages/{ids[0]}")
    assert synced.sync().refused == 0
    assert labels_here(synced) == server_contents(served)
    assert synced.store.pending.count("gmail") == 0


def test_a_change_and_its_undo_cancel_each_other(served: Google, synced: SyncDesk) -> None:
    put(served, 2)
    synced.sync()
    ids = [m.id for m in synced.messages()]
    before = synced.store.messages.modify(ids, add=frozenset({"STARRED"}))
    synced.store.messages.take_back(before.changes)
    assert synced.store.pending.count("gmail") == 0


def test_a_label_made_here_is_made_there_when_mail_carries_it(
    served: Google, synced: SyncDesk
) -> None:
    put(served, 1)
    synced.sync()
    ids = [m.id for m in synced.messages()]
    synced.store.messages.modify(ids, add=frozenset({"Taxes"}))
    synced.sync()
    assert labels_here(synced) == server_contents(served)
    assert "Taxes" in {x.name for x in synced.store.remote_labels.of_account("gmail")}


def test_a_waiting_change_stays_on_top_of_what_the_server_says(
    served: Google, synced: SyncDesk
) -> None:
    [id_] = put(served, 1)
    synced.sync()
    served.proxy.fail(Fault("gmail.users.messages.*odify", status=503))
    synced.store.messages.modify([synced.messages()[0].id], remove=frozenset({"UNREAD"}))
    with pytest.raises(KnownError):
        synced.sync()
    served.emulator.call("POST", f"messages/{id_}/modify", {"addLabelIds": ["STARRED"]})
    served.proxy.fail(Fault("gmail.users.messages.*odify", status=503))
    with pytest.raises(KnownError):
        synced.sync()
    assert "UNREAD" not in synced.messages()[0].labels
    synced.sync()
    assert synced.messages()[0].labels == {"INBOX", "STARRED"}
    assert labels_here(synced) == server_contents(served)


def test_a_refused_change_stays_with_its_reason_and_the_rest_goes_on(
    served: Google, synced: SyncDesk
) -> None:
    put(served, 2)
    synced.sync()
    ids = [m.id for m in synced.messages()]
    synced.store.messages.modify(ids, add=frozenset({"STARRED"}))
    served.proxy.fail(
        Fault("gmail.users.messages.*odify", status=400, reason="badRequest", times=2)
    )
    report = synced.sync()
    assert (report.pushed, report.refused) == (1, 1)
    [refused] = synced.store.pending.refused("gmail")
    assert refused.add == {"STARRED"}
    assert refused.reason
    assert all("STARRED" in m.labels for m in synced.messages())
    assert synced.store.pending.try_again("gmail") == 1
    assert synced.sync().pushed == 1
    assert labels_here(synced) == server_contents(served)


def test_a_change_of_mail_deleted_elsewhere_is_told(served: Google, synced: SyncDesk) -> None:
    [id_] = put(served, 1)
    synced.sync()
    synced.store.messages.modify([synced.messages()[0].id], add=frozenset({"STARRED"}))
    served.emulator.call("DELETE", f"messages/{id_}")
    # The change goes out first and Gmail passes a message over that is gone; so it is held back.
    served.proxy.fail(Fault("gmail.users.messages.*odify", status=503, times=1))
    with pytest.raises(KnownError):
        synced.sync()
    from desktop_app.workers.sync_pass import SyncPass

    SyncPass(
        synced.store,
        "gmail",
        synced.mailbox,
        clock=synced.store.db.clock,
        cancelled=synced.cancelled,
        thread_key=thread_number,
        progress=synced.progress.append,
    )._pull_changes(synced.store.sync_state.get("gmail").history_id)
    assert synced.messages() == []
    assert synced.store.pending.count("gmail") == 0
    assert "deleted elsewhere" in synced.store.audit.newest(limit=1)[0].summary


def test_mail_deleted_here_is_deleted_there_and_does_not_come_back(
    served: Google, synced: SyncDesk
) -> None:
    put(served, 3)
    synced.sync()
    doomed = synced.messages()[0]
    synced.store.messages.delete([doomed.id])
    served.proxy.fail(Fault("gmail.users.messages.*elete", status=503))
    with pytest.raises(KnownError):
        synced.sync()
    synced.sync()
    assert doomed.source_id not in server_contents(served)
    assert labels_here(synced) == server_contents(served)


def test_an_expired_history_compares_everything_for_little(
    served: Google, synced: SyncDesk
) -> None:
    ids = put(served, 30)
    synced.sync()
    served.emulator.call("POST", f"messages/{ids[0]}/modify", {"removeLabelIds": ["UNREAD"]})
    served.emulator.call("DELETE", f"messages/{ids[1]}")
    served.emulator.fill([Mail(mail("Later", message_id="later@x.example"))])
    served.proxy.expire_history()
    served.proxy.forget_calls()
    synced.sync()
    assert labels_here(synced) == server_contents(served)
    # The new one, and whether the one that no listing had is really gone.
    assert len(served.proxy.calls("gmail.users.messages.get")) == 2


def test_labels_renamed_and_deleted_on_the_web_follow(served: Google, synced: SyncDesk) -> None:
    keep, drop = served.emulator.label("Keep"), served.emulator.label("Drop")
    ids = put(served, 2)
    for label, id_ in ((keep, ids[0]), (drop, ids[1])):
        served.emulator.call("POST", f"messages/{id_}/modify", {"addLabelIds": [label]})
    synced.sync()
    served.emulator.call("PATCH", f"labels/{keep}", {"name": "Kept"})
    served.emulator.call("DELETE", f"labels/{drop}")
    synced.sync()
    assert labels_here(synced) == server_contents(served)
    user = {x.id for x in synced.store.labels.list("gmail") if not x.system}
    assert user == {"Kept"}


def test_labels_made_renamed_and_deleted_here_follow_there(
    served: Google, synced: SyncDesk
) -> None:
    old, doomed = served.emulator.label("Old name"), served.emulator.label("Doomed")
    [id_] = put(served, 1)
    change = {"addLabelIds": [old, doomed]}
    served.emulator.call("POST", f"messages/{id_}/modify", change)
    synced.sync()
    labels = synced.store.labels
    labels.create("gmail", "Fresh")
    labels.rename("gmail", "Old name", "New name")
    labels.delete("gmail", "Doomed")
    synced.sync()
    there = served.emulator.call("GET", "labels")["labels"]
    user = {x["id"]: x["name"] for x in there if x["type"] == "user"}  # type: ignore[attr-defined]
    assert set(user.values()) == {"Fresh", "New name"}
    assert user[old] == "New name"
    assert {x.id for x in labels.list("gmail") if not x.system} == {"Fresh", "New name"}
    assert labels_here(synced) == server_contents(served)
    assert synced.store.remote_labels.wanted("gmail") == []


def test_a_name_that_is_taken_there_ends_as_the_server_says(
    served: Google, synced: SyncDesk
) -> None:
    mine = served.emulator.label("Mine")
    synced.sync()
    synced.store.labels.rename("gmail", "Mine", "Taken")
    served.emulator.label("Taken")
    synced.sync()
    user = {x.id for x in synced.store.labels.list("gmail") if not x.system}
    assert user == {"Mine", "Taken"}
    assert mine in {x.id for x in synced.store.remote_labels.of_account("gmail")}


def test_colours_and_visibility_are_kept(served: Google, synced: SyncDesk) -> None:
    served.emulator.label(
        "Red",
        color={"backgroundColor": "#fb4c2f", "textColor": "#ffffff"},
        labelListVisibility="labelHide",
        messageListVisibility="hide",
    )
    synced.sync()
    [red] = [x for x in synced.store.remote_labels.of_account("gmail") if x.name == "Red"]
    assert (red.background, red.text) == ("#fb4c2f", "#ffffff")
    [shown] = [x for x in synced.store.labels.list("gmail") if x.id == "Red"]
    assert (shown.colour, shown.hidden) == ("#fb4c2f", True)
    assert not red.in_list
    assert not red.in_messages


def test_a_thread_comes_byte_for_byte_as_it_was_sent(served: Google, synced: SyncDesk) -> None:
    folded = b"Subject: Folded\r\n\tby its sender\r\nMessage-ID: <p0@x.example>\r\n\r\nOne\r\n"
    japanese = (
        b"From: a@x.example\r\nMessage-ID: <p1@x.example>\r\n"
        b"Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n"
    ) + "\u5951\u7d04\u66f8\r\n".encode("iso-2022-jp")
    signed = (
        b"From: a@x.example\r\nMessage-ID: <p2@x.example>\r\n"
        b'Content-Type: multipart/signed; boundary="=_b"\r\n\r\n'
        b"preamble\r\n--=_b\r\n\r\nWords  \r\n"
        b"--=_b\r\nContent-Type: application/pgp-signature\r\n\r\nsig\r\n--=_b--\r\n"
        b"epilogue\r\n"
    )
    sent = [folded, japanese, signed]
    served.emulator.fill([Mail(raw, thread_id="18c0ffee00000001") for raw in sent])
    synced.sync()
    stored = {synced.store.messages.raw(m.id) for m in synced.messages()}
    assert stored == set(sent)
    assert len({m.thread_id for m in synced.messages()}) == 1


def test_an_imported_takeout_spares_the_download(served: Google, synced: SyncDesk) -> None:
    raws = [mail(f"Old {n}", message_id=f"old{n}@x.example") for n in range(8)]
    threads = [f"{0x18C0000000000000 + n // 2 * (n < 4) + n * (n >= 4):x}" for n in range(8)]
    served.emulator.fill(
        [Mail(raw, ("INBOX",), thread_id=t) for raw, t in zip(raws, threads, strict=True)]
    )
    taken_out = [
        parse(f"X-GM-THRID: {int(t, 16)}\r\n".encode() + raw)
        for raw, t in zip(raws, threads, strict=True)
    ]
    synced.store.messages.add("gmail", taken_out, labels=[frozenset({"Imported"})] * 8)
    served.proxy.forget_calls()
    report = synced.sync()
    assert (report.matched, report.fetched) == (8, 0)
    assert labels_here(synced) == server_contents(served)
    assert not served.proxy.calls("gmail.users.messages.get")


def test_drafts_are_not_mail(served: Google, synced: SyncDesk) -> None:
    put(served, 1)
    served.emulator.fill([Mail(mail("A draft", message_id="d@x.example"), ("DRAFT",))])
    synced.sync()
    assert [m.subject for m in synced.messages()] == ["Mail 0"]


def test_a_paused_download_goes_on_where_it_was(served: Google, synced: SyncDesk) -> None:
    put(served, 60)
    synced.paused.set()
    synced.sync()
    assert synced.store.sync_state.count_todo("gmail") == 60
    synced.paused.clear()
    synced.sync()
    assert len(synced.messages()) == 60


def test_the_first_mail_can_be_read_before_the_quota_makes_anyone_wait(
    tmp_path: Path, served: Google
) -> None:
    put(served, 60)
    with desk(tmp_path / "slow", served, units=6000) as mine:
        stored: list[tuple[float, int]] = []
        mine.store.subscribe(
            lambda _: stored.append((mine.waiting.now(), mine.store.messages.count()))
        )
        mine.sync()
    waited, first = next((at, n) for at, n in stored if n)
    assert (waited < 1, first) == (True, 12)
    # Each request's mail is stored before the next is waited for.
    assert {n for _, n in stored if n} == set(range(12, 61, 12)) | {50}


FAULTS = [
    ("gmail.users.labels.list", Kind.STATUS),
    ("gmail.users.getProfile", Kind.STATUS),
    ("gmail.users.messages.list", Kind.RESET),
    ("gmail.users.messages.get", Kind.STATUS),
    ("gmail.users.history.list", Kind.REPLY_CUT),
    ("gmail.users.messages.*odify", Kind.REPLY_LOST),
    ("batch", Kind.GARBAGE),
    ("batch", Kind.REPLY_LOST),
]


@one_in(3)
@pytest.mark.parametrize(("method", "kind"), FAULTS, ids=lambda v: getattr(v, "value", v))
def test_a_fault_at_any_call_is_made_good_by_the_next_pass(
    served: Google, synced: SyncDesk, method: str, kind: Kind
) -> None:
    put(served, 6)
    served.proxy.fail(Fault(method, kind=kind, times=5))
    for n in range(7):
        try:
            synced.sync()
            if n == 0:
                synced.store.messages.modify(
                    [m.id for m in synced.messages()], remove=frozenset({"UNREAD"})
                )
        except KnownError:
            continue
    synced.sync()
    assert labels_here(synced) == server_contents(served)
    assert synced.store.pending.count("gmail") == 0
