"""Templates in drafts: what comes along, for whom it is filled, and who is told of which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.rich.document import Words
from desktop_app.mail.rich.reading import read_markup
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import CheckLevel, Draft, NewFile, Origin, SourceKind
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.model.template import Template
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.person import draft_review, templates
from desktop_app.tools.runner import Runner
from tests.fakes.house import DANA, ME, TestHouse, mail
from tests.tools.asking import answer

SAM = Address("Sam Roe", "sam@roe.example")
OFFER = Template(
    "Offer",
    "Dear {first name},\n\nhere is our offer.\n\n{my first name}",
    subject="Offer for {name}",
    cc=(SAM,),
)
PRICES = NewFile("prices.pdf", "application/pdf", b"%PDF 1")


@pytest.fixture
def program(house: TestHouse) -> Runner:
    house.store.templates.save(OFFER, files=[PRICES])
    return house.runner(Origin.MCP, "Claude")


def saved(house: TestHouse, program: Runner, tool: str, /, **arguments: Any) -> Draft:
    result = program.call_by_name(tool, arguments)[1].unwrap()
    return house.store.drafts.get(result.draft_id)


def test_a_new_mail_has_all_that_the_template_brings(house: TestHouse, program: Runner) -> None:
    draft = saved(house, program, "create_draft", to=str(DANA), template="offer")
    content = draft.content
    assert (content.subject, content.to, content.cc) == ("Offer for Dana Lee", (DANA,), (SAM,))
    assert content.body == "Dear Dana,\n\nhere is our offer.\n\nAlex"
    assert [(f.filename, f.content_type) for f in content.attachments] == [
        ("prices.pdf", "application/pdf")
    ]
    [source] = draft.sources
    assert (source.kind, source.ref) == (SourceKind.TEMPLATE, "Offer")
    assert "Dear {first name}" in source.text


def test_an_answer_keeps_its_subject_and_the_name_is_that_of_the_mail(
    house: TestHouse, program: Runner
) -> None:
    message = house.add(mail("Budget"))
    draft = saved(
        house, program, "draft_reply", message_id=str(message.id), body="", template="Offer"
    )
    assert draft.content.subject == "Re: Budget"
    assert draft.content.body.startswith("Dear Dana,")
    assert [s.kind for s in draft.sources] == [SourceKind.MESSAGE, SourceKind.TEMPLATE]


def test_what_the_caller_says_wins_over_the_template(house: TestHouse, program: Runner) -> None:
    draft = saved(
        house, program, "create_draft",
        to=[str(DANA), str(SAM)], subject="Mine", body="My words", template="Offer",
    )  # fmt: skip
    assert (draft.content.subject, draft.content.body) == ("Mine", "My words")
    assert (draft.content.to, draft.content.cc) == ((DANA, SAM), ())
    assert draft.content.attachments


@pytest.mark.parametrize("to", [[], [str(DANA), str(SAM)], ["dana@lee.example"]])
def test_what_is_not_known_blocks(house: TestHouse, program: Runner, to: list[str]) -> None:
    house.store.templates.save(Template("Short", "Dear {first name},"))
    draft = saved(house, program, "create_draft", to=to, subject="x", template="Short")
    assert draft.content.body == "Dear [first name],"
    window = house.runner(Origin.USER)
    shown = window.call(draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id))
    blocks = {c.code: c.fix_value for c in shown.unwrap().checks if c.level is CheckLevel.BLOCK}
    assert blocks.get("placeholder") == "[first name]"


def test_a_name_is_no_field_and_no_other_template(house: TestHouse, program: Runner) -> None:
    hostile = "{my first name}\u202e ;Offer [name]"
    message = house.add(mail("Budget", from_=f'"{hostile}" <dana@lee.example>'))
    house.store.templates.save(Template("Full", "Dear {name}, {my name}"))
    draft = saved(
        house, program, "draft_reply", message_id=str(message.id), body="", template="Full"
    )
    assert "\n" not in draft.content.body
    assert draft.content.body.endswith(", Alex Morgan")
    assert not set("{}[]\u202e") & set(draft.content.body)


def test_an_unknown_template_is_an_error_that_says_how_to_list_them(program: Runner) -> None:
    with pytest.raises(NotFound, match="no template of that name") as told:
        program.call_by_name("create_draft", {"to": "a@x.example", "template": "Nothing"})
    assert "list_drafts" in told.value.next_step


def test_templates_are_listed_with_their_words(program: Runner) -> None:
    found = program.call_by_name("list_drafts", {"templates": True})[1].unwrap()
    assert (found.count, found.drafts) == (1, ())
    [row] = found.templates
    assert (row.name, row.subject, row.people) == ("Offer", OFFER.subject, (str(SAM),))
    assert row.files == ("prices.pdf",)
    assert "template=Offer" in found.display
    assert "<untrusted" in found.display


def test_a_template_for_another_account_is_not_there_for_a_program(house: TestHouse) -> None:
    home = Address("Alex", "alex@home.example")
    work = house.store.accounts.get("work")
    house.store.accounts.add(replace(work, id="home", identities=(Identity(home, "", True),)))
    for name, account in (("Private", home.email), ("Work", ME.email), ("Any", "")):
        house.store.templates.save(Template(name, "secret words", account=account))

    def names(account: str) -> list[str]:
        one = house.runner(Origin.MCP, "Claude", scope=lambda: frozenset({account}))
        found = one.call_by_name("list_drafts", {"templates": True})[1].unwrap()
        return [row.name for row in found.templates]

    assert names("work") == ["Any", "Work"]
    assert names("home") == ["Any", "Private"]
    one = house.runner(Origin.MCP, "Claude", scope=lambda: frozenset({"work"}))
    with pytest.raises(NotFound):
        one.call_by_name("create_draft", {"to": "a@x.example", "template": "Private"})
    every = house.runner(Origin.ASSISTANT, "model")
    with pytest.raises(BadInput, match="alone"):
        every.call_by_name(
            "create_draft", {"to": "a@x.example", "template": "Private", "account": "work"}
        )


def test_a_request_is_carried_out_with_the_template_that_was_asked_for(house: TestHouse) -> None:
    stored = house.store.templates.save(OFFER)
    house.settings.change("policy.mcp_draft", "ask")
    program = house.runner(Origin.MCP, "Claude", caller="c1")
    asked = program.call_by_name("create_draft", {"to": str(DANA), "template": "Offer"})[1]
    assert asked.decision is Decision.ASK
    house.store.templates.save(replace(OFFER, body="Something else"), seen=stored.digest)
    answer(house, asked.request_id, allow=True)
    assert house.store.requests.get(asked.request_id).draft_id == ""


def test_a_template_is_made_from_a_draft_a_selection_and_a_sent_mail(house: TestHouse) -> None:
    window = house.runner(Origin.USER)
    draft = saved(house, window, "create_draft", to=str(DANA), subject="S", body="Words")

    def make(name: str, **given: Any) -> Template:
        params = templates.MakeTemplate(name=name, **given)
        return window.call(templates.MAKE_TEMPLATE, params).unwrap().template

    assert make("A", draft_id=draft.id) == Template("A", "Words", subject="S", to=(DANA,))
    assert make("B", draft_id=draft.id, words="Wor") == Template("B", "Wor")
    asked = house.add(mail("Q"))
    reply = saved(house, window, "draft_reply", message_id=str(asked.id), body="Yes")
    assert make("C", draft_id=reply.id) == Template("C", "Yes")
    with pytest.raises(BadInput):
        make("D", message_id=asked.id)
    words = "Dear all,\n\nnews.\n\n-- \nAlex\n\nOn 1 Jan 2026, Dana wrote:\n> hi"
    sent = house.add(mail("Re: News", words, from_=str(ME), message_id="n@x.example"))
    assert make("E", message_id=sent.id) == Template("E", "Dear all,\n\nnews.", subject="News")
    with pytest.raises(Conflict):
        make("a", draft_id=draft.id)


def test_the_window_fills_a_template_for_the_mail_as_it_is_shown(house: TestHouse) -> None:
    house.store.templates.save(OFFER, files=[PRICES])
    window = house.runner(Origin.USER)
    message = house.add(mail("Budget"))
    reply = saved(house, window, "draft_reply", message_id=str(message.id), body="")
    params = templates.FillTemplate(
        name="offer", from_=ME, to=(Address("", DANA.email),), draft_id=reply.id
    )
    words = window.call(templates.FILL_TEMPLATE, params).unwrap()
    assert words.body.startswith("Dear Dana,")
    assert (words.subject, words.cc, words.files) == ("Offer for Dana Lee", (SAM,), ("prices.pdf",))
    attach = templates.AttachTemplate(draft_id=reply.id, base_revision=1, name="Offer")
    window.call(templates.ATTACH_TEMPLATE, attach).unwrap()
    [file] = house.store.drafts.get(reply.id).content.attachments
    assert (file.filename, house.store.drafts.read_file(file.id)) == ("prices.pdf", b"%PDF 1")
    with pytest.raises(Conflict):
        window.call(templates.ATTACH_TEMPLATE, attach)


def test_the_editor_keeps_and_drops_files(house: TestHouse) -> None:
    stored = house.store.templates.save(OFFER, files=[PRICES, replace(PRICES, filename="b.pdf")])
    window = house.runner(Origin.USER)
    (house.profile / "c.txt").write_text("c")
    params = templates.SaveTemplate(
        template=replace(OFFER, body="x"),
        seen=stored.digest,
        keep=("b.pdf",),
        add=(str(house.profile / "c.txt"),),
    )
    kept = window.call(templates.SAVE_TEMPLATE, params).unwrap()
    assert [f.filename for f in kept.files] == ["b.pdf", "c.txt"]


FORMATTED_OFFER = Template(
    "Rich", "Dear **{first name}**,\n\n- [our offer](https://x.example/)\n", "text/markdown"
)


def test_a_formatted_template_is_put_in_as_what_the_mail_is(house: TestHouse) -> None:
    house.store.templates.save(FORMATTED_OFFER)
    window = house.runner(Origin.USER)
    params = templates.FillTemplate(name="Rich", from_=ME, to=(DANA,))
    found = window.call(templates.FILL_TEMPLATE, params).unwrap()
    assert found.body == "Dear *Dana*,\n\n- our offer <https://x.example/>"
    assert found.formatted == (
        "<div>Dear <b>Dana</b>,</div>\n<div><br></div>\n<ul>\n"
        '<li><a href="https://x.example/">our offer</a></li>\n</ul>'
    )
    two = templates.FillTemplate(name="Rich", from_=ME, to=(DANA, SAM))
    assert window.call(templates.FILL_TEMPLATE, two).unwrap().unfilled == ("[first name]",)
    house.store.templates.save(Template("Plain", "Hi {name}"))
    params = templates.FillTemplate(name="Plain", from_=ME, to=(DANA,))
    assert window.call(templates.FILL_TEMPLATE, params).unwrap().formatted == ""


def test_a_program_drafts_from_a_formatted_template(house: TestHouse) -> None:
    house.store.templates.save(FORMATTED_OFFER)
    program = house.runner(Origin.MCP, "Claude", caller="c1")
    draft = saved(house, program, "create_draft", to=str(DANA), template="Rich", subject="S")
    assert draft.content.content_type == "text/html"
    assert "<b>Dana</b>" in draft.content.body
    [source] = [s for s in draft.sources if s.kind is SourceKind.TEMPLATE]
    assert "Content-Type: text/markdown" in source.text


def test_names_are_words_and_no_formatting(house: TestHouse) -> None:
    house.store.templates.save(Template("Rich", "**Dear** {name}", "text/markdown"))
    window = house.runner(Origin.USER)
    for name in ("*Dana*", "`Dana`", "~~D~~ ++L++", "# Dana", "> Dana", "1. Dana", "D<b>x</b>"):
        params = templates.FillTemplate(name="Rich", from_=ME, to=(replace(DANA, name=name),))
        formatted = window.call(templates.FILL_TEMPLATE, params).unwrap().formatted
        [block] = read_markup(formatted).blocks
        assert block.text == f"Dear {name}"
        assert [sorted(one.marks) for one in block.inlines if isinstance(one, Words)] == [["b"], []]


def test_formatted_templates_are_made_from_formatted_words(house: TestHouse) -> None:
    window = house.runner(Origin.USER)
    body = "<div>Dear <b>Dana</b></div>"
    draft = saved(
        house,
        window,
        "create_draft",
        to=str(DANA),
        subject="S",
        body=body,
        content_type="text/html",
    )

    def make(name: str, **given: Any) -> Template:
        params = templates.MakeTemplate(name=name, **given)
        return window.call(templates.MAKE_TEMPLATE, params).unwrap().template

    made = make("A", draft_id=draft.id)
    assert (made.body, made.content_type) == ("Dear **Dana**", "text/markdown")
    assert make("B", draft_id=draft.id, words="<div>Dear</div>", formatted=True) == Template(
        "B", "Dear"
    )
    made = make("C", words="<div><i>Dear</i></div>", formatted=True)
    assert (made.body, made.content_type) == ("*Dear*", "text/markdown")
    signed = replace(
        draft.content,
        body="<div>Hello <b>all</b>,</div>\n<div><br></div>\n<ol>\n<li>one</li>\n</ol>",
        signature="Alex",
        formatted_signature="<div><b>Alex</b></div>",
        quoted="<div>On 1 May, Dana wrote:</div>\n<blockquote>\n<div>Hi</div>\n</blockquote>",
        from_=ME,
    )
    raw = compose(signed, message_id="f@x.example", date=0, read_attachment=str.encode)
    sent = house.add(raw)
    made = make("D", message_id=sent.id)
    assert (made.body, made.content_type) == ("Hello **all**,\n\n1. one", "text/markdown")
