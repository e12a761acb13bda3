"""Read a whole conversation, oldest first, a page at a time.

Whoever has said how much room an answer has gets all of it in one page where it fits, else the
newest mails first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import SourceKind
from desktop_app.model.errors import BadInput, Cancelled, KnownError
from desktop_app.model.message import Message, MessageId
from desktop_app.model.remote import RemoteRef
from desktop_app.model.thread import Thread
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.coverage import is_complete
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates, MessageText, ThreadText, ThreadTexts
from desktop_app.tools.names.reference import HINTS, MessageReference, message_number, resolve
from desktop_app.tools.reading import message_texts
from desktop_app.tools.reading.server_search import rest_of_conversation
from desktop_app.tools.reading.sharing import evenly, shared, worths

PAGE = 20
MOST_THREADS = 10
_TOTAL_CHARS = 20_000
_MORE = 1_000_000
"""Characters of a text that are read before it is known how much room it has."""


class GetThread(MessageReference, frozen=True, kw_only=True):
    thread_id: str = ""
    thread_ids: Annotated[tuple[str, ...], Meta(max_length=MOST_THREADS)] = ()
    page: Annotated[int, Meta(ge=1)] = 1
    quoted: bool = False
    offset: Annotated[int, Meta(ge=0)] = 0
    """Where to read the mail on that `message_id` names: then it is read alone."""


def run(context: Context, params: GetThread) -> ThreadText | ThreadTexts | Candidates:
    """The conversation, several, or candidates when hints fit several mails. Raises `NotFound`,
    `BadInput`."""
    if len(params.thread_ids) > 1:
        return _several(context, params)
    if named := params.thread_id or next(iter(params.thread_ids), ""):
        thread_id = message_number(named, "thread_id")
    else:
        found = resolve(context, params)
        if isinstance(found, tuple):
            return rows.candidates(context, found)
        thread_id = found.thread_id
    if params.offset:
        return _rest_of_mail(context, params)
    text, shown = _text(context, params, thread_id, _room(context), Fence())
    context.conversation.show(shown)
    return text


def _room(context: Context) -> int:
    return context.conversation.room or _TOTAL_CHARS


def _several(context: Context, params: GetThread) -> ThreadTexts:
    """Each conversation's first page, whole where they have room together."""
    if params.thread_id or params.message_id or params.page > 1:
        raise BadInput("Give thread_ids alone, or one conversation.")
    ids = tuple(dict.fromkeys(message_number(t, "thread_id") for t in params.thread_ids))
    fence, room = Fence(), _room(context)
    read = [_text(context, params, thread_id, room, fence) for thread_id in ids]
    sizes = [sum(len(m.untrusted_text) for m in text.messages) for text, _ in read]
    for place, (limit, size) in enumerate(zip(evenly(sizes, room), sizes, strict=True)):
        if limit < size:
            read[place] = _text(context, params, ids[place], limit, fence)
    threads = tuple(text for text, _ in read)
    context.conversation.show(tuple(id_ for _, shown in read for id_ in shown))
    heads = [
        f"Conversation thread_id={t.thread_id}, {t.count} mails:\n{t.display}" for t in threads
    ]
    return ThreadTexts("\n\n======\n\n".join(heads), len(threads), threads)


def _text(
    context: Context, params: GetThread, thread_id: int, room: int, fence: Fence
) -> tuple[ThreadText, tuple[MessageId, ...]]:
    """One page of a conversation in `room` characters, and the mails on it."""
    thread, note = _whole(context, context.store.threads.get(thread_id))
    shown, more, where = _page(context, thread, params.page)
    texts = _texts(context, params, shown, room, fence)
    display = "\n\n———\n\n".join(t.display for t in texts)
    display += f"\n\n[{note}]" if note else ""
    text = ThreadText(
        display=display + (f"\n\n[page={params.page + 1} reads on]" if more else ""),
        thread_id=context.store.told_ids.thread(thread.id),
        subject=rows.visible(thread.subject),
        count=len(texts),
        page=params.page,
        has_more=more,
        messages=texts,
        covers="; ".join(filter(None, (where, note))) or "the whole conversation",
        total=len(thread.messages),
    )
    return text, tuple(m.id for m in shown)


