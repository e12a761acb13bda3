"""References: which mail, conversation, draft or account a caller means.

A mail is named by its id, by the number of a row, or by hints. An id may also be Gmail's, an RFC
Message-ID, the address of a mail in Gmail's web page, or the UID of a mail in a folder. All is
looked up in what the caller may see. Several matches are candidates for the person to pick from,
never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeVar

from msgspec import Meta, structs

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, Cancelled, NotFound
from desktop_app.model.message import Message, MessageId, SystemLabel
from desktop_app.model.query import And, Node, Or, Query, Term, Words
from desktop_app.tools.answers.rows import visible
from desktop_app.tools.calls.base import LARGEST, OF_THREAD, Params
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names.handed_in import file_name
from desktop_app.tools.names.id_forms import Form, NamedId, bare_id, read_id

MOST_CANDIDATES = 8
LONGEST_HINT = 300
"""Characters of one hint: a subject is no longer."""

MOST_NEAR = 8
"""Words of a hint that may have a typo: each is compared with every word of the mail."""

HINTS = frozenset({"from_", "subject", "text"})
"""Arguments that tell a mail by what is in it."""

P = TypeVar("P", bound=Params)


class MessageReference(Params, frozen=True, kw_only=True):
    """Arguments of every tool that wants one message."""

    message_id: str = ""
    number: Annotated[int, Meta(ge=0)] = 0
    from_: str = ""
    subject: str = ""
    text: str = ""


# Ids of the store


def message_number(text: str, what: str = "message_id") -> int:
    """Id as the store has it. Raises `BadInput`."""
    try:
        number = int(text)
    except ValueError:
        number = LARGEST + 1
    if abs(number) > LARGEST:
        raise BadInput(f"{text[:80]!r} is no {what}.", next_step="Take one from a list.")
    return number


def in_store_ids(context: Context, params: P) -> P:
    """The parameters with the store's own ids, whichever ids they came with. What is no id of any
    kind is left for the tool to refuse. Raises `NotFound`, `BadInput` for one that fits several."""
    changed = {
        name: KNOWN_ARGUMENTS[name](context, value)
        for name in params.__struct_fields__
        if name in KNOWN_ARGUMENTS and (value := getattr(params, name))
    }
    return structs.replace(params, **changed) if changed else params


def message_id(context: Context, text: str) -> str:
    """The store's id of the mail that is named; the text itself where it is no id, for the tool to
    refuse. Raises `NotFound` for an id of nothing here, `BadInput` for one that fits several
    mails."""
    found = _message(context, text)
    return text if found is None else str(found)


def told_message_id(context: Context, text: str) -> str:
    """The id of the mail that is named, as it is told to who asks; empty for what is no id. Raises
    like `message_id`."""
    found = _message(context, text)
    return "" if found is None else context.store.told_ids.message(found)


def stored_mail(context: Context, told: str) -> Message | None:
    """The mail whose id was told so; None where there is none."""
    number = context.store.told_ids.message_of(told)
    found = () if number is None else context.store.messages.get_many((number,))
    return next(iter(found), None)


def _message(context: Context, text: str) -> MessageId | None:
    """The mail that is named; None for what is no id of anything here, and may be none at all.
    Raises like `message_id`."""
    text = bare_id(text)
    if text.startswith(OF_THREAD):
        return _newest_in(context, text.removeprefix(OF_THREAD))
    if (told := stored_mail(context, text)) is not None:
        return told.id
    if (row := _shown_row(context, text)) is not None:
        return row
    named = read_id(text)
    if found := _mails(context, named):
        return found[0] if len(found) == 1 else _the_one(context, named, found)
    told_thread = context.store.told_ids.thread_of(text)
    if told_thread is not None and _is_thread(context, told_thread):
        return _newest_in(context, text)
    if context.store.told_ids.plain and named.form in {Form.OWN, Form.UNKNOWN}:
        return None
    raise NotFound(
        f"No mail here has the id {text[:120]}.",
        next_step="Search for it; it may be of an account that you may not read.",
    )


def _shown_row(context: Context, text: str) -> MessageId | None:
    """The mail of the row of the last list whose number is given as an id, `#3` or `3`. Raises
    `BadInput` where a mail has that number as its UID besides."""
    rows, digits = context.conversation.rows, text.removeprefix("#")
    if not (digits.isdecimal() and digits.isascii() and len(digits) <= _LONGEST_ROW):
        return None
    number = int(digits)
    if not 0 < number <= len(rows):
        return None
    row = rows[number - 1]
    others = [] if text != digits else context.store.known_ids.by_uid(number, "")
    told = context.store.told_ids.message
    if other := next((mail for _, _, mail in others if mail != row), None):
        raise BadInput(
            f"{digits} is a row of the last list and the UID of another mail.",
            next_step=f"Give message_id={told(row)} for the row, {told(other)} for the UID.",
        )
    return row


_LONGEST_ROW = 4


def _newest_in(context: Context, text: str) -> MessageId:
    """The newest mail of a conversation that is no draft, by any id of it or of a mail in it.
    Raises `NotFound`, `BadInput`."""
    found = thread_id(context, text)
    if read_id(found).form is not Form.OWN:
        raise NotFound(f"No conversation here has the id {text[:120]}.", next_step="Search for it.")
    mails = context.store.threads.get(message_number(found, "thread_id")).messages
    sent = [mail for mail in mails if SystemLabel.DRAFT not in mail.labels]
    return (sent or mails)[-1].id


def _mails(context: Context, named: NamedId) -> list[MessageId]:
    ids = context.store.known_ids
    match named.form:
        case Form.RFC822:
            return ids.by_rfc822(named.value)
        case Form.GMAIL | Form.GMAIL_THREAD:
            return ids.by_source(named.value) or _newest_of(context, named.value)
        case Form.UID | Form.OWN:
            uid = message_number(named.value)
            return preferred(ids.by_uid(uid, named.folder) if uid > 0 else [])
    return ids.by_source(named.value)


def preferred(copies: Iterable[tuple[str, str, MessageId]]) -> list[MessageId]:
    """The mails that a UID may mean, by account and folder: those of the inboxes, where it is the
    UID of one there, else all."""
    found = list(copies)
    inboxes = [mail for _, folder, mail in found if folder.upper() == "INBOX"]
    return list(dict.fromkeys(inboxes or [mail for _, _, mail in found]))


def _newest_of(context: Context, gmail_id: str) -> list[MessageId]:
    """The newest mail of each conversation that Gmail knows by this id."""
    threads = context.store.known_ids.by_gmail_thread(gmail_id)
    return [context.store.threads.get(id_).messages[-1].id for id_ in threads]


def _the_one(context: Context, named: NamedId, found: list[MessageId]) -> MessageId:
    """Of several mails the one in the account that a link names, or the first of the copies that
    one account has of a mail. Raises `BadInput`."""
    from desktop_app.tools.names.named_accounts import accounts_named

    mails = context.store.messages.get_many(found)
    accounts = {a.id for a in accounts_named(context, named.account)} if named.account else set()
    mails = [m for m in mails if m.account_id in accounts] or mails
    of_one_account = len({m.account_id for m in mails}) == 1
    if len(mails) == 1 or (of_one_account and named.form is Form.RFC822):
        return mails[0].id
    told = context.store.told_ids.message
    raise BadInput(
        f"{named.value[:80]} is the id of several mails.",
        next_step=f"Give the message_id of one: {'; '.join(told(m.id) for m in mails[:5])}.",
        untrusted="\n".join(f"{told(m.id)} ({m.account_id}: {m.subject[:60]})" for m in mails[:5]),
    )


def thread_id(context: Context, text: str) -> str:
    """The store's id of a conversation, as `message_id`: also by the id of a mail in it."""
    text = bare_id(text).removeprefix(OF_THREAD)
    told = context.store.told_ids.thread_of(text)
    if told is not None and _is_thread(context, told):
        return str(told)
    threads = context.store.known_ids.by_gmail_thread(read_id(text).value)
    if len(threads) == 1:
        return str(threads[0])
    mail = _message(context, text)
    return text if mail is None else str(context.store.messages.get(mail).thread_id)


