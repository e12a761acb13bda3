"""Steps with others: programs that would change drafts, and the end of the desktop's session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.fakes.senders import Fault
from tests.random_person.hand import Hand
from tests.random_person.rules import SPEEDS, wanted
from tests.random_person.world import World

ANSWERS = ("Take", "Refuse", "Take all", "Refuse all")
AT_THE_END = (Fault.NONE, Fault.NONE, Fault.LOST_REPLY, Fault.REFUSED, Fault.UNREACHABLE)
CHANGES = ("body", "other body", "bcc", "subject")


class ProgramSteps(RuleBasedStateMachine):
    """Mixed into the random person, which has `step`."""

    step: Callable[..., None]
    problems: list[str]

    @property
    def hand(self) -> Hand:
        raise NotImplementedError

    @property
    def world(self) -> World:
        raise NotImplementedError

    @wanted("offer")
    @rule(place=st.integers(0, 5), how=st.sampled_from(CHANGES), speed=SPEEDS)
    def a_program_would_change_a_draft(self, place: int, how: str, speed: str) -> None:
        self.step("offer", lambda: self._offer(place, how), speed)

    def _offer(self, place: int, how: str) -> str:
        wrong = self.world.offer(place, how)
        if wrong:
            self.problems.append(f"[hands] {wrong}")
        return how

    @wanted("answer a change")
    @rule(answer=st.sampled_from(ANSWERS), speed=SPEEDS)
    def answer_a_proposed_change(self, answer: str, speed: str) -> None:
        self.step("answer a change", lambda: self.hand.click_in_review(answer), speed)

    @wanted("logout")
    @rule(killed=st.booleans(), fault=st.sampled_from(AT_THE_END))
    def log_out(self, killed: bool, fault: Any) -> None:
        """The session ends, whatever is under way; what counts down is to be held. `killed`: the
        program is stopped before it has come to that, whatever the setting is."""
        self._log_out(fault, sends=killed, killed=killed)

    @wanted("logout that sends")
    @rule(fault=st.sampled_from(AT_THE_END))
    def log_out_and_send(self, fault: Any) -> None:
        """The session ends, and what counts down is to be sent then."""
        self._log_out(fault, sends=True, killed=False)

    def _log_out(self, fault: Any, *, sends: bool, killed: bool) -> None:
        def act() -> str:
            self.world.sender.fault = fault
            self.world.house.settings.change("mail.send_at_end", sends)
            self.world.log_out(killed=killed)
            return f"sends {sends}, killed {killed}, {fault}"

        self.step("logout", act)
