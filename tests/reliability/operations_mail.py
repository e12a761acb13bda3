"""Operations on mail, accounts and settings."""

from __future__ import annotations

from threading import Event

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.api_use import HOUR, Call
from desktop_app.model.conversation import KeptTurn, SentPayload
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin, Source, SourceKind
from desktop_app.model.label_difference import LabelDifference
from desktop_app.model.request import Asker, WantedCall
from desktop_app.search.parser import parse as query
from desktop_app.tools.person import mail_accounts, requests
from desktop_app.tools.runner import Runner
from desktop_app.workers.importer import Importer
from tests.fakes.house import ME, NOW, mail
from tests.reliability.desk import (
    ANY_STATE,
    Desk,
    Operation,
    Problems,
    Tell,
    draft_of,
    no_tell,
    nothing_saved,
)
from tests.reliability.operations_drafts import written
from tests.store.mails import mail as parsed_mail
from tests.store.test_bulk import prepared
from tests.tools.test_removing import fill, found


def _import_mails(desk: Desk) -> None:
    written(desk)
    desk.mails.mkdir(exist_ok=True)
    with (desk.mails / "in.mbox").open("wb") as file:
        for number in range(12):
            raw = mail(f"Number {number}", f"body{number} words", message_id=f"{number}@x.example")
            file.write(b"From x Thu Jan  1 00:00:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n")


def _import(desk: Desk, tell: Tell) -> None:
    report = Importer(desk.store).run(
        [desk.mails / "in.mbox"],
        "work",
        progress=lambda _: None,
        cancelled=Event(),
        paused=Event(),
    )
    tell(f"imported {report.imported}")


