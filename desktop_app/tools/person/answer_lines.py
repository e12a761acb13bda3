"""Answers as one reads: a line of a mail and a few words to it, added to one draft of a reply."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mail.drafts.reply import quote_text
from desktop_app.model.draft import Draft
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Message
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting import new_drafts
from desktop_app.tools.drafting.new_drafts import NewDraft

MOST_QUOTED = 50_000
"""Characters of a selection that are quoted."""

LONGEST_LINE = 500
"""Characters of a line that are quoted."""


class AnsweredLines(Result, frozen=True):
    """The draft as it is now; `own_words` are those of its body."""

    draft_id: str
    own_words: str


class AnswerLine(Params, frozen=True, kw_only=True):
    """`line` is what was selected in the mail, `words` what the person says to it."""

    message_id: int
    line: str
    words: str


class QuoteReply(Params, frozen=True, kw_only=True):
    message_id: int
    words: str


def answer_line(context: Context, params: AnswerLine) -> AnsweredLines:
    """Add the pair to the newest open draft of the person's that answers the mail, or to a new one.

    Raises `BadInput` for no words, `NotFound`, `Conflict` when the draft was changed meanwhile.
    """
    if not params.words.strip():
        raise BadInput("Type a few words first.")
    message = context.store.messages.get(params.message_id)
    pair = f"{_quoted(params.line)}{params.words.strip()}"
    draft = _own_draft(context, message)
    if draft is None:
        content = new_drafts.reply_content(context, message, pair, reply_all=False)
        source = (new_drafts.source_of(message),)
        made = new_drafts.keep(
            context, NewDraft(message.account_id, content, message, sources=source)
        )
        return AnsweredLines(made.id, pair)
    body = f"{draft.content.body.rstrip()}\n\n{pair}".lstrip()
    saved = context.store.drafts.save(
        draft.id,
        draft.revision,
        replace(draft.content, body=body),
        context.author,
        now=context.clock(),
    )
    return AnsweredLines(saved.id, body)


def quote_reply(context: Context, params: QuoteReply) -> Draft:
    """A reply that quotes the given words of the mail instead of all of it. Raises `BadInput` for
    no words, `NotFound`."""
    if not params.words.strip():
        raise BadInput("Select some words of the mail first.")
    message = context.store.messages.get(params.message_id)
    content = new_drafts.reply_content(context, message, "", reply_all=False)
    content = replace(content, quoted=quote_text(message, params.words[:MOST_QUOTED]))
    source = (new_drafts.source_of(message),)
    return new_drafts.keep(context, NewDraft(message.account_id, content, message, sources=source))


def _own_draft(context: Context, message: Message) -> Draft | None:
    """The newest draft that answers the mail and is the person's own, in plain text."""
    found = [
        draft
        for draft in context.store.drafts.in_thread(message.thread_id)
        if draft.reply_to_id == message.id
        and not draft.proposed
        and draft.content.content_type == "text/plain"
    ]
    return max(found, key=lambda draft: draft.created, default=None)


def _quoted(line: str) -> str:
    """The line as a quote; nothing where nothing was selected."""
    words = " ".join(line.split())
    if len(words) > LONGEST_LINE:
        words = f"{words[: LONGEST_LINE - 1].rstrip()}…"
    return f"> {words}\n" if words else ""


ANSWER_LINE = person_tool(answer_line, Effect.DRAFT, AnswerLine, "Answer a line of a mail")
QUOTE_REPLY = person_tool(quote_reply, Effect.DRAFT, QuoteReply, "Quote some words in a reply")
TOOLS = (ANSWER_LINE, QUOTE_REPLY)
