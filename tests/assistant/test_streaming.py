"""A long answer in many pieces: each piece costs the same, however long the answer is by then.

Counted is what is done, not how long it takes.
"""

from __future__ import annotations

import pytest
from pydantic_ai import _special_tokens
from pydantic_ai.models import StreamedResponse

from desktop_app.assistant.transcript import Ended, TextDelta
from desktop_app.assistant.transcript_json import dump_events, load_events
from tests.assistant.chatting import chat
from tests.assistant.talking import talk
from tests.fakes.house import TestHouse
from tests.fakes.model_server import model_server


def copies(house: TestHouse, monkeypatch: pytest.MonkeyPatch, pieces: int, provider: str) -> int:
    """How often the whole answer so far is put together or searched while it streams."""
    made = 0

    def counted(original: object) -> object:
        def count(*given: object) -> object:
            nonlocal made
            made += 1
            return original(*given)  # type: ignore[operator]

        return count

    with monkeypatch.context() as patch, model_server("a " * pieces) as server:
        patch.setattr(StreamedResponse, "get", counted(StreamedResponse.get))
        restore = _special_tokens.restore_special_tokens
        patch.setattr(_special_tokens, "restore_special_tokens", counted(restore))
        one = chat(house, server, provider)
        assert one.ask("Talk") == Ended()
        assert sum(isinstance(event, TextDelta) for event in one.events) >= pieces
    return made


@pytest.mark.parametrize("provider", ["ollama", "openai_compatible", "anthropic"])
def test_the_answer_so_far_is_not_gone_through_for_each_piece(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    few, many = (copies(house, monkeypatch, pieces, provider) for pieces in (20, 300))
    assert many == few


def test_an_answer_without_an_end_stops_at_the_tokens_of_a_request(house: TestHouse) -> None:
    house.settings.change("assistant.run_tokens", 1_000)
    one = talk(house, "word " * 20_000)
    assert "limit" in one.ask("Talk").error
    assert len(one.said) < 5_000


def test_pieces_are_kept_as_one_text(house: TestHouse) -> None:
    pieces = [TextDelta(f"{n} ") for n in range(100)]
    assert load_events(dump_events([*pieces, Ended(), TextDelta("")])) == (
        TextDelta("".join(piece.text for piece in pieces)),
        Ended(),
    )
