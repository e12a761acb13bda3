"""Which mail, conversation, draft or account is meant: every form of an id, and hints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Origin
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.folder import FolderCursor, FoundCopy
from desktop_app.model.message import Message
from desktop_app.store.scoped_store import scoped
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names import named_accounts, reference
from desktop_app.tools.names.id_forms import Form, NamedId, read_id
from desktop_app.tools.names.reference import MessageReference
from desktop_app.tools.runner import _PLAIN
from tests.fakes.house import TestHouse, mail

GMAIL_ID = "18c2fabcd0123456"
THREAD = 1_790_000_000_000_000_000


def context(house: TestHouse, *accounts: str) -> Context:
    found = house.runner(Origin.MCP)._context(_PLAIN)
    return replace(found, store=scoped(house.store, frozenset(accounts))) if accounts else found


def at_gmail(house: TestHouse, account: str = "g1", source_id: str = GMAIL_ID) -> Message:
    """A mail as a sync with Gmail stores it."""
    identity = Identity(Address("Alex", f"{account}@gmail.example"), default=True)
    house.store.accounts.add(Account(account, "google", f"Gmail {account}", (identity,)))
    parsed = replace(parse(mail()), server_thread=str(THREAD))
    report = house.store.messages.add(account, [parsed], source_ids=[source_id])
    return house.store.messages.get(report.ids[0])


def in_folder(house: TestHouse, message: Message, folder: str, uid: int) -> None:
    """A copy of the mail in a folder of its account's server."""
    source_id = message.source_id or f"m{message.id}"
    house.store.messages.set_source_ids({message.id: source_id})
    mirror = house.store.folder_mirror(message.account_id)
    mirror.keep(FolderCursor(folder, uidvalidity=7))
    mirror.add(folder, [FoundCopy(uid, source_id, "", message.date, 1, frozenset())])


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1795170660", NamedId(Form.OWN, "1795170660")),
        (GMAIL_ID.upper(), NamedId(Form.GMAIL, GMAIL_ID)),
        (f"msg-f:{THREAD}", NamedId(Form.GMAIL, f"{THREAD:x}")),
        ("<one@lee.example>", NamedId(Form.RFC822, "one@lee.example")),
        ("rfc822msgid:one@lee.example", NamedId(Form.RFC822, "one@lee.example")),
        ("INBOX/12", NamedId(Form.UID, "12", folder="INBOX")),
        ("Work/Old/7", NamedId(Form.UID, "7", folder="Work/Old")),
        (
            f"https://mail.google.com/mail/?authuser=al%40x.example#all/{GMAIL_ID}",
            NamedId(Form.GMAIL, GMAIL_ID, "al@x.example"),
        ),
        (
            f"https://mail.google.com/mail/u/0/#search/a+b/{GMAIL_ID}",
            NamedId(Form.GMAIL, GMAIL_ID, "0"),
        ),
        (
            f"https://mail.google.com/mail/u/1/#drafts?compose={GMAIL_ID}",
            NamedId(Form.GMAIL, GMAIL_ID, "1"),
        ),
        (
            f"https://mail.google.com/mail/u/1?ik=1&permmsgid=msg-f:{THREAD}",
            NamedId(Form.GMAIL, f"{THREAD:x}", "1"),
        ),
        (f"https://evil.example/mail.google.com/#all/{GMAIL_ID}", None),
        ("https://mail.google.com.evil.example/mail/#all/18c2fabcd0123456", None),
        ("https://mail.google.com/mail/u/0/#inbox", None),
        ("two words", None),
        ("", None),
    ],
)
def test_the_form_of_an_id(text: str, named: NamedId | None) -> None:
    found = read_id(text)
    assert found == named if named is not None else found.form is Form.UNKNOWN


def test_the_short_form_in_the_page_s_address_is_a_conversation() -> None:
    link = "https://mail.google.com/mail/u/0/#inbox/FMfcgzGrbHmWnxfxcCSRTstCNmLzcMxB"
    assert read_id(link) == NamedId(Form.GMAIL_THREAD, f"{1_750_000_000_000_000_000:x}", "0")