def _page(context: Context, thread: Thread, page: int) -> tuple[tuple[Message, ...], bool, str]:
    """The mails of a page, whether there are more, and which they are where they are counted from
    the newest."""
    size, mails = context.conversation.page_mails, thread.messages
    if not size:
        first = (page - 1) * PAGE
        return mails[first : first + PAGE], len(mails) > first + PAGE, ""
    end = max(0, len(mails) - (page - 1) * size)
    first = max(0, end - size)
    where = f"mails {first + 1} to {end} of {len(mails)}; page={page + 1} has older ones"
    return mails[first:end], first > 0, where if first > 0 else ""


def _texts(
    context: Context,
    params: GetThread,
    shown: Sequence[Message],
    room: int,
    fence: Fence,
) -> tuple[MessageText, ...]:
    """The mails' texts in `room` characters together: whole where they have room, the newest
    first."""
    options = message_texts.TextOptions(
        quoted=params.quoted,
        limit=_MORE,
        fence=fence,
        reads_on="get_message with message_id={message} offset={offset} reads on",
    )
    whole = [
        message_texts.message_text(context, m, options, number=i) for i, m in enumerate(shown, 1)
    ]
    texts = [text.untrusted_text for text in whole]
    limits = shared([len(text) for text in texts], room, worths(_question(context), texts))
    return tuple(
        text
        if limit >= len(text.untrusted_text)
        else message_texts.message_text(context, m, replace(options, limit=limit), number=i)
        for i, (m, text, limit) in enumerate(zip(shown, whole, limits, strict=True), 1)
    )


def _question(context: Context) -> str:
    """What the person asked for, where that is known."""
    asked = (s.text for s in context.conversation.sources if s.kind is SourceKind.REQUEST)
    return next(asked, "")


def _rest_of_mail(context: Context, params: GetThread) -> ThreadText | Candidates:
    """One mail of a conversation from `offset` on, as a page of its own. Raises `BadInput` where
    no mail is named."""
    if not params.message_id:
        raise BadInput("offset reads one mail on: give its message_id.")
    found = resolve(context, params)
    if isinstance(found, tuple):
        return rows.candidates(context, found)
    thread = context.store.threads.get(found.thread_id)
    options = message_texts.TextOptions(
        quoted=params.quoted, offset=params.offset, limit=_room(context)
    )
    text = message_texts.message_text(context, found, options)
    return ThreadText(
        display=text.display,
        thread_id=context.store.told_ids.thread(thread.id),
        subject=rows.visible(thread.subject),
        count=1,
        page=1,
        has_more=False,
        messages=(text,),
        covers=f"one mail of {len(thread.messages)}, from its character {params.offset} on",
        total=len(thread.messages),
    )


def _whole(context: Context, thread: Thread) -> tuple[Thread, str]:
    """The conversation with its mails that were not downloaded, and what is to be said of it. Its
    server is asked where a mail refers to one that is not here."""
    account = context.store.accounts.get(thread.account_id)
    here = {m.rfc822_message_id for m in thread.messages}
    refers = any(id_ not in here for m in thread.messages for id_ in m.references)
    served = next((m for m in thread.messages if m.source_id), None)
    searches = context.ports.accounts.capabilities(account).server_search
    if not (refers and served and searches) or is_complete(context, account):
        return thread, ""
    if thread.id in context.conversation.whole:
        return thread, ""
    try:
        brought, left = rest_of_conversation(
            context,
            account,
            RemoteRef(served.source_id, ""),
            [*filter(None, here), *_named(thread)],
        )
    except Cancelled:
        raise
    except KnownError as error:
        return thread, f"older mails of it may be on the server of {account.name}: {error.sentence}"
    thread = context.store.threads.get(context.store.messages.get(served.id).thread_id)
    if not left:
        context.conversation.whole[thread.id] = True
    told = f"{brought} fetched from the server of {account.name}" if brought else ""
    return thread, told + (f", {left} more are there: call again" if left else "")


def _named(thread: Thread) -> list[str]:
    """What the mails refer to, the beginning of the conversation first."""
    return list(dict.fromkeys(id_ for m in thread.messages for id_ in m.references))


TOOL = Tool(
    name="get_thread",
    title="Read a conversation",
    done="Read a conversation",
    effect=Effect.READ,
    group=Group.READING,
    description=(
        "Read conversations by thread_id, or by any mail in each. Oldest first; get_message reads "
        "long mails on."
    ),
    params=GetThread,
    result=ThreadText,
    several=ThreadTexts,
    picks=True,
    unlisted=HINTS | {"offset"},
    other_ways=frozenset({"message_id", "number", "thread_id"}),
    run=run,
)
