"""*Open in Gmail* in results, and where a draft is said to be: in Gmail only once Gmail has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.model.draft import Author, Draft, Origin
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists, draft_review, mail_view
from desktop_app.tools.verbs import (
    create_draft,
    get_draft,
    get_message,
    list_drafts,
    search_messages,
    update_draft,
)
from tests.fakes.gmail_account import PAGES, add_gmail, add_mail, allow, push
from tests.fakes.house import TestHouse, mail


def search(house: TestHouse, query: str) -> Any:
    params = search_messages.SearchMessages(query=query, include_spam_trash=True)
    return house.runner(Origin.MCP).call(search_messages.TOOL, params).unwrap()


def write(house: TestHouse, account: str = "gm") -> Any:
    params = create_draft.CreateDraft(to=("dana@lee.example",), subject="Plan", account=account)
    return house.runner(Origin.MCP).call(create_draft.TOOL, params).unwrap()


def stored(house: TestHouse, saved: Any) -> Draft:
    return house.store.drafts.get(saved.draft_id)


def place(house: TestHouse, draft_id: str) -> Any:
    params = draft_lists.FindInGmail(draft_id=draft_id)
    return house.runner().call(draft_lists.FIND_IN_GMAIL, params).unwrap()


def test_rows_of_gmail_have_a_link_and_others_have_none(house: TestHouse) -> None:
    add_gmail(house, "read")
    add_mail(house, mail("At Gmail", message_id="a@x"), "19f7")
    add_mail(house, mail("Thrown away", message_id="b@x"), "19f6", "TRASH")
    house.add(mail("Elsewhere", message_id="c@x"))
    links = {row.subject: row.gmail_link for row in search(house, "").results}
    assert links == {
        "At Gmail": f"{PAGES}#all/19f7",
        "Thrown away": f"{PAGES}#trash/19f6",
        "Elsewhere": "",
    }


def test_a_mail_that_is_read_and_an_open_conversation_have_it_too(house: TestHouse) -> None:
    add_gmail(house, "read")
    message = add_mail(house, mail(), "19f7")
    params = get_message.GetMessage(message_id=str(message.id))
    read: Any = house.runner(Origin.MCP).call(get_message.TOOL, params).unwrap()
    assert read.message.gmail_link == f"{PAGES}#all/19f7"
    opened = house.runner().call(
        mail_view.OPEN_THREAD, mail_view.OpenThread(thread_id=message.thread_id)
    )
    assert dict(opened.unwrap().gmail_links) == {message.id: f"{PAGES}#all/19f7"}


def test_the_link_names_the_account_and_not_the_address_it_writes_as(house: TestHouse) -> None:
    account = add_gmail(house, "read")
    alias = replace(account.identities[0], default=True)
    first = replace(account.identities[0], default=False)
    alias = replace(alias, address=replace(alias.address, email="shop@fernhill.example"))
    house.store.accounts.update(replace(account, identities=(first, alias)))
    add_mail(house, mail(), "19f7")
    assert search(house, "").results[0].gmail_link == f"{PAGES}#all/19f7"


def test_a_draft_is_on_this_computer_until_gmail_has_its_newest_revision(house: TestHouse) -> None:
    add_gmail(house, "read", "write")
    saved = write(house)
    assert (saved.saved_in, saved.gmail_link) == ("this computer", f"{PAGES}#drafts")
    assert saved.warnings == ()
    push(house, stored(house, saved))
    read: Any = (
        house.runner(Origin.MCP)
        .call(get_draft.TOOL, get_draft.GetDraft(draft_id=saved.draft_id))
        .unwrap()
    )
    assert (read.draft.saved_in, read.draft.gmail_link) == (
        "Gmail Drafts", f"{PAGES}#drafts?compose=19f8",
    )  # fmt: skip
    changed: Any = (
        house.runner(Origin.MCP)
        .call(
            update_draft.TOOL,
            update_draft.UpdateDraft(draft_id=saved.draft_id, base_revision=1, body="More."),
        )
        .unwrap()
    )
    assert changed.saved_in == "this computer"
    assert changed.gmail_link == f"{PAGES}#drafts?compose=19f8"
    listed: Any = house.runner(Origin.MCP).call(list_drafts.TOOL, list_drafts.ListDrafts()).unwrap()
    assert [row.saved_in for row in listed.drafts] == ["this computer"]


def test_an_account_without_the_permission_says_so_to_the_caller(house: TestHouse) -> None:
    add_gmail(house, "read")
    saved = write(house)
    assert (saved.saved_in, saved.gmail_link) == ("this computer", "")
    assert "not allowed to keep drafts in Gmail" in saved.display
    assert len(saved.warnings) == 1
    allow(house, "read", "write")
    assert place(house, saved.draft_id).link == f"{PAGES}#drafts"


def test_a_local_account_promises_no_gmail(house: TestHouse) -> None:
    saved = write(house, "work")
    assert (saved.saved_in, saved.gmail_link, saved.warnings) == ("this computer", "", ())
    assert "Gmail" not in saved.display


def test_the_review_and_the_list_say_the_same_place(house: TestHouse) -> None:
    add_gmail(house, "read", "write")
    saved = write(house)
    push(house, stored(house, saved))
    review = house.runner().call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=saved.draft_id)
    )
    page = house.runner().call(draft_lists.DRAFTS_PAGE, NoParams()).unwrap()
    assert review.unwrap().place == page.places[saved.draft_id]
    assert page.places[saved.draft_id].words == "Gmail Drafts"


def test_a_program_that_may_not_see_the_account_gets_no_link_of_it(house: TestHouse) -> None:
    add_gmail(house, "read")
    add_mail(house, mail(), "19f7")
    runner = house.runner(Origin.MCP, scope=lambda: frozenset({"work"}))
    found: Any = runner.call(
        search_messages.TOOL, search_messages.SearchMessages(query="")
    ).unwrap()
    assert found.results == ()


def test_a_program_with_one_account_can_write_drafts_of_it(house: TestHouse) -> None:
    add_gmail(house, "read", "write")
    runner = house.runner(Origin.MCP, scope=lambda: frozenset({"gm"}))
    params = create_draft.CreateDraft(to=("dana@lee.example",), subject="Plan")
    saved: Any = runner.call(create_draft.TOOL, params).unwrap()
    push(house, stored(house, saved))
    assert house.store.drafts.get(saved.draft_id).author == Author(Origin.MCP, "")
    assert place(house, saved.draft_id).place.words == "Gmail Drafts"
