"""Strip above a conversation that needs a reply, or has waited for one for long, with the press
that corrects it."""

from __future__ import annotations

from desktop_app.model.triage import Kind, Verdict, words, working_days_ago
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.strips import Strip


def triage_words(bench: Workbench, verdict: Verdict | None) -> str:
    """What the strip says; empty where there is none."""
    if verdict is None or verdict.kind not in {Kind.NEEDS_REPLY, Kind.WAITING}:
        return ""
    now = bench.services.clock()
    days = bench.services.settings.number("mail.follow_up_days")
    if verdict.kind is Kind.WAITING and verdict.message > working_days_ago(now, days):
        return ""
    return f"{words(verdict, verdict.message, now)}."


def triage_strip(bench: Workbench, verdict: Verdict, text: str) -> Strip:
    trigger = bench.actions.trigger
    done = ("Needs no reply", lambda: trigger("needs_no_reply"))
    if verdict.kind is Kind.NEEDS_REPLY:
        return Strip(bench.theme, "info", "needs_reply", text, buttons=(done,))
    nudge = ("Draft a reminder", lambda: trigger("nudge"))
    settled = ("No answer needed", lambda: trigger("needs_no_reply"))
    return Strip(bench.theme, "info", "waiting", text, buttons=(nudge, settled))