@pytest.mark.parametrize(
    "text",
    [
        GMAIL_ID,
        "<one@lee.example>",
        "one@lee.example",
        f"https://mail.google.com/mail/u/0/#inbox/{GMAIL_ID}",
        f"{THREAD:x}",
        f"thread-f:{THREAD}",
    ],
)
def test_every_form_finds_the_mail(house: TestHouse, text: str) -> None:
    message = at_gmail(house)
    assert reference.message_id(context(house), text) == str(message.id)


@pytest.mark.parametrize("text", [GMAIL_ID, "<one@lee.example>", f"thread-f:{THREAD}", "INBOX/5"])
def test_nothing_of_an_account_that_is_not_allowed_is_found(house: TestHouse, text: str) -> None:
    in_folder(house, at_gmail(house), "INBOX", 5)
    with pytest.raises(NotFound, match="No mail here has the id"):
        reference.message_id(context(house, "work"), text)
    assert reference.message_id(context(house, "g1"), text)


def test_what_is_no_id_is_left_for_the_tool_to_refuse(house: TestHouse) -> None:
    assert reference.message_id(context(house), "nonsense") == "nonsense"
    with pytest.raises(BadInput, match="is no message_id"):
        house.runner(Origin.MCP).call_by_name("get_message", {"message_id": "nonsense"})


def test_a_mail_that_two_accounts_have_is_named_by_the_link_s_account(house: TestHouse) -> None:
    one, two = at_gmail(house, "g1"), at_gmail(house, "g2", "18c2fabcd0123457")
    with pytest.raises(BadInput, match="id of several mails") as caught:
        reference.message_id(context(house), "<one@lee.example>")
    assert str(one.id) in caught.value.next_step
    house.store.messages.set_source_ids({two.id: GMAIL_ID})
    link = f"https://mail.google.com/mail/?authuser=g2@gmail.example#all/{GMAIL_ID}"
    assert reference.message_id(context(house), link) == str(two.id)


def test_a_uid_names_a_mail_where_one_folder_alone_has_it(house: TestHouse) -> None:
    first, second = house.add(mail()), house.add(mail(message_id="two@lee.example", body="Two"))
    in_folder(house, first, "INBOX", 12)
    assert reference.message_id(context(house), "12") == str(first.id)
    in_folder(house, second, "Archive", 12)
    assert reference.message_id(context(house), "inbox/12") == str(first.id)
    assert reference.message_id(context(house), "Archive/12") == str(second.id)
    assert reference.message_id(context(house), "12") == str(first.id)  # the inbox before others
    in_folder(house, second, "Later", 13)
    in_folder(house, first, "Archive", 13)
    with pytest.raises(BadInput, match="several mails"):
        reference.message_id(context(house), "13")


def test_a_conversation_is_named_by_gmail_s_id_or_by_a_mail_of_it(house: TestHouse) -> None:
    message = at_gmail(house)
    for text in (f"{THREAD:x}", GMAIL_ID, "<one@lee.example>"):
        assert reference.thread_id(context(house), text) == str(message.thread_id)


def test_a_draft_is_named_by_its_server_s_id_and_its_uid(house: TestHouse) -> None:
    _, saved = house.runner(Origin.MCP).call_by_name("create_draft", {"subject": "Hi"})
    draft = saved.unwrap().draft_id
    house.store.draft_links("work").keep(DraftLink(draft, "r-77", "3:41", "", 1))
    for text in ("r-77", "41", f"draftdesk://draft/{draft}", draft):
        assert reference.draft_id(context(house), text) == draft
    assert reference.draft_id(context(house, "other"), "r-77") == "r-77"


def test_an_account_is_named_by_id_address_or_name(house: TestHouse) -> None:
    for text in ("work", "Alex@Fernhill.example", "WORK"):
        assert named_accounts.account_named(context(house), text).id == "work"
    with pytest.raises(NotFound, match="no account nobody"):
        named_accounts.account_named(context(house), "nobody")


