"""Names of the people in a conversation, and words of the mail that is answered, are no errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.errors import NotFound
from desktop_app.spelling.known import is_known
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person.words_around import WORDS_AROUND, LookAround, WordsAround
from desktop_app.tools.verbs import create_draft, draft_forward, draft_reply
from tests.fakes.house import TestHouse, mail
from tests.sure import of_kind


def around(house: TestHouse, draft_id: str) -> WordsAround:
    return house.runner().call(WORDS_AROUND, LookAround(draft_id=draft_id)).unwrap()


def test_a_reply_knows_its_people_and_the_words_of_the_mail(house: TestHouse) -> None:
    body = "Das Quxwerk ist nicht für die Zorbmaschine, sondern für den Flurb. Bitte und danke."
    message = house.add(mail("Re: Wibbelkram", body), frozenset({"INBOX"}))
    params = draft_reply.DraftReply(message_id=str(message.id), body="")
    saved = of_kind(DraftSaved, house.runner().call(draft_reply.TOOL, params).unwrap())
    found = around(house, saved.draft_id)
    for word in ("Dana", "Lee", "Quxwerk", "Zorbmaschine", "flurb", "Wibbelkram"):
        assert is_known(word, found.words), word
    assert not is_known("Quxwerkk", found.words)
    assert found.language == "de"
    draft = house.store.drafts.get(saved.draft_id)
    content = replace(draft.content, quoted="")
    house.store.drafts.save(draft.id, draft.revision, content, draft.author, now=house.clock())
    assert is_known("Quxwerk", around(house, draft.id).words), "also without the quote"


def test_a_new_mail_knows_its_recipients_and_oneself(house: TestHouse) -> None:
    params = create_draft.CreateDraft(to=("Zoe Quxley <zorb.flurb@lee.example>",), body="Wibbel")
    saved = house.runner().call(create_draft.TOOL, params).unwrap()
    found = around(house, saved.draft_id)
    own = house.store.accounts.list()[0].default_identity.address.email.partition("@")[0]
    for word in ("Quxley", "zorb", "flurb", own.split(".")[0]):
        assert is_known(word, found.words), word
    assert not is_known("Wibbel", found.words), "one's own words are checked"
    assert found.language == ""


def test_what_is_forwarded_is_known(house: TestHouse) -> None:
    message = house.add(mail("Zorbplan", "The Quxwerk is here."), frozenset({"INBOX"}))
    params = draft_forward.DraftForward(message_id=str(message.id), to=("z@lee.example",))
    saved = of_kind(DraftSaved, house.runner().call(draft_forward.TOOL, params).unwrap())
    found = around(house, saved.draft_id)
    assert is_known("Quxwerk", found.words)
    assert is_known("Zorbplan", found.words), "a word of its subject"


def test_a_draft_that_is_not_there_is_said(house: TestHouse) -> None:
    with pytest.raises(NotFound):
        around(house, "nothing")
