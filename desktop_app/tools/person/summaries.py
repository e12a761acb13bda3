"""The line above a long conversation: what a language model has said of it, kept until the
conversation changes."""

from __future__ import annotations

from desktop_app.model.errors import NotFound
from desktop_app.model.thread_summary import ThreadSummary
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result

LONGEST = 300
"""Characters of a line."""


class SummaryOf(Params, frozen=True, kw_only=True):
    thread_id: int


class KeepSummary(Params, frozen=True, kw_only=True):
    """`newest` and `mails` are those of the conversation that was summed up."""

    thread_id: int
    newest: int
    mails: int
    model: str
    line: str


class KeptSummary(Result, frozen=True):
    """Empty where no line is kept of the conversation as it is."""

    line: str = ""
    model: str = ""


def summary_of(context: Context, params: SummaryOf) -> KeptSummary:
    """The line that is kept. Raises `NotFound`."""
    thread = context.store.threads.get(params.thread_id)
    kept = context.store.summaries.get(thread.id)
    now = (thread.messages[-1].id, len(thread.messages)) if thread.messages else (0, 0)
    if kept is None or (kept.newest, kept.mails) != now:
        return KeptSummary()
    return KeptSummary(kept.line, kept.model)


def keep_summary(context: Context, params: KeepSummary) -> Done:
    """Keep a line of a model's."""
    line = rows.one_line(params.line, LONGEST)
    summary = ThreadSummary(params.thread_id, params.newest, params.mails, params.model, line)
    try:
        context.store.threads.get(params.thread_id)
    except NotFound:
        return Done("The conversation is gone.", 0)
    context.store.summaries.keep(summary)
    return Done("Kept.", 1)


SUMMARY_OF = person_tool(summary_of, Effect.READ, SummaryOf)
KEEP_SUMMARY = person_tool(keep_summary, Effect.READ, KeepSummary)

TOOLS = (SUMMARY_OF, KEEP_SUMMARY)
