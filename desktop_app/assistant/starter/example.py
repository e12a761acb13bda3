"""Example of a proposal, made by the starter assistant in the sample mailbox.

It goes through the tools like any other. What is sent from the sample's account is filed on this
computer and delivered nowhere.
"""

from __future__ import annotations

from threading import Event

from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.transcript import Ask
from desktop_app.tools.runner import Runner

PROMPT = (
    "Reply to Dana's mail about the lease renewal saying thank you for the draft. You will have my "
    "answers to your three questions before Thursday."
)


def propose_example(runner: Runner, account: str) -> None:
    """Propose the reply in the account of the sample. What the person forbids is not done."""
    StarterAssistant(runner).run(Ask(PROMPT, account=account), _unheard, Event())


def _unheard(_: object) -> None:
    """Nobody has asked yet: the draft says it all."""
