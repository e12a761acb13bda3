"""The main job on real mail: import, search, read, reply, send, find in Sent, export. The
export is read by Python's own mailbox module, the search is held against notmuch's."""

from __future__ import annotations

import json
import mailbox
import os
import shutil
import subprocess
import sys
from contextlib import closing
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from desktop_app.app import build
from desktop_app.house import House
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import SendPermit
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import draft_review, mail_accounts, mail_files, mail_list, mail_view
from desktop_app.tools.verbs import draft_reply, send_draft
from tests.sure import there

pytestmark = [pytest.mark.corpora, pytest.mark.system]
QUERIES = [
    ("from:carl", "from:carl"),
    ("subject:patch", "subject:patch"),
    ("notmuch", "notmuch"),
    ('"error out"', '"error out"'),
    ("from:keith subject:notmuch", "from:keith and subject:notmuch"),
    ("notmuch -patch", "notmuch and not patch"),
    ("from:carl OR from:keith", "from:carl or from:keith"),
]


@pytest.fixture
def threads(corpora: Path, tmp_path: Path) -> Path:
    """A mailing list's mail, one file a message, in a folder of its own."""
    folder = tmp_path / "mail"
    shutil.copytree(corpora / "notmuch" / "test" / "corpora" / "default", folder)
    return folder


def notmuch_counts(folder: Path) -> list[int]:
    """What the notmuch program counts on the same files, query by query."""
    config = folder.parent / "notmuch-config"
    config.write_text(f"[database]\npath={folder}\n[user]\nname=x\nprimary_email=x@x\n")
    environment = {**os.environ, "NOTMUCH_CONFIG": str(config)}
    subprocess.run(["notmuch", "new", "--quiet"], env=environment, check=True)
    return [
        int(subprocess.run(["notmuch", "count", "--exclude=false", query], env=environment,
                           capture_output=True, text=True, check=True).stdout)
        for _, query in QUERIES
    ]  # fmt: skip


def our_count(profile: Path, query: str) -> int:
    command = [sys.executable, "-m", "desktop_app", "--profile", str(profile), "search", query,
               "--limit", "10000", "--json"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(json.loads(done.stdout)["count"])


@pytest.fixture
def real(threads: Path, tmp_path: Path) -> House:
    house = build(tmp_path / "profile")
    house.runner().call(mail_files.IMPORT_MAIL, mail_files.ImportMail(paths=(str(threads),)))
    return house


def test_searches_find_as_many_mails_as_notmuch_does(real: House, threads: Path) -> None:
    if shutil.which("notmuch") is None:
        pytest.skip("notmuch is not installed here")
    real.shutdown()
    ours = [our_count(real.profile, f"{query} in:anywhere") for query, _ in QUERIES]
    assert ours == notmuch_counts(threads)


def test_a_real_thread_is_read_answered_sent_found_and_exported(
    real: House, tmp_path: Path
) -> None:
    runner = real.runner()
    page = runner.call(
        mail_list.SEARCH_THREADS, mail_list.SearchThreads(query="from:carl subject:patch")
    ).unwrap()
    thread = max(page.threads, key=lambda t: t.message_count)
    opened = runner.call(mail_view.OPEN_THREAD, mail_view.OpenThread(thread_id=thread.id)).unwrap()
    assert len(opened.thread.messages) == thread.message_count > 1
    for message in opened.thread.messages:
        body = runner.call(mail_view.READ_BODY, mail_view.ReadBody(message_id=message.id)).unwrap()
        assert body.body.text.strip()
    last = opened.thread.messages[-1]
    saved = runner.call(
        draft_reply.TOOL, draft_reply.DraftReply(message_id=str(last.id), body="Überprüft ✓")
    ).unwrap()  # fmt: skip
    assert isinstance(saved, DraftSaved)
    shown = runner.call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=saved.draft_id)
    ).unwrap()
    runner.call(
        send_draft.TOOL,
        send_draft.SendDraft(draft_id=saved.draft_id, revision=saved.revision),
        permit=SendPermit(saved.draft_id, saved.revision, shown.digest, "press"),
    )
    entry = real.store.outbox.for_draft(saved.draft_id)
    assert entry is not None
    real.store.outbox.hasten(entry.id, 0)
    real.postman.work()
    found = runner.call(
        mail_list.SEARCH_THREADS, mail_list.SearchThreads(query="in:sent überprüft")
    ).unwrap()
    assert [t.id for t in found.threads] == [thread.id]
    target = tmp_path / "thread.mbox"
    runner.call(
        mail_files.EXPORT_MESSAGES,
        mail_files.ExportMessages(path=str(target), thread_ids=(thread.id,)),
    )
    check_export(target, thread.message_count + 1, last.rfc822_message_id)
    real.shutdown()


def check_export(path: Path, count: int, answered: str) -> None:
    """The file as somebody else's parser reads it."""
    parser = BytesParser(policy=policy.default)
    with closing(mailbox.mbox(path)) as box:
        mails = [parser.parsebytes(m.as_bytes()) for m in box]
    assert len(mails) == count
    reply = mails[-1]
    assert reply["In-Reply-To"] == f"<{answered}>"
    assert f"<{answered}>" in reply["References"]
    assert reply["Subject"].lower().count("re:") == 1
    assert "Überprüft ✓" in there(reply.get_body()).get_content()


def test_a_profile_made_by_import_keeps_the_persons_own_address(real: House) -> None:
    account = real.store.accounts.list()[0]
    mine = Identity(Address("Me", "me@own.example"), "Me", default=True)
    real.runner().call(
        mail_accounts.UPDATE_ACCOUNT,
        mail_accounts.UpdateAccount(account=account.id, identities=(mine,)),
    )
    assert real.store.accounts.get(account.id).identities == (mine,)
    real.shutdown()
