"""An outage of the model is told of when it begins and when it ends, and its pauses grow."""

from __future__ import annotations

from desktop_app.assistant.model_outage import PAUSES, ModelOutage


def test_an_outage_is_told_of_twice_and_its_pauses_grow() -> None:
    now, told = 1_000.0, list[str]()
    outage = ModelOutage(lambda: now, lambda: told.append(outage.sentence))
    outage.end()
    waited = []
    for _ in range(len(PAUSES) + 2):
        outage.fail("It can't be reached.")
        waited.append(outage.seconds)
    assert waited == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    outage.end()
    outage.end()
    assert (outage.seconds, told) == (0, ["It can't be reached.", ""])
    outage.fail("No key.")
    assert (outage.seconds, told[-1]) == (PAUSES[0], "No key.")
