"""What a run sees that answers one mail unasked: its conversation, and mail with its people."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.drafting.mail_with import mail_with_people_of
from desktop_app.tools.drafting.seen import got
from desktop_app.tools.person.writing_styles import HOW_I_WRITE, HowIWrite
from desktop_app.tools.reply_limit import only_a_reply_to
from desktop_app.tools.runner import Runner
from tests.depths import examples
from tests.fakes.house import TestHouse, mail

DANA, RUTH, KIM = "dana@lee.example", "ruth@abel.example", "kim@oda.example"
ME = "alex@fernhill.example"


def mailbox(house: TestHouse) -> dict[str, int]:
    """Mails of Dana and of others, one of them to both."""
    raws = {
        "asked": mail("Budget", "Is it fine?", message_id="asked@x"),
        "earlier": mail("March", "secret of Dana", message_id="earlier@x"),
        "sent": mail("April", "secret for Dana", from_=ME, to=DANA, message_id="sent@x"),
        "side": mail(
            "Re: Budget", "secret aside", from_=RUTH, message_id="side@x",
            more="References: <asked@x>\r\n",
        ),
        "codes": mail("Codes", "secret of Ruth", from_=RUTH, message_id="codes@x"),
        "alike": mail("Alike", "secret alike", from_=f"x{DANA}.example", message_id="alike@x"),
        "named": mail("Named", f"secret {DANA}", from_=f'"{DANA}" <{RUTH}>', message_id="named@x"),
        "both": mail("Both", "secret of both", from_=RUTH, to=f"{ME}, {DANA}", message_id="b@x"),
    }  # fmt: skip
    return {name: house.add(raw).id for name, raw in raws.items()}


def run_for(house: TestHouse, message_id: int) -> Runner:
    return house.runner(Origin.ASSISTANT, "Model", limit=only_a_reply_to(message_id))


def called(runner: Runner, tool: str, **arguments: Any) -> str:
    """What the model is told, in words."""
    try:
        _, result = runner.call_by_name(tool, arguments)
    except KnownError as error:
        return f"{error.sentence} {error.next_step}"
    return repr(result.value) if result.decision is Decision.ALLOW else result.reason


SEEN = {"asked", "earlier", "sent", "side", "both"}


@pytest.mark.parametrize("query", ["secret", "", "in:anywhere secret", "from:ruth OR secret", "-x"])
def test_a_search_finds_mail_with_the_same_people_alone(house: TestHouse, query: str) -> None:
    ids = mailbox(house)
    told = called(run_for(house, ids["asked"]), "search_messages", query=query, max_results=100)
    for name in ("codes", "alike", "named"):
        assert f"message_id='{ids[name]}'" not in told
        assert name.capitalize() not in told
    if "secret" in query:
        assert all(name in told for name in ("March", "April", "Both"))


@pytest.mark.parametrize("name", ["codes", "alike", "named"])
@pytest.mark.parametrize("tool", ["get_message", "get_thread", "get_attachment"])
def test_other_mail_is_not_there_by_any_name(house: TestHouse, tool: str, name: str) -> None:
    ids = mailbox(house)
    for named in ({"message_id": str(ids[name])}, {"message_id": f"<{name}@x>"}):
        assert "secret" not in called(run_for(house, ids["asked"]), tool, **named)
    hints = called(run_for(house, ids["asked"]), tool, subject=name.capitalize())
    assert "secret" not in hints
    thread = str(house.store.messages.get(ids[name]).thread_id)
    assert "secret" not in called(run_for(house, ids["asked"]), "get_thread", thread_id=thread)


@pytest.mark.parametrize("name", sorted(SEEN))
def test_the_own_conversation_and_earlier_mail_can_be_read(house: TestHouse, name: str) -> None:
    ids = mailbox(house)
    told = called(run_for(house, ids["asked"]), "get_message", message_id=str(ids[name]))
    assert ("Is it fine?" if name == "asked" else "secret") in told


def test_an_answer_that_goes_elsewhere_opens_the_mail_of_nobody_else(house: TestHouse) -> None:
    ids = mailbox(house)
    raw = mail("Again", "Is it?", message_id="again@x", more=f"Reply-To: {KIM}\r\n")
    runner = run_for(house, house.add(raw).id)
    assert "secret" not in called(runner, "get_message", message_id=str(ids["earlier"]))
    assert "0 found" in called(runner, "search_messages", query="secret")


def test_a_calendar_and_the_style_to_others_are_not_read(house: TestHouse) -> None:
    runner = run_for(house, mailbox(house)["asked"])
    assert "being prepared" in called(runner, "search_calendar_events")
    assert runner.call(HOW_I_WRITE, HowIWrite(recipient=RUTH, example=True)).value is None


def test_an_asked_run_still_reads_everything(house: TestHouse) -> None:
    ids = mailbox(house)
    runner = house.runner(Origin.ASSISTANT, "Model")
    assert "secret of Ruth" in called(runner, "get_message", message_id=str(ids["codes"]))


PEOPLE = st.lists(st.sampled_from([DANA, RUTH, KIM, ME]), min_size=1, max_size=3, unique=True)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(PEOPLE, PEOPLE), min_size=1, max_size=6))
def test_what_is_seen_is_the_conversation_or_got_by_all_who_are_answered(
    house: TestHouse, mails: list[tuple[list[str], list[str]]]
) -> None:
    """Whoever wrote to whom: the view and its search agree with the rule."""
    ids = [
        house.add(
            mail(
                "All", f"n{n}", from_=senders[0], to=", ".join(to), message_id=f"{id(mails)}.{n}@x"
            )
        ).id
        for n, (senders, to) in enumerate(mails)
    ]
    answered = house.store.messages.get(ids[0])
    view = mail_with_people_of(house.store, answered.id)
    for id_ in ids:
        message = house.store.messages.get(id_)
        sender = answered.from_[0].key
        wanted = [sender] if sender != ME else [a.key for a in answered.to if a.key != ME]
        may = message.thread_id == answered.thread_id
        may = may or (bool(wanted) and all(got(message, key) for key in wanted))
        if wanted or may:
            assert (message in view.messages.get_many([id_])) is may
        if not may and wanted:
            with pytest.raises(NotFound):
                view.messages.raw(id_)
