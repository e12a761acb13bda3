"""What a model of each window size is given of a conversation, and that the person is told where
an answer rests on a part of it.

`python -m tests.assistant.test_rooms` prints the table.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_ai.messages import ModelRequest, UserPromptPart

from desktop_app.assistant.answer_events import PartRead
from desktop_app.assistant.model.reading_log import ABOVE
from desktop_app.assistant.model.short_tools import SHORT_TOOLS, short_form
from desktop_app.assistant.transcript import Ended
from desktop_app.mail.message.body import read_body
from desktop_app.model.message import Message
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.reading.sharing import BEGINNING, evenly, shared, worths
from tests.assistant.talking import Call, Talk, talk
from tests.assistant.threads import ALEX, DANA, long_thread
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail, open_house

WINDOWS = {"4k": 4_096, "8k": 8_192, "16k": 16_384, "32k": 32_768, "128k": 131_072, "240k": 240_000}
"""Windows in tokens, by the names that they go by."""

CHARS_A_TOKEN = 3


@dataclass(frozen=True)
class Given:
    """What arrived of a conversation: the parts of its words, and how many of its mails whole."""

    newest: float
    words: float
    whole: int
    mails: int
    size: int
    told: PartRead | None


def twenty(house: TestHouse) -> Sequence[Message]:
    """A conversation of twenty mails of some 450 characters, each quoting all before it."""
    return long_thread(house, 20).messages


def long_among_short(house: TestHouse) -> Sequence[Message]:
    """Nineteen mails of a line, and a long one in the middle: 30,000 characters."""
    found = []
    for number in range(20):
        line = f"Line {number} of the report tells of the yard and its boards."
        body = "\r\n".join([line] * 530) if number == 9 else f"Yes, number {number}."
        writer, reader = (DANA, ALEX) if number % 2 == 0 else (ALEX, DANA)
        more = "In-Reply-To: <0@lee.example>\r\nReferences: <0@lee.example>\r\n"
        raw = mail(
            "Re: Report" if number else "Report",
            body,
            from_=writer,
            to=reader,
            message_id=f"{number}@lee.example",
            date=f"{number + 1} Sep 2026 10:00:00 +0000",
            more=more if number else "",
        )
        found.append(house.add(raw))
    return found


CONVERSATIONS: dict[str, Callable[[TestHouse], Sequence[Message]]] = {
    "twenty mails": twenty,
    "a long one among one-liners": long_among_short,
}


def words_of(house: TestHouse, message: Message) -> str:
    return read_body(house.store.messages.raw(message.id)).fresh_text.strip()


def read(house: TestHouse, window: int, mails: Sequence[Message]) -> tuple[Given, Talk]:
    house.settings.change("assistant.context_chars", window * CHARS_A_TOKEN)
    one = talk(house, Call("get_thread", {"message_id": str(mails[0].id)}), "It is said.")
    assert one.ask("What is it about?") == Ended()
    found = one.script.seen[-1].last
    wanted = {str(message.id): words_of(house, message) for message in mails}
    got = {each["message_id"]: each.get("untrusted_text", "") for each in found["messages"]}
    newest = str(mails[-1].id)
    told = one.of(PartRead)
    given = Given(
        len(got.get(newest, "").strip()) / len(wanted[newest]),
        sum(len(text.strip()) for text in got.values()) / sum(map(len, wanted.values())),
        sum(got.get(id_, "").strip() == text for id_, text in wanted.items()),
        len(mails),
        one.script.sizes[-1],
        told[0] if told else None,
    )
    return given, one


LEAST_WHOLE = {
    "twenty mails": {"4k": 5, "8k": 20, "16k": 20, "32k": 20, "128k": 20, "240k": 20},
    "a long one among one-liners": {
        "4k": 11, "8k": 19, "16k": 19, "32k": 20, "128k": 20, "240k": 20,
    },
}  # fmt: skip
"""Mails of the conversations above that are given whole at the least."""


@one_in(5)
@pytest.mark.parametrize("name", CONVERSATIONS)
@pytest.mark.parametrize("window", WINDOWS)
def test_a_conversation_is_given_whole_where_there_is_room(
    house: TestHouse, name: str, window: str
) -> None:
    given, _ = read(house, WINDOWS[window], CONVERSATIONS[name](house))
    assert given.newest == 1.0, "the newest mail is whole in every window"
    assert given.whole >= LEAST_WHOLE[name][window]
    assert given.size <= WINDOWS[window] * CHARS_A_TOKEN
    if given.whole == given.mails:
        assert given.told is None
    else:
        assert given.told is not None
        assert (given.told.read, given.told.of) == (given.whole, given.mails)


def test_what_is_left_out_is_said_in_the_data_and_can_be_read(house: TestHouse) -> None:
    mails = long_among_short(house)
    given, one = read(house, WINDOWS["8k"], mails)
    found = one.script.seen[-1].last
    assert found["given"].startswith("19 of 20 mails are whole")
    [cut] = [each for each in found["messages"] if "next_offset" in each]
    assert cut["message_id"] == str(mails[9].id)
    assert f"offset={cut['next_offset']} reads on" in cut["left_out"]
    assert given.told is not None
    assert given.told.unread == (cut["message_id"],)
    words, text = words_of(house, mails[9]), cut["untrusted_text"]
    assert words.startswith(text.strip())
    rest = ""
    for _ in range(40):
        call = {"message_id": cut["message_id"], "offset": cut["next_offset"]}
        one.script.steps = [Call("get_thread", call), "It is said."]
        assert one.ask("Read the rest", unread=given.told.unread) == Ended()
        [asked] = [line for line in _asked(one) if "were cut when you read them" in line]
        assert cut["message_id"] in asked
        [part] = one.script.seen[-1].last["messages"]
        rest += part["untrusted_text"]
        if "next_offset" not in part:
            break
        cut = part
    assert (text + rest).strip() == words


def _asked(one: Talk) -> list[str]:
    """Lines of the person's newest words, as the model was given them."""
    prompts = [
        part.content
        for message in one.script.seen[-1].messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart) and isinstance(part.content, str)
    ]
    return prompts[-1].splitlines()


