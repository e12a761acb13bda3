"""Templates by the starter assistant: asked for in four languages, for whom they are asked for."""

from __future__ import annotations

from datetime import date

import pytest

from desktop_app.assistant.starter.asked.kept_words import named_and_for
from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.asked.requested import Reply, UseTemplate
from desktop_app.assistant.transcript import AgentEvent, Proposal
from desktop_app.model.draft import Draft, SourceKind
from desktop_app.model.template import Template
from tests.assistant.test_starter import run, text
from tests.fakes.house import TestHouse, known_to, mail

DAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("prompt", "request_"),
    [
        ("use template Offer", UseTemplate("Offer")),
        ("Use the template Thank you for Dana", UseTemplate("Thank you for Dana")),
        ("please use my Offer template", UseTemplate("Offer")),
        ("reply with the template Offer", UseTemplate("Offer", replies=True)),
        ("answer Dana using template Offer.", UseTemplate("Offer", hint="Dana", replies=True)),
        ("write to Dana with the template Offer", UseTemplate("Offer", person="Dana")),
        ("benutze die Vorlage Angebot", UseTemplate("Angebot")),
        ("Antworte Dana mit der Vorlage A", UseTemplate("A", hint="Dana", replies=True)),
        ("utilise le modèle Offre pour Dana", UseTemplate("Offre pour Dana")),
        ("Réponds avec le modèle Offre", UseTemplate("Offre", replies=True)),
        ("usa la plantilla Oferta", UseTemplate("Oferta")),
        ("responde con la plantilla Oferta", UseTemplate("Oferta", replies=True)),
    ],
)  # fmt: skip
def test_a_template_is_asked_for_by_its_name(prompt: str, request_: UseTemplate) -> None:
    assert understand(prompt, DAY) == request_


def test_a_word_about_a_template_is_no_request_for_one() -> None:
    assert isinstance(understand("reply that the template is attached", DAY), Reply)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("offer", ("Offer", "")),
        ("“Offer”", ("Offer", "")),
        ("Thanks for all for Dana", ("Thanks for all", "Dana")),
        ("Thanks for Dana Lee", ("Thanks", "Dana Lee")),
        ("Offer to dana@lee.example", ("Offer", "dana@lee.example")),
        ("Offering", None),
        ("Nothing", None),
    ],
)
def test_the_longest_name_counts_and_who_it_is_for_stands_behind(
    words: str, found: tuple[str, str] | None
) -> None:
    assert named_and_for(words, ["Offer", "Thanks", "Thanks for all"]) == found


def proposed(house: TestHouse, events: list[AgentEvent]) -> Draft:
    [proposal] = [e for e in events if isinstance(e, Proposal)]
    return house.store.drafts.get(proposal.draft_id)


@pytest.fixture
def with_template(house: TestHouse) -> TestHouse:
    house.store.templates.save(Template("Offer", "Dear {first name},", subject="Our offer"))
    return house


def test_the_open_mail_is_answered_from_it(with_template: TestHouse) -> None:
    message = with_template.add(mail("Budget"))
    for prompt in ("use template offer", "reply with the template Offer", "use Offer template"):
        events = run(with_template, prompt, message=message)
        draft = proposed(with_template, events)
        assert draft.content.body == "Dear Dana,"
        assert draft.content.subject == "Re: Budget"
        assert SourceKind.TEMPLATE in {s.kind for s in draft.sources}
        assert "from the template “Offer”" in text(events)
        with_template.store.drafts.delete(draft.id)


def test_a_new_mail_is_made_from_it_for_whom_it_is_for(with_template: TestHouse) -> None:
    known_to(with_template, "Sam Roe <sam@roe.example>")
    draft = proposed(with_template, run(with_template, "use template Offer for sam@roe.example"))
    assert [a.email for a in draft.content.to] == ["sam@roe.example"]
    assert draft.content.subject == "Our offer"
    draft = proposed(with_template, run(with_template, "use template Offer"))
    assert draft.content.to == ()
    assert draft.content.body == "Dear [first name],"


def test_an_unknown_one_is_said_with_those_there_are(with_template: TestHouse) -> None:
    assert "There are: “Offer”." in text(run(with_template, "use template Other"))
    with_template.store.templates.delete("Offer")
    assert "no templates yet" in text(run(with_template, "use template Other"))
