"""Replies by their mails: which own address they come from, and whom they go to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import draft_review, list_answers
from desktop_app.tools.verbs import draft_forward, draft_reply, update_draft
from tests.fakes.house import TestHouse, mail
from tests.mail.invitations import calendar_file
from tests.sure import of_kind

LIST = "All <all@lists.example>"
LISTED = "List-Id: <all.lists.example>\r\nList-Post: <mailto:all@lists.example>\r\n"


@pytest.fixture
def shop(house: TestHouse) -> TestHouse:
    """With two more own addresses."""
    account = house.store.accounts.list()[0]
    more = (
        Identity(Address("Shop", "shop@fernhill.example"), "The shop"),
        Identity(Address("Desk", "desk@fernhill.example"), "The desk"),
    )
    house.store.accounts.update(replace(account, identities=(*account.identities, *more)))
    return house


def reply(
    house: TestHouse, raw: bytes, *, reply_all: bool = False, to_list: bool = False
) -> DraftContent:
    message = house.add(raw)
    params = draft_reply.DraftReply(
        message_id=str(message.id), body="Yes", reply_all=reply_all, to_list=to_list
    )
    saved = house.runner().call(draft_reply.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    return house.store.drafts.get(saved.draft_id).content


def emails(people: tuple[Address, ...]) -> list[str]:
    return [a.email for a in people]


@pytest.mark.parametrize(
    ("to", "more", "from_"),
    [
        ("Shop <shop@fernhill.example>", "", "shop@fernhill.example"),
        ("shop+x@fernhill.example", "", "shop@fernhill.example"),
        ("x@y.example, desk@fernhill.example, shop@fernhill.example", "", "desk@fernhill.example"),
        (LIST, "Cc: Desk@Fernhill.example\r\n", "desk@fernhill.example"),
        (LIST, "Delivered-To: shop@fernhill.example\r\n", "shop@fernhill.example"),
        (LIST, "Delivered-To: shop+list@fernhill.example\r\n", "shop@fernhill.example"),
        (LIST, "X-Original-To: desk@fernhill.example\r\n", "desk@fernhill.example"),
        (LIST, "Envelope-To: desk@fernhill.example\r\n", "desk@fernhill.example"),
        (
            LIST,
            "X-Original-To: desk@fernhill.example\r\nDelivered-To: shop@fernhill.example\r\n",
            "shop@fernhill.example",
        ),
        (
            "desk@fernhill.example",
            "Delivered-To: shop@fernhill.example\r\n",
            "desk@fernhill.example",
        ),
        (LIST, "Delivered-To: stranger@x.example\r\n", "alex@fernhill.example"),
        (LIST, "", "alex@fernhill.example"),
    ],
)
def test_a_reply_comes_from_where_the_mail_came_to(
    shop: TestHouse, to: str, more: str, from_: str
) -> None:
    content = reply(shop, mail(to=to, more=more))
    assert content.from_.email == from_
    assert emails(content.to) == ["dana@lee.example"]


def test_a_reply_to_ones_own_mail_comes_from_its_address(shop: TestHouse) -> None:
    raw = mail(from_="Desk <desk@fernhill.example>", to="Dana <dana@lee.example>")
    content = reply(shop, raw)
    assert (content.from_.email, content.signature) == ("desk@fernhill.example", "The desk")
    assert emails(content.to) == ["dana@lee.example"]


def test_a_forward_comes_from_where_the_mail_came_to(shop: TestHouse) -> None:
    message = shop.add(mail(to=LIST, more="Delivered-To: desk@fernhill.example\r\n"))
    params = draft_forward.DraftForward(message_id=str(message.id), to=("sam@x.example",))
    saved = shop.runner().call(draft_forward.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    content = shop.store.drafts.get(saved.draft_id).content
    assert content.from_.email == "desk@fernhill.example"


def test_a_form_is_answered_to_the_customer_and_from_oneself(shop: TestHouse) -> None:
    raw = mail(
        from_="Shop <shop@fernhill.example>",
        to="shop@fernhill.example",
        more="Reply-To: Karl <karl@customer.example>\r\n",
    )
    content = reply(shop, raw)
    assert (emails(content.to), content.from_.email) == (
        ["karl@customer.example"],
        "shop@fernhill.example",
    )


def test_a_reply_to_nobody_but_oneself_is_asked_about(shop: TestHouse) -> None:
    message = shop.add(mail(from_="Desk <desk@fernhill.example>", to="shop@fernhill.example"))
    params = draft_reply.DraftReply(message_id=str(message.id), body="Yes")
    saved = shop.runner().call(draft_reply.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    review = shop.runner().call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=saved.draft_id)
    ).unwrap()  # fmt: skip
    assert "only_oneself" in {check.code for check in review.checks}


def test_a_reply_to_the_list_goes_to_it_alone(shop: TestHouse) -> None:
    raw = mail(to=f"{LIST}, sam@x.example", more=LISTED)
    content = reply(shop, raw, to_list=True)
    assert (emails(content.to), content.cc) == (["all@lists.example"], ())
    assert content.subject == "Re: Budget"
    message = shop.add(mail(to=LIST, more=LISTED, message_id="two@x"))
    found = shop.runner().call(
        list_answers.FIND_LIST_ADDRESS, list_answers.FindListAddress(message_id=message.id)
    ).unwrap()  # fmt: skip
    assert found.address is not None


def test_a_list_that_takes_no_answers_is_said(shop: TestHouse) -> None:
    message = shop.add(mail(to=LIST, more="List-Post: NO\r\n"))
    params = draft_reply.DraftReply(message_id=str(message.id), body="Yes", to_list=True)
    with pytest.raises(BadInput, match="where its list takes answers"):
        shop.runner().call(draft_reply.TOOL, params)
    found = shop.runner().call(
        list_answers.FIND_LIST_ADDRESS, list_answers.FindListAddress(message_id=message.id)
    ).unwrap()  # fmt: skip
    assert found.address is None


def test_where_answers_to_everyone_on_a_list_go_is_for_the_mail_to_say(shop: TestHouse) -> None:
    more = "Mail-Followup-To: all@lists.example, alex@fernhill.example\r\n"
    content = reply(shop, mail(to=f"{LIST}, sam@x.example", more=LISTED + more), reply_all=True)
    assert (emails(content.to), content.cc) == (["all@lists.example"], ())
    alone = mail(to="alex@fernhill.example, sam@x.example", more=more, message_id="two@x")
    assert emails(reply(shop, alone, reply_all=True).to) == ["dana@lee.example"]


def test_a_reply_to_the_list_goes_where_its_mail_wants_answers(shop: TestHouse) -> None:
    more = "Mail-Followup-To: all@lists.example, dana@lee.example, alex@fernhill.example\r\n"
    content = reply(shop, mail(to=LIST, more=LISTED + more), to_list=True)
    assert (emails(content.to), content.cc) == (["all@lists.example", "dana@lee.example"], ())
    own = "Mail-Followup-To: alex@fernhill.example\r\n"
    alone = reply(shop, mail(to=LIST, more=LISTED + own, message_id="two@x"), to_list=True)
    assert emails(alone.to) == ["all@lists.example"]


def test_the_sender_alone_is_answered_where_they_say_and_not_by_the_list(shop: TestHouse) -> None:
    more = f"Reply-To: {LIST}\r\nMail-Reply-To: dana@home.example\r\n"
    content = reply(shop, mail(to=LIST, more=LISTED + more))
    assert (emails(content.to), content.cc) == (["dana@home.example"], ())
    outside = mail(to="alex@fernhill.example", more=more, message_id="two@x")
    assert emails(reply(shop, outside).to) == ["all@lists.example"]


def test_a_first_mails_word_with_a_colon_stays_and_an_answers_prefix_goes(shop: TestHouse) -> None:
    assert reply(shop, mail("Ref: 2026-14 invoice")).subject == "Re: Ref: 2026-14 invoice"
    answer = mail("SV: Plan", more="In-Reply-To: <a@x>\r\n", message_id="b@x")
    assert reply(shop, answer).subject == "Re: Plan"
    quoting = mail("AW: Plan", "Yes\r\n\r\nOn 1 Sep 2026, Sam wrote:\r\n> Plan?", message_id="c@x")
    assert reply(shop, quoting).subject == "Re: Plan"


@pytest.mark.parametrize("invited", ["alex+work@fernhill.example", "Shop@fernhill.example"])
def test_the_answer_to_an_invitation_carries_the_person_as_invited(
    shop: TestHouse, invited: str
) -> None:
    person = f"ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:{invited}\r\n"
    calendar = calendar_file(more=person).decode()
    raw = mail(to=LIST, body="x").replace(b"text/plain; charset=utf-8", b"text/calendar").replace(
        b"\r\n\r\nx\r\n", b"\r\n\r\n" + calendar.encode()
    )  # fmt: skip
    message = shop.add(raw)
    params = draft_reply.DraftReply(message_id=str(message.id), invitation="accept")
    saved = shop.runner().call(draft_reply.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    draft = shop.store.drafts.get(saved.draft_id)
    (file,) = draft.content.attachments
    answer = shop.store.drafts.read_file(file.id).decode().replace("\r\n ", "")
    assert f"mailto:{invited}" in answer
    own = invited.lower().replace("+work", "")
    assert draft.content.from_.email == own


PICTURE = (
    b"From: Dana Lee <dana@lee.example>\r\nTo: Alex <alex@fernhill.example>\r\nSubject: Drawing\r\n"
    b"Message-ID: <drawing@lee.example>\r\nDate: Mon, 14 Sep 2026 10:00:00 +0000\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=BB\r\n\r\n--BB\r\n"
    b"Content-Type: text/html\r\n\r\n<p>See <img src='cid:d@x' alt='it'> and "
    b"<a href='https://lee.example/7'>the plan</a></p>\r\n--BB\r\nContent-Type: image/png;"
    b" name=it.png\r\nContent-ID: <d@x>\r\nContent-Disposition: inline; filename=it.png\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--BB\r\n"
    b"Content-Type: application/pgp-signature; name=s.asc\r\n\r\nx\r\n--BB--\r\n"
)


def test_a_formatted_forward_shows_the_mail_as_it_is(house: TestHouse) -> None:
    message = house.add(PICTURE)
    params = draft_forward.DraftForward(message_id=str(message.id), to=("sam@x.example",))
    saved = of_kind(DraftSaved, house.runner().call(draft_forward.TOOL, params).unwrap())
    content = house.store.drafts.get(saved.draft_id).content
    assert content.content_type == "text/html"
    shown, link = '<img src="cid:d@x" alt="it">', '<a href="https://lee.example/7">the plan</a>'
    assert content.quoted.endswith(f"<div>See {shown} and {link}</div>")
    assert [(file.filename, file.cid) for file in content.attachments] == [("it.png", "d@x")]


def test_a_formatted_reply_takes_the_pictures_of_its_quote_along(house: TestHouse) -> None:
    message = house.add(PICTURE)
    params = draft_reply.DraftReply(message_id=str(message.id), body="Yes\n\nAlex")
    saved = of_kind(DraftSaved, house.runner().call(draft_reply.TOOL, params).unwrap())
    content = house.store.drafts.get(saved.draft_id).content
    assert content.body == "<div>Yes</div>\n<div><br></div>\n<div>Alex</div>"
    assert '<blockquote>\n<div>See <img src="cid:d@x" alt="it">' in content.quoted
    assert [(file.filename, file.cid) for file in content.attachments] == [("it.png", "d@x")]


def test_a_forward_takes_pictures_and_targets_of_links_along(house: TestHouse) -> None:
    house.settings.change("mail.format", "plain")
    message = house.add(PICTURE)
    params = draft_forward.DraftForward(message_id=str(message.id), to=("sam@x.example",))
    saved = house.runner().call(draft_forward.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    content = house.store.drafts.get(saved.draft_id).content
    assert [file.filename for file in content.attachments] == ["it.png"]
    assert content.quoted.endswith("See [it] and the plan <https://lee.example/7>")


def test_pictures_that_new_recipients_of_a_quote_do_not_get_are_told(house: TestHouse) -> None:
    house.settings.change("mail.format", "plain")
    message = house.add(PICTURE)
    runner = house.runner()
    params = draft_reply.DraftReply(message_id=str(message.id), body="Yes")
    draft = house.store.drafts.get(
        of_kind(DraftSaved, runner.call(draft_reply.TOOL, params).unwrap()).draft_id
    )

    def told() -> bool:
        review = runner.call(
            draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id)
        ).unwrap()  # fmt: skip
        return "pictures_left" in {check.code for check in review.checks}

    assert not told()
    change = update_draft.UpdateDraft(
        draft_id=draft.id, base_revision=draft.revision, cc=("sam@x.example",)
    )
    runner.call(update_draft.TOOL, change)
    assert told()