def test_a_conversation_longer_than_a_page_begins_with_its_newest_mails(house: TestHouse) -> None:
    mails = long_thread(house, 30).messages
    given, one = read(house, WINDOWS["4k"], mails)
    found = one.script.seen[-1].last
    assert given.newest == 1.0
    assert found["covers"] == "mails 19 to 30 of 30; page=2 has older ones"
    assert found["messages"][-1]["message_id"] == str(mails[-1].id)
    page = Call("get_thread", {"message_id": str(mails[0].id), "page": 2})
    one.script.steps = [page, "It is said."]
    one.ask("Go on")
    found = one.script.seen[-1].last
    assert [each["message_id"] for each in found["messages"]][-1] == str(mails[17].id)


def test_what_the_question_is_about_goes_before_what_is_newer(house: TestHouse) -> None:
    for number in range(12):
        about = "The greenhouse thermostat broke." if number == 2 else "The yard is swept."
        more = "In-Reply-To: <0@l.example>\r\nReferences: <0@l.example>\r\n" if number else ""
        body = "\r\n".join([about] * 60)
        date = f"{number + 1} Sep 2026 10:00:00 +0000"
        last = house.add(
            mail("Re: Yard", body, message_id=f"{number}@l.example", date=date, more=more)
        )
    house.settings.change("assistant.context_chars", WINDOWS["8k"] * CHARS_A_TOKEN)
    whole = {}
    for question in ("What about the thermostat of the greenhouse?", "What else is new?"):
        one = talk(house, Call("get_thread", {"message_id": str(last.id)}), "It is said.")
        one.ask(question)
        mails = one.script.seen[-1].last["messages"]
        assert len(mails) == 12
        whole[question[:6]] = {n for n, each in enumerate(mails) if "next_offset" not in each}
    assert {2, 11} <= whole["What a"]
    assert 2 not in whole["What e"]
    assert 11 in whole["What e"]