def test_accounts_of_one_name_are_named_in_the_error(house: TestHouse) -> None:
    for n in (1, 2):
        identity = Identity(Address("Alex", f"a{n}@x.example"), default=True)
        house.store.accounts.add(Account(f"id{n}", "local", "Shared", (identity,)))
    with pytest.raises(BadInput, match="Several accounts are named shared") as caught:
        house.runner(Origin.MCP).call_by_name("create_draft", {"account": "shared"})
    assert "id1" in caught.value.next_step
    assert "id2" in caught.value.next_step


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_message", {"message_id": "<one@lee.example>"}),
        ("get_thread", {"message_id": "one@lee.example"}),
        ("draft_reply", {"message_id": "<one@lee.example>", "body": "Yes."}),
        ("create_draft", {"reply_to_message_id": "<one@lee.example>"}),
        ("search_messages", {"query": "budget", "account": "alex@fernhill.example"}),
        ("mailbox_stats", {"account": "Work"}),
    ],
)
def test_the_tools_take_them(house: TestHouse, tool: str, arguments: dict[str, str]) -> None:
    house.add(mail())
    _, result = house.runner(Origin.MCP).call_by_name(tool, arguments)
    assert result.value is not None


def test_a_hint_with_a_typo_gives_candidates_and_no_guess(house: TestHouse) -> None:
    message = house.add(mail())
    for hints in (
        MessageReference(subject="Bugdet"),
        MessageReference(from_="Dana Leee"),
        MessageReference(text="the budgte"),
    ):
        found = reference.resolve(context(house), hints)
        assert isinstance(found, tuple)
        assert [m.id for m in found] == [message.id]
    exact = reference.resolve(context(house), MessageReference(subject="budget"))
    assert isinstance(exact, Message)


def test_a_hint_that_is_near_nothing_says_so(house: TestHouse) -> None:
    house.add(mail())
    with pytest.raises(NotFound, match="No message fits"):
        reference.resolve(context(house), MessageReference(subject="zzyzzx"))


def test_words_of_an_account_that_is_not_allowed_find_nothing(house: TestHouse) -> None:
    at_gmail(house)
    with pytest.raises(NotFound, match="No message fits"):
        reference.resolve(context(house, "work"), MessageReference(subject="bugdet"))


def test_the_rows_of_a_search_have_the_uid_by_which_a_server_knows_the_mail(
    house: TestHouse,
) -> None:
    """The Inbox before other folders; none where no server has it; the row's own uid names it."""
    both, kept = house.add(mail()), house.add(mail(message_id="two@lee.example", body="Two"))
    here = house.add(mail(message_id="three@lee.example", body="Three"))
    in_folder(house, both, "Archive", 7)
    in_folder(house, both, "INBOX", 12)
    in_folder(house, kept, "Lists/Open\u200b day", 12)
    runner = house.runner(Origin.MCP)
    _, found = runner.call_by_name("search_messages", {"query": ""})
    uids = {row.message_id: row.uid for row in found.unwrap().results}
    told = house.store.told_ids.message
    assert uids == {
        told(both.id): "INBOX/12",
        told(kept.id): "Lists/Open day/12",
        told(here.id): "",
    }
    _, read = runner.call_by_name("get_message", {"message_id": "INBOX/12"})
    assert (read.unwrap().message.message_id, read.unwrap().message.uid) == (
        told(both.id),
        "INBOX/12",
    )


def test_uids_of_other_accounts_are_not_known(house: TestHouse) -> None:
    mine = house.add(mail())
    theirs = at_gmail(house)
    for message in (mine, theirs):
        in_folder(house, message, "INBOX", 12)
    assert set(context(house).store.known_ids.uids([mine.id, theirs.id])) == {mine.id, theirs.id}
    narrow = context(house, "work").store.known_ids
    assert narrow.uids([mine.id, theirs.id]) == {mine.id: ("INBOX", 12)}
