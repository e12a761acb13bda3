"""A language model in the panel: the real agent loop, the real tools, a scripted model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic_ai.messages import UserPromptPart

from desktop_app.assistant.transcript import (
    AgentPlace,
    Ask,
    Asked,
    Choice,
    Ended,
    Memory,
    Notice,
    Question,
    Questions,
    Refine,
    Refined,
    TextDelta,
    ToolFinished,
    ToolStarted,
    Used,
)
from desktop_app.assistant.transcript_json import load_events
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin, SourceKind
from desktop_app.model.errors import NotFound
from desktop_app.tools.reply_limit import only_a_reply_to
from tests.assistant.talking import CLOUD, Call, Seen, talk
from tests.fakes.house import TestHouse, mail
from tests.store.mails import removed
from tests.sure import of_kind

SEARCH = Call("search_messages", {"query": "budget"})


def reply(body: str) -> Call:
    return Call("draft_reply", {"number": 1, "body": body})


def test_a_search_and_a_reply_end_as_one_proposal_with_its_sources(house: TestHouse) -> None:
    message = house.add(mail())
    one = talk(house, SEARCH, Call("get_message", {"number": 1}), reply("I will."), "Drafted.")
    assert one.ask("Reply to Dana that I will") == Ended()
    [card] = one.proposals
    draft = house.store.drafts.get(card.draft_id)
    assert draft.state is DraftState.PROPOSED
    assert draft.content.body == "I will."
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    request, read = draft.sources
    assert (request.kind, request.text) == (SourceKind.REQUEST, "Reply to Dana that I will")
    assert (read.kind, read.ref) == (SourceKind.MESSAGE, str(message.id))
    assert one.said.strip() == "Drafted."
    titles = [e.title for e in one.of(ToolStarted)]
    assert titles == ["Searched mail: budget", "Read a mail", "Drafted a reply"]
    assert one.of(ToolFinished)[0].references[0].id == str(message.id)


def test_follow_ups_change_the_same_draft_in_place(house: TestHouse) -> None:
    house.add(mail())

    def change(seen: Seen) -> Call:
        saved = [r for r in seen.results if "revision" in r][-1]
        return Call(
            "update_draft",
            {"draft_id": saved["draft_id"], "base_revision": saved["revision"], "body": "Yes."},
        )

    one = talk(house, SEARCH, reply("Of course I will do that."), "Done.", change, "Shorter now.")
    one.ask("Reply to Dana that I will")
    first = one.proposals[0]
    one.ask("shorter")
    [second] = one.proposals
    assert (second.draft_id, second.revision) == (first.draft_id, first.revision + 1)
    assert house.store.drafts.get(first.draft_id).content.body == "Yes."
    assert house.store.drafts.count(proposed=True) == 1


def test_a_second_reply_to_the_same_mail_is_sent_back_to_the_first(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, SEARCH, reply("One."), reply("Two."), "Sorry.")
    one.ask("Reply")
    assert house.store.drafts.count(proposed=True) == 1
    assert one.script.seen[-1].last["error"] == "conflict"
    assert "update_draft" in one.script.seen[-1].last["next_step"]


def test_asking_to_send_sends_nothing_and_says_so(house: TestHouse) -> None:
    house.add(mail())

    def send(seen: Seen) -> Call:
        saved = seen.last
        return Call("send_draft", {"draft_id": saved["draft_id"], "revision": saved["revision"]})

    one = talk(house, SEARCH, reply("I will."), send, "It waits for you.")
    one.ask("Reply and send it")
    assert len(one.of(Asked)) == 1
    assert house.store.outbox.count_open() == 0
    assert house.postman.woken == 0
    [card] = one.proposals
    assert house.store.drafts.get(card.draft_id).asks_to_send


def test_several_fitting_mails_are_the_persons_to_pick(house: TestHouse) -> None:
    first = house.add(mail())
    second = house.add(mail(message_id="two@lee.example", subject="Budget again"))
    call = Call("draft_reply", {"from_": "dana", "body": "Yes."})
    one = talk(house, call, call, "Which one?")
    one.ask("Say yes to Dana")
    [choice] = one.of(Choice)
    assert {o.message_id for o in choice.options} == {str(first.id), str(second.id)}
    assert {o.prompt for o in choice.options} == {"Say yes to Dana"}
    assert house.store.drafts.count(proposed=True) == 0
    assert one.script.seen[-1].last["error"] == "waiting"


def test_questions_to_the_person_have_answers_and_end_what_the_run_may_change(
    house: TestHouse,
) -> None:
    house.add(mail())
    day = {"question": "Which day?", "answers": ["Monday", "Tuesday"]}
    ask = Call("ask_person", {"questions": [day, {"question": "How many?"}]})
    one = talk(house, SEARCH, ask, reply("Monday."), "Please choose.")
    assert one.ask("Propose a day") == Ended()
    [asked] = one.of(Questions)
    assert asked.questions == (Question("Which day?", ("Monday", "Tuesday")), Question("How many?"))
    assert house.store.drafts.count(proposed=True) == 0
    assert one.script.seen[-1].last["error"] == "waiting"


def test_an_error_is_given_back_for_the_model_to_correct(house: TestHouse) -> None:
    house.add(mail())
    wrong = Call("search_messages", {"query": "budget", "colour": "red"})
    one = talk(house, wrong, SEARCH, "Found it.")
    assert one.ask("Find the budget") == Ended()
    first = one.script.seen[1].last
    assert first["error"] == "bad_input"
    assert "colour" in first["sentence"]
    assert one.of(ToolFinished)[0].failed


def test_a_flood_of_calls_ends_at_the_limit(house: TestHouse) -> None:
    house.settings.change("assistant.run_tool_calls", 5)
    one = talk(house, *[[SEARCH] * 3 for _ in range(20)])
    ended = one.ask("Search")
    assert "limit" in ended.error
    assert 0 < len(one.of(ToolStarted)) <= 5


def test_the_tokens_of_a_day_are_limited(house: TestHouse) -> None:
    house.settings.change("assistant.day_tokens", 1000)
    one = talk(house, "Words " * 2000, "More.")
    assert one.ask("Talk") == Ended()
    ended = one.ask("Talk on")
    assert "24 hours" in ended.error
    house.now += 86_401
    assert one.ask("Talk on") == Ended()


def test_stop_ends_a_run_in_the_middle_of_its_words(house: TestHouse) -> None:
    one = talk(house, "a b c " * 500)

    def hear(event: object) -> None:
        one.events.append(event)  # type: ignore[arg-type]
        if isinstance(event, TextDelta) and len(one.of(TextDelta)) == 3:
            one.cancelled.set()

    one.agent.run(Ask("Talk"), hear, one.cancelled)
    assert one.events[-1] == Ended(stopped=True)
    assert len(one.of(TextDelta)) < 1500


def test_what_was_said_before_a_stop_is_remembered(house: TestHouse) -> None:
    house.add(mail())

    def stopped(_: Seen) -> str:
        one.cancelled.set()
        return "x " * 200

    one = talk(house, SEARCH, stopped, "I found it before.")
    one.ask("Find the budget")
    one.cancelled.clear()
    assert one.ask("And?") == Ended()
    assert len(one.script.seen[-1].results) == 1


def test_secrets_do_not_reach_the_model(house: TestHouse) -> None:
    house.add(mail(body="Card 4111 1111 1111 1111, your verification code is 482913."))
    one = talk(house, Call("get_message", {"from_": "dana"}), "Read.")
    one.ask("My key is sk-abcdefghijklmnop1234: read the mail")
    given = repr(one.script.seen[-1].messages)
    for secret in ("4111", "482913", "sk-abcdefghijklmnop1234"):
        assert secret not in given
    assert "[card number removed]" in given


def test_redaction_can_be_switched_off(house: TestHouse) -> None:
    house.settings.change("assistant.redact", False)
    house.add(mail(body="Your verification code is 482913."))
    one = talk(house, Call("get_message", {"from_": "dana"}), "Read.")
    one.ask("Read the mail")
    assert "482913" in repr(one.script.seen[-1].messages)


def test_old_results_are_condensed_when_the_model_is_full_and_that_is_said(
    house: TestHouse,
) -> None:
    house.settings.change("assistant.context_chars", 99_000)
    for n in range(4):
        house.add(mail(subject=f"Long {n}", body="word " * 4000, message_id=f"{n}@lee.example"))
    read = [Call("get_message", {"subject": f"Long {n}"}) for n in range(4)]
    one = talk(house, *read, "Read them all.")
    assert one.ask("Read them all") == Ended()
    assert len(one.of(Notice)) == 1
    sizes = [len(repr(r)) for r in one.script.seen[-1].results]
    assert sizes[0] < 400 < 15_000 < sizes[-1]


def test_a_conversation_is_kept_and_can_be_taken_up_again(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, SEARCH, "Found one.")
    one.ask("Find the budget")
    [row] = house.store.conversations.rows("BUDGET found")
    assert (row.title, row.turns) == ("Find the budget", 1)
    [turn] = house.store.conversations.turns(row.id)
    assert list(load_events(turn.events))[-1] == Ended()
    again = talk(house, "As I said.")
    history = house.store.conversations.history(row.id)
    again.agent.go_on(Memory(row.id, frozenset({"work"}), lambda: history))
    again.ask("And?")
    assert len(again.script.seen[0].results) == 1
    assert [r.turns for r in house.store.conversations.rows()] == [2]
    house.store.conversations.delete(row.id)
    assert house.store.conversations.rows() == []
    with pytest.raises(NotFound):
        house.store.conversations.turns(row.id)


def test_conversations_go_with_the_account_whose_mail_they_could_read(house: TestHouse) -> None:
    house.add(mail())
    talk(house, SEARCH, "Found one.").ask("Find the budget")
    talk(house, "Hello.").ask("Hello")
    removed(house.store, "work")
    assert [r.title for r in house.store.conversations.rows()] == ["Hello"]


def test_other_words_for_a_draft_come_without_tools(house: TestHouse) -> None:
    one = talk(house, "Yes, gladly.")
    events = one.refine("Yes.", "Warmer")
    assert isinstance(events[0], Refined)
    assert events[0].text.strip() == "Yes, gladly."
    assert events[-1] == Ended()
    assert one.script.tools == [[]]
    assert house.store.conversations.spent_since(0).requests == 1


def test_what_was_used_is_told(house: TestHouse) -> None:
    one = talk(house, "Hello there.")
    one.ask("Hello")
    used = one.of(Used)[-1]
    assert used.requests == 1
    assert used.output_tokens > 0
    assert house.store.conversations.spent_since(0).output_tokens == used.output_tokens


def sent(house: TestHouse, to: str, body: str, number: int) -> None:
    raw = mail(
        body=body,
        from_="Alex Morgan <alex@fernhill.example>",
        to=to,
        message_id=f"own{number}@fernhill.example",
    )
    house.add(raw, frozenset({"SENT"}))


OWN = "Hi Dana,\n\nyes, gladly.\n\nCheers,\nAlex"
STYLE = Call("my_style", {"recipient": "dana@lee.example"})


def learnable(house: TestHouse) -> str:
    """Own mails to Dana, and one of hers; its id."""
    for number in range(3):
        sent(house, "Dana Lee <dana@lee.example>", OWN, number)
    return str(house.add(mail()).id)


def test_a_model_on_this_computer_is_told_how_the_person_writes(house: TestHouse) -> None:
    asked = learnable(house)
    one = talk(house, Call("draft_reply", {"message_id": asked, "body": "Gladly."}), "Done.")
    one.agent.description = replace(CLOUD, place=AgentPlace.THIS_COMPUTER)
    assert one.ask("Reply to Dana", message_id=asked) == Ended()
    assert "“Hi [first name],”" in one.script.instructions[0]
    question = of_kind(UserPromptPart, one.script.seen[0].messages[-1].parts[-1]).content
    assert "they write to this person so" in question
    assert "“Hi Dana,”" in question
    assert "my_style" in one.script.tools[0]
    draft = house.store.drafts.get(one.proposals[0].draft_id)
    assert [source.kind for source in draft.sources] == [SourceKind.REQUEST, SourceKind.MESSAGE]


def test_a_short_mail_of_ones_own_is_an_example_and_is_asked_for(house: TestHouse) -> None:
    learnable(house)
    one = talk(house, STYLE, "Done.")
    one.agent.description = replace(CLOUD, place=AgentPlace.THIS_COMPUTER)
    assert one.ask("Write to Dana") == Ended()
    found = one.script.seen[1].last
    assert found["example"] == OWN
    assert "“Hi Dana,”" in found["to_them"]
    assert "“Hi [first name],”" in found["in_general"]


@pytest.mark.parametrize("learns", [True, False])
def test_other_words_for_a_draft_are_in_the_persons_style_where_it_is_learned(
    house: TestHouse, learns: bool
) -> None:
    learnable(house)
    house.settings.change("assistant.learn_style", learns)
    content = DraftContent(
        from_=Address("Alex Morgan", "alex@fernhill.example"),
        to=(Address("Dana Lee", "dana@lee.example"),),
        body="Yes.",
    )
    user = Author(Origin.USER, "")
    draft = house.store.drafts.create("work", user, content, state=DraftState.EDITED, now=house.now)
    one = talk(house, "Yes, gladly.")
    one.agent.description = replace(CLOUD, place=AgentPlace.THIS_COMPUTER)
    one.agent.refine(Refine(draft.id, "Yes.", "Shorter"), lambda _: None, one.cancelled)
    told = one.script.instructions[0]
    assert ("“Hi [first name],”" in told and "“Hi Dana,”" in told) is learns


@pytest.mark.parametrize("place", [AgentPlace.CLOUD, AgentPlace.OWN_NETWORK])
def test_a_model_elsewhere_is_told_only_where_the_person_says_so(
    house: TestHouse, place: AgentPlace
) -> None:
    asked = learnable(house)
    for allowed, learns, told in ((False, True, False), (True, True, True), (True, False, False)):
        house.settings.change("assistant.own_style", allowed)
        house.settings.change("assistant.learn_style", learns)
        one = talk(house, "Hello.")
        one.agent.description = replace(CLOUD, place=place)
        one.ask("Hello", message_id=asked)
        assert ("“Hi [first name],”" in one.script.instructions[0]) is told
        assert ("“Hi Dana,”" in str(one.script.seen[0].messages)) is told
        assert ("my_style" in one.script.tools[0]) is told


def test_of_accounts_a_model_may_not_read_no_style_is_told(house: TestHouse) -> None:
    learnable(house)
    house.settings.change("assistant.own_style", True)
    kim = Identity(Address("Kim", "kim@park.example"))
    house.store.accounts.add(Account("home", LOCAL, "Home", (kim,)))
    one = talk(house, STYLE, "Done.")
    one.agent.runner = house.runner(Origin.ASSISTANT, "Model", scope=lambda: frozenset({"home"}))
    one.ask("Hello", account="work")
    assert "“Hi" not in one.script.instructions[0] + str(one.script.seen[-1].messages)


def test_a_prepared_answer_is_written_in_the_persons_style(house: TestHouse) -> None:
    asked = learnable(house)
    one = talk(house, "No answer is needed.")
    one.agent.description = replace(CLOUD, place=AgentPlace.THIS_COMPUTER)
    one.agent.runner = house.runner(Origin.ASSISTANT, "Model", limit=only_a_reply_to(int(asked)))
    one.ask("Answer", message_id=asked)
    assert "“Hi [first name],”" in one.script.instructions[0]
