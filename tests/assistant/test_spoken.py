"""What a model says, out of what it writes: no reasoning, no marks, no calls written as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.assistant.model.spoken import Back, Spoken, said_of
from desktop_app.assistant.model.written_calls import written_call

TOOLS = ("search_messages", "get_thread", "draft_reply", "create_draft")
REASONED = [
    "<think>The person wants it short.</think>\n\nIt is at nine.",
    "<think>\nunclosed reasoning that never ends",
    "The opening stood in the prompt.</think>It is at nine.",
    "<thinking>Hm.</thinking>It is at nine.",
    "<Think>Hm.</Think>It is at nine.",
    "[THINK]Hm.[/THINK]It is at nine.",
    "◁think▷Hm.◁/think▷It is at nine.",
    "<seed:think>Hm.</seed:think>It is at nine.",
    (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>"
        "It is at nine.<|return|>"
    ),
    "<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>It is at nine.<|END_RESPONSE|>",
    (
        "<|begin_of_thought|>Hm.<|end_of_thought|><|begin_of_solution|>It is at nine."
        "<|end_of_solution|>"
    ),
    "It is at nine.<|im_end|>",
    "It is at nine.</s>",
    "<reasoning>Hm.</reasoning><think>And hm.</think>It is at nine.",
    "It is <think>or is it?</think>at nine.",
]


def shown(pieces: list[str]) -> str:
    spoken, said = Spoken(TOOLS), ""
    for each in (*(one for piece in pieces for one in spoken.feed(piece)), *spoken.end()):
        said = "" if isinstance(each, Back) else said + each
    return said


@pytest.mark.parametrize("text", REASONED)
def test_reasoning_and_marks_are_never_said(text: str) -> None:
    said = said_of(text, TOOLS)
    assert said == ("" if "unclosed" in text else "It is at nine.")


CALLS = [
    '{"name": "search_messages", "arguments": {"query": "budget"}}',
    '[{"name": "search_messages", "arguments": {"query": "budget"}}]',
    '```json\n{"tool": "search_messages", "parameters": {"query": "x"}}\n```',
    '<tool_call>\n{"name": "search_messages", "arguments": {"query": "x"}}\n</tool_call>',
    "<tool_call>search_messages\n<arg_key>query</arg_key><arg_value>x</arg_value></tool_call>",
    '[TOOL_CALLS][{"name": "search_messages", "arguments": {"query": "x"}}]',
    '[TOOL_CALLS]search_messages{"query": "x"}',
    "<function=search_messages><parameter=query>x</parameter></function>",
    '<|python_tag|>{"name": "search_messages", "parameters": {"query": "x"}}',
    'search_messages(query="budget")',
    'I look.\n```tool_code\nprint(search_messages(query="x"))\n```',
    '{"action": "search_messages", "action_input": {"query": "x"}}',
    '{"search_messages": {"query": "x"}}',
    '{"type": "function", "function": {"name": "search_messages", "arguments": "{}"}}',
    '{"tool_calls": [{"function": {"name": "search_messages", "arguments": "{}"}}]}',
    '<think>Look.</think>{"name": "search_messages", "arguments": {}}',
    '<invoke name="search_messages"><parameter name="query">x</parameter></invoke>',
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search_messages\n```json\n{}",
    '<|channel|>commentary to=functions.search_messages <|constrain|>json<|message|>{"query":"x"}',
    '{"name": "read_my_inbox", "arguments": {}}',
]


@pytest.mark.parametrize("text", CALLS)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_call_that_is_written_as_text_is_noticed_and_not_said(text: str, size: int) -> None:
    spoken = Spoken(TOOLS)
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    said = [each for piece in pieces for each in spoken.feed(piece)]
    said += spoken.end()
    assert spoken.called
    whole = "".join(each for each in said if isinstance(each, str))
    assert "search_messages" not in whole
    assert "{" not in whole


WORDS = [
    'The price is {"net": 4} in their notation.',
    "Use <b>bold</b> and a < b.",
    '```json\n{"colour": "blue"}\n```',
    '{"colour": "blue"}',
    "I can search messages (yours) for that.",
    "Write `<think>` before it, and `</think>` after it.",
    "[see the report](https://x.example) and [1].",
    "A list:\n- one\n- two\n",
    "The function name is in the file.",
]


@pytest.mark.parametrize("text", WORDS)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_other_words_are_said_as_they_are(text: str, size: int) -> None:
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    assert shown(pieces) == text
    assert not written_call(text, TOOLS)


pieces_of_marks = st.lists(
    st.one_of(
        st.sampled_from(
            ["<think>", "</think>", "[THINK]", "<|im_end|>", "`", "{", "<tool_call>", "<", "search"]
        ),
        st.text(alphabet="ab c\n.", max_size=6),
    ),
    max_size=12,
)


@settings(deadline=None)
@given(pieces_of_marks, st.integers(1, 7))
def test_what_is_said_does_not_hang_on_how_it_streams(parts: list[str], size: int) -> None:
    text = "".join(parts)
    pieces = [text[n : n + size] for n in range(0, len(text), size)]
    assert shown(pieces) == shown([text])


@given(st.text(alphabet=st.characters(exclude_characters="<>[]{}◁▷`|("), max_size=200))
def test_words_without_marks_are_said_whole(text: str) -> None:
    assert shown([text]) == text.lstrip()