def test_no_text_is_given_twice_in_one_request(house: TestHouse) -> None:
    thread = long_thread(house, 20)
    ids = [str(message.id) for message in thread.messages]
    calls = [Call("get_thread", {"message_id": ids[0]})]
    calls += [Call("get_message", {"message_id": id_}) for id_ in ids[:4]]
    one = talk(house, *calls, "It is said.")
    assert one.ask("Look twice") == Ended()
    results = one.script.seen[-1].results
    assert [each.get("text") for each in results[1:]] == [ABOVE] * 4
    size = sum(len(json.dumps(each, ensure_ascii=False, separators=(",", ":"))) for each in results)
    assert size <= 1.5 * thread.words, "heads of the single calls, and no text"
    one.script.steps = [Call("get_message", {"message_id": ids[1]}), "It is said."]
    one.ask("And once more")
    assert "untrusted_text" in one.script.seen[-1].last, "a new request gets it anew"


def test_a_short_list_has_one_way_to_read_and_says_what_is_needed(house: TestHouse) -> None:
    for tokens, short in ((32_768, True), (33_000, False)):
        house.settings.change("assistant.context_chars", tokens * CHARS_A_TOKEN)
        one = talk(house, "Hello.")
        one.ask("Hello")
        assert (set(one.script.tools[0]) == set(SHORT_TOOLS)) is short
    for name in SHORT_TOOLS:
        told, schema = short_form(BY_NAME[name])
        assert told
        assert set(schema["required"]) <= schema["properties"].keys()
        assert schema["required"]
    assert [name for name in SHORT_TOOLS if name.startswith("get_")] == ["get_thread"]


sizes = st.lists(st.integers(0, 5_000), min_size=1, max_size=30)


@given(sizes, st.integers(0, 60_000), st.lists(st.floats(0, 9), min_size=30, max_size=30))
def test_room_is_shared_whole_texts_first(
    lengths: list[int], room: int, worth: list[float]
) -> None:
    got = shared(lengths, room, worth[: len(lengths)])
    assert len(got) == len(lengths)
    assert all(0 <= some <= all_ for some, all_ in zip(got, lengths, strict=True))
    assert sum(got) == min(room, sum(lengths)), "no room is wasted, and none is taken twice"
    least = min(BEGINNING, room // (2 * len(lengths)))
    assert all(some >= min(all_, least) for some, all_ in zip(got, lengths, strict=True))
    if lengths[-1] <= room - least * (len(lengths) - 1):
        assert got[-1] == lengths[-1], "the newest is whole where it fits beside the beginnings"


@given(sizes, st.integers(0, 60_000))
def test_what_was_asked_for_alike_has_the_same_room(lengths: list[int], room: int) -> None:
    got = evenly(lengths, room)
    assert all(0 <= some <= all_ for some, all_ in zip(got, lengths, strict=True))
    assert sum(got) <= room
    cut = [some for some, all_ in zip(got, lengths, strict=True) if some < all_]
    whole = [some for some, all_ in zip(got, lengths, strict=True) if some == all_]
    if cut:
        assert sum(got) > room - len(lengths), "no room is wasted"
        assert max(cut) - min(cut) <= len(lengths)
        assert max(whole, default=0) <= max(cut)


@given(st.text(max_size=80), st.lists(st.text(max_size=60), max_size=8))
def test_any_words_can_be_weighed(question: str, texts: list[str]) -> None:
    assert len(worths(question, texts)) == len(texts)


def main() -> None:
    for name, make in CONVERSATIONS.items():
        print(f"{name}\nwindow  whole  of the words  request")
        for window, tokens in WINDOWS.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                contextmanager(open_house)(Path(folder)) as house,
            ):
                given, _ = read(house, tokens, make(house))
            whole = f"{given.whole}/{given.mails}"
            print(f"{window:>6}  {whole:>5}  {given.words:>12.0%}  {given.size:>7,}")


if __name__ == "__main__":
    main()