def _is_thread(context: Context, number: int) -> bool:
    try:
        return bool(context.store.threads.get(number))
    except NotFound:
        return False


def draft_id(context: Context, text: str) -> str:
    """The id of a draft, also by its server's id or its UID there, and by our link."""
    text = text.strip().removeprefix("draftdesk://draft/")
    ids = context.store.known_ids
    found = ids.drafts(text)
    if not found and text.isdecimal() and len(text) < _LONGEST_UID:
        found = ids.drafts_with_uid(int(text))
    if not found and (named := read_id(text)).form is Form.GMAIL:
        found = ids.drafts(named.value)
    if len(found) > 1:
        raise BadInput(
            f"{text[:80]} is the id of several drafts.",
            next_step=f"Give the draft_id of one: {', '.join(found[:5])}.",
        )
    return found[0] if found else text


_LONGEST_UID = 11


def _message_ids(context: Context, texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(message_id(context, text) for text in texts)


def _thread_ids(context: Context, texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(thread_id(context, text) for text in texts)


def _parts(context: Context, names: tuple[object, ...]) -> tuple[object, ...]:
    """Attachments of mail, `message_id/attachment_id`, with the store's ids; files that were handed
    in, and all else, as they are."""
    return tuple(_part(context, name) if isinstance(name, str) else name for name in names)


def _part(context: Context, name: str) -> str:
    if file_name(name):
        return name
    mail, slash, part = name.partition("/")
    if slash and mail:
        return f"{message_id(context, mail)}/{part}"
    raise _no_part(context, name)


def _no_part(context: Context, name: str) -> BadInput:
    """What to write instead of a name that is no attachment's, with those of a mail that it may
    name."""
    try:
        found = _message(context, name)
    except (NotFound, BadInput):
        found = None
    way = "Write message_id/attachment_id, or handed-in/NAME for a file of the program's own."
    if found is not None:
        mail = context.store.messages.get(found)
        told = context.store.told_ids.message(found)
        parts = [f"{told}/{p.id} ({visible(p.filename)})" for p in mail.attachments]
        way = f"Of that mail there are: {', '.join(parts) or 'none'}."
    return BadInput(f"{name[:120]!r} names no attachment.", next_step=way)


def _account(context: Context, text: str) -> str:
    """An account by its id, address or name; looked up with the first one."""
    from desktop_app.tools.names.named_accounts import account_id

    return account_id(context, text)


KNOWN_ARGUMENTS: Mapping[str, Callable[[Context, Any], Any]] = {
    "message_id": message_id,
    "reply_to_message_id": message_id,
    "ids": _message_ids,
    "thread_id": thread_id,
    "thread_ids": _thread_ids,
    "draft_id": draft_id,
    "attachments": _parts,
    "account": _account,
}
"""How each argument that names something is looked up."""


# Rows and hints


def resolve(context: Context, wanted: MessageReference) -> Message | tuple[Message, ...]:
    """The one message that is meant, or the several that fit (newest first, at most 8). Hints with
    a typo give what they may mean to pick from, also when that is one.

    Raises `BadInput` when nothing names a message, `NotFound` when nothing fits.
    """
    if wanted.message_id:
        return context.store.messages.get(message_number(wanted.message_id))
    if wanted.number:
        return context.store.messages.get(_row(context, wanted.number))
    return _by_hints(context, wanted)


def refuse_words_as_hint(context: Context, body: str, wanted: MessageReference) -> None:
    """Refuse a draft whose words were given as the hint by which a mail is found: it would be sent
    empty. Raises `BadInput`."""
    named = wanted.message_id or wanted.number
    if context.origin is not Origin.USER and wanted.text and named and not body.strip():
        raise BadInput(
            "text is a hint: words of the mail that is meant, where no id names it. There is no "
            "body, so nothing was written.",
            next_step="Give the words of the answer as body.",
        )


def _row(context: Context, number: int) -> int:
    rows = context.conversation.rows
    if number > len(rows):
        shown = f"rows 1 to {len(rows)}" if rows else "no rows yet"
        raise BadInput(
            f"There is no row {number}: the last list had {shown}.",
            next_step="Search again, or give a message_id.",
        )
    return rows[number - 1]


def _by_hints(context: Context, wanted: MessageReference) -> Message | tuple[Message, ...]:
    hints = (("from", wanted.from_), ("subject", wanted.subject), ("", wanted.text))
    given = tuple((operator, text) for operator, text in hints if text)
    if not given:
        raise BadInput("Which message? Give message_id, number, or from_, subject or text.")
    if any(len(text) > LONGEST_HINT for _, text in given):
        raise BadInput(
            f"A hint has {LONGEST_HINT} characters at most.",
            next_step="Give a few words of the mail, or its message_id.",
        )
    text = " ".join(text for _, text in given)
    found = _found(context, text, [_node(*hint) for hint in given])
    if len(found) == 1:
        return found[0]
    near = found or _found(context, text, [_near(context, *hint) for hint in given])
    if not near:
        raise NotFound(f"No message fits “{text}”.", next_step="Search with fewer words.")
    return near


def _found(context: Context, text: str, nodes: list[Node]) -> tuple[Message, ...]:
    query = Query(text, And(tuple(nodes)))
    return tuple(
        context.store.finder.messages(query, limit=MOST_CANDIDATES, cancelled=context.cancelled)
    )


def _node(operator: str, text: str) -> Node:
    return Term(operator, text) if operator else Words(text)


def _near(context: Context, operator: str, text: str) -> Node:
    """The hint with every word as it is or as a word of the mail that is spelled nearly so."""
    typed = context.store.known_words.of(text)
    words = tuple(
        Or(tuple(_node(operator, word) for word in _known_near(context, each)))
        for each in typed[:MOST_NEAR]
    )
    words += tuple(Or((_node(operator, each),)) for each in typed[MOST_NEAR:])
    return And(words) if words else _node(operator, text)


def _known_near(context: Context, word: str) -> tuple[str, ...]:
    if context.cancelled.is_set():
        raise Cancelled("The search was called off.")
    return context.store.known_words.near(word)
