"""What a program or an assistant proposes is clean whichever verb it uses; what the person writes
is theirs."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import Origin
from tests.fakes.house import TestHouse, mail

BODIES = {
    "tags": ("<p>Hi Dana,</p><p>yes &amp; no.</p>", "Hi Dana,\n\nyes & no."),
    "line ends": ("Hi Dana,\\n\\nyes.\\n\\nBest,\\nAlex", "Hi Dana,\n\nyes.\n\nBest,\nAlex"),
    "a signature": ("Hi Dana,\n\nyes.\n\n-- \nAlex Morgan\nFernhill", "Hi Dana,\n\nyes."),
    "a subject": ("Subject: Budget\n\nHi Dana,\n\nyes.", "Hi Dana,\n\nyes."),
}


def saved(house: TestHouse, origin: Origin, name: str, **arguments: Any) -> Any:
    _, result = house.runner(origin, "Program").call_by_name(name, arguments)
    return result.unwrap()


@pytest.mark.parametrize("origin", [Origin.MCP, Origin.ASSISTANT])
@pytest.mark.parametrize("name", BODIES)
def test_every_verb_with_a_body_keeps_clean_words_and_says_so(
    house: TestHouse, origin: Origin, name: str
) -> None:
    message = house.add(mail())
    body, clean = BODIES[name]
    made = [
        saved(house, origin, "create_draft", to=["dana@lee.example"], subject="Hi", body=body),
        saved(house, origin, "draft_reply", message_id=str(message.id), body=body),
        saved(
            house,
            origin,
            "draft_forward",
            message_id=str(message.id),
            to=["kim@park.example"],
            body=body,
        ),
    ]
    first = saved(house, origin, "create_draft", to=["dana@lee.example"], subject="x", body="x")
    made.append(
        saved(house, origin, "update_draft", draft_id=first.draft_id, base_revision=1, body=body)
    )
    for one in made:
        draft = house.store.drafts.get(one.draft_id)
        assert draft.content.body == clean
        assert any(text.startswith("Taken out of the text: ") for text in one.warnings)
        assert "Taken out of the text: " in one.display


def test_a_second_quote_is_taken_out_of_a_reply(house: TestHouse) -> None:
    message = house.add(mail(body="Is Thursday fine for you?\r\nShall I bring Kim?"))
    quote = "> Is Thursday fine for you?\n> Shall I bring Kim?"
    body = f"Yes.\n\nOn 1 Sep 2026, Dana Lee wrote:\n{quote}"
    one = saved(house, Origin.MCP, "draft_reply", message_id=str(message.id), body=body)
    draft = house.store.drafts.get(one.draft_id)
    assert draft.content.body == "Yes."
    assert draft.content.quoted.count("Is Thursday fine") == 1


def test_the_person_s_own_words_are_never_changed(house: TestHouse) -> None:
    for body, _ in BODIES.values():
        one = saved(house, Origin.USER, "create_draft", to=["dana@lee.example"], body=body)
        assert house.store.drafts.get(one.draft_id).content.body == body
        assert not any("Taken out" in text for text in one.warnings)


def test_words_that_are_clean_are_told_nothing_about(house: TestHouse) -> None:
    body = "Hi Dana,\n\nAT&T, 1 < 2, C:\\new.\n\nBest,\nAlex"
    one = saved(house, Origin.MCP, "create_draft", to=["dana@lee.example"], subject="x", body=body)
    assert house.store.drafts.get(one.draft_id).content.body == body
    assert one.warnings == ()


def test_several_mails_are_whole_where_they_have_room_together(house: TestHouse) -> None:
    long = house.add(mail(body="word " * 3_000, message_id="long@l.example"))
    short = [house.add(mail(body=f"Line {n}.", message_id=f"{n}@l.example")) for n in range(9)]
    ids = [str(long.id), *(str(each.id) for each in short)]
    found = saved(house, Origin.MCP, "get_message", ids=ids)
    assert not any(text.truncated for text in found.messages)
    threads = [str(each.thread_id) for each in (long, *short)]
    both = saved(house, Origin.MCP, "get_thread", thread_ids=threads)
    assert not any(text.truncated for one in both.threads for text in one.messages)
