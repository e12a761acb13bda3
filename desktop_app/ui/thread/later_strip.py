"""Strips above a conversation that comes back later, came back, or is muted, with the presses that
change it."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.coming_back import standing
from desktop_app.tools.person.mail_view import OpenedThread
from desktop_app.ui.bench.later_words import reminded_words, returned_words, snoozed_words
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.strips import Strip


@dataclass(frozen=True, slots=True)
class Told:
    """What a strip says, and the actions it offers: what each is called, and its name."""

    words: str
    offers: tuple[tuple[str, str], ...] = ()


def told_of(bench: Workbench, found: OpenedThread) -> tuple[Told, ...]:
    """What there is to say of a conversation; nothing of most."""
    now = bench.services.clock()
    stands = standing(label for m in found.thread.messages for label in m.labels)
    told = []
    if stands.snoozed:
        offers = (("Change…", "snooze"), ("Back to Inbox now", "end_snooze"))
        told.append(Told(snoozed_words(stands, now), offers))
    elif found.returned is not None:
        told.append(Told(returned_words(found.returned, now), (("Snooze again…", "snooze"),)))
    if stands.reminded:
        offers = (("Change…", "remind"), ("Take the reminder away", "no_reminder"))
        told.append(Told(reminded_words(stands, now), offers))
    if stands.muted:
        words = "Muted: its new mail stays out of the inbox, unless it is to you alone."
        told.append(Told(words, (("Follow again", "mute"),)))
    return tuple(told)


def later_strip(bench: Workbench, told: Told) -> Strip:
    trigger = bench.actions.trigger
    buttons = tuple((words, lambda name=name: trigger(name)) for words, name in told.offers)
    return Strip(bench.theme, "info", "later", told.words, buttons=buttons)