def _check_import(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    count = desk.store.messages.count()
    if told and count != 12:
        yield f"{count} of 12 mails that were told"
    if refused and count and f"after {count} mails" not in refused:
        yield f"{count} mails are here, and it was said: {refused}"
    _import(desk, no_tell)
    yield from _whole(desk, 12)
    if draft_of(desk) is None:
        yield "a draft is gone"


def _load(desk: Desk, tell: Tell) -> None:
    with desk.store.bulk_load("work") as load:
        for start in (0, 20):
            load.add(prepared(start, 20, counting=False))
    tell("loaded")


def _check_load(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    del refused
    count = desk.store.messages.count()
    if count not in {0, 20, 40} or (told and count != 40):
        yield f"{count} mails are no whole batches"
    desk.store.tidy()
    _load(desk, no_tell)
    yield from _whole(desk, 40)


def _whole(desk: Desk, count: int) -> Problems:
    """Every table of the mail agrees with every other."""
    with desk.store.db.reading() as connection:
        for check in ("integrity_check", "foreign_key_check"):
            answer = connection.execute(f"PRAGMA {check}").fetchall()
            if answer not in ([("ok",)], []):
                yield f"{check}: {answer[:3]}"
        try:
            connection.execute("INSERT INTO fts (fts) VALUES ('integrity-check')")
        except Exception as error:  # a reading connection may not
            if "readonly" not in str(error):
                yield f"the index: {error}"
        threads = connection.execute("SELECT sum(message_count) FROM thread").get
        account = connection.execute("SELECT sum(messages) FROM account").get
    listed = next(label.total for label in desk.store.labels.list("work") if label.id == "INBOX")
    hits = desk.store.finder.count(query("in:anywhere"))
    numbers = {count, desk.store.messages.count(), threads, account, hits}
    if len(numbers) > 1 or listed not in {0, count}:
        yield f"the tables disagree: {sorted(map(str, numbers))}, {listed} in the inbox"


KEPT = "Keptword"


def _two_accounts(desk: Desk) -> None:
    fill(desk)
    other = Identity(Address("", "b@x.example"))
    desk.store.accounts.add(Account("other", LOCAL, "Other", (other,)))
    desk.store.messages.add("other", [parsed_mail(f"{KEPT} stays", id="kept@x")])
    _words_elsewhere(desk)


def _words_elsewhere(desk: Desk) -> None:
    """Words of the account's mail in what is undone, asked for, talked about, sent to a model and
    quoted in another account's draft."""
    store = desk.store
    message = store.messages.get(store.finder.messages(query("xylophonist"), limit=1)[0].id)
    quote = Source(SourceKind.MESSAGE, str(message.id), "Xylophonist wanted", "Quokkaland")
    asker = Asker(Author(Origin.MCP, "Claude"), "claude", "")
    for account, number in (("work", "1"), ("other", "2")):
        call = WantedCall(asker, "create_draft", f'"Zyzzyva {number}"', (quote,), (account,))
        store.requests.add(call, now=NOW)
    store.undos.keep({message.id: LabelDifference(frozenset({"Zyzzyva"}), frozenset())}, now=NOW)
    turn = KeptTurn("Find the Xylophonist", b"Zyzzyva", b"Zyzzyva", "quokkaland", ("work",))
    store.conversations.keep_turn("talk", "agent", turn, at=NOW)
    store.conversations.keep_payload(SentPayload("talk", NOW, "https://x.example", "m", b"words"))
    store.api_use.add({(Call("work", "gmail"), int(NOW) // HOUR): (1, 5)})
    content = DraftContent(ME, subject="Of the other account", body=KEPT)
    assistant = Author(Origin.ASSISTANT, "Starter assistant")
    store.drafts.create(
        "other", assistant, content, state=DraftState.PROPOSED, now=NOW, sources=(quote,)
    )


_EMPTIED = ("request", "conversation", "conversation_turn", "sent_payload", "api_use", "removal")


def _remove(desk: Desk, tell: Tell) -> None:
    params = mail_accounts.RemoveAccount(account="work")
    done = desk.runner().call(mail_accounts.REMOVE_ACCOUNT, params).unwrap()
    if done.count:
        tell("removed")
    elif "has been removed" in done.display or nothing_saved(done.display):
        tell(f"a wrong word: {done.display}")


def _check_remove(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    yield from (words for words in told if words != "removed")
    left = found(desk.profile)
    if "removed" in told and left:
        yield f"removed, and there are {sorted(left)}"
    begun = all(account.id != "work" for account in desk.store.accounts.list())
    if nothing_saved(refused) and begun:
        yield "it was said that nothing was saved, and it has begun"
    if not begun and len(desk.store.drafts.in_state(ANY_STATE)) < 2:
        yield "not begun, and half gone"
    desk.removals._go_on()
    if begun and (left := found(desk.profile)):
        yield f"after the next start there are {sorted(left)}"
    for table in _EMPTIED if begun else ():
        if desk.store.db.rows(f"SELECT count(*) FROM {table}") != [(0,)]:
            yield f"there is something left in {table}"
    if "other" not in {draft.account_id for draft in desk.store.drafts.in_state(ANY_STATE)}:
        yield "another account's draft is gone"
    if desk.store.finder.count(query(KEPT)) != 1:
        yield "another account's mail is gone"


def _program(desk: Desk) -> Runner:
    return desk.runner(Origin.MCP, "Claude", caller="claude")


def _ask(desk: Desk) -> None:
    ids = [str(desk.add(mail(f"Number {n}", message_id=f"{n}@x.example")).id) for n in range(3)]
    _program(desk).call_by_name("modify_messages", {"ids": ids, "action": "star"})


def _allow(desk: Desk, tell: Tell) -> None:
    _program(desk)  # who asked is known
    [request] = desk.store.requests.open()
    given = requests.Answer(request_id=request.id, allow=True)
    answered = desk.runner().call(
        requests.ANSWER_REQUESTS, requests.AnswerRequests(answers=(given,))
    )
    if not answered.unwrap().failed:
        tell(answered.unwrap().undos[0])


def _check_allowed(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    starred = desk.store.finder.count(query("is:starred"))
    all_ = desk.store.finder.count(query("in:inbox"))
    states = {state for (state,) in desk.store.db.rows("SELECT state FROM request")}
    done = states == {"allowed"}
    if starred not in {0, all_} or done != bool(starred):
        yield f"{starred} of {all_} mails are starred, and the request is {states}"
    if (told and not done) or (nothing_saved(refused) and done):
        yield f"it was told {told} {refused}, and the request is {states}"
    if done != bool(desk.store.db.rows("SELECT 1 FROM undo")) or (
        told and not desk.store.undos.left(told)
    ):
        yield "what was done can't be taken back, or what was not done can"


def _set_before(desk: Desk) -> None:
    desk.settings.change_all({"mail.undo_seconds": 5, "look.theme": "dark"})


def _change_setting(desk: Desk, tell: Tell) -> None:
    desk.settings.change("mail.undo_seconds", 30)
    tell("changed")


def _check_setting(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    del refused
    seconds = desk.settings.number("mail.undo_seconds")
    if seconds not in {5, 30} or (told and seconds != 30):
        yield f"the setting is {seconds}"
    if desk.settings.text("look.theme") != "dark":
        yield "another setting is gone"


MAIL = (
    Operation("import", _import_mails, _import, _check_import),
    Operation("load a batch", lambda _: None, _load, _check_load),
    Operation("remove an account", _two_accounts, _remove, _check_remove),
    Operation("allow a request", _ask, _allow, _check_allowed),
    Operation("change a setting", _set_before, _change_setting, _check_setting),
)
