"""How the person writes: what the assistant is told of it, and what the person sees and edits."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.message import Message
from desktop_app.model.query import And, Query, Term
from desktop_app.model.writing_style import KeptStyle, StyleKey
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting import how_you_write
from desktop_app.tools.drafting.reply_people import identity_for
from desktop_app.tools.names.reference import message_number

LONGEST_STYLE = 4_000
MOST_PEOPLE = 5
"""People of an identity for whom a style is learned before anybody asks for it."""


class StyleRow(Result, frozen=True):
    """One style. `identity` is the own address as it is written, `person` the recipient's address
    or name, empty in general."""

    key: StyleKey
    identity: str
    person: str
    text: str
    edited: bool
    forgotten: bool


class StyleList(Result, frozen=True):
    """`learns` is whether the setting is on."""

    rows: tuple[StyleRow, ...]
    learns: bool


class HowYouWrite(Result, frozen=True):
    """Plain sentences, each part empty where nothing is known."""

    general: str = ""
    to_them: str = ""
    example: str = ""


class HowIWrite(Params, frozen=True, kw_only=True):
    """Of a conversation or a mail: to whoever it would be answered; of a draft: to whom it goes.
    Else `recipient`, an address or a name, and `account`. `example` wants a short mail of the
    person's too."""

    thread_id: str = ""
    message_id: str = ""
    draft_id: str = ""
    recipient: Annotated[str, Meta(max_length=320)] = ""
    account: str = ""
    example: bool = False


class OneStyle(Params, frozen=True, kw_only=True):
    account: str
    identity: str
    recipient: str = ""

    @property
    def key(self) -> StyleKey:
        return StyleKey(self.account, self.identity, self.recipient)


class SaveStyle(OneStyle, frozen=True, kw_only=True):
    text: Annotated[str, Meta(max_length=LONGEST_STYLE)]


def list_styles(context: Context, params: NoParams) -> StyleList:
    """Every identity in general, the people it writes to most, and whoever a draft was made for.
    What is new is learned. Raises `Cancelled`."""
    learns = context.settings.flag(how_you_write.SETTING)
    found: list[StyleRow] = []
    for account in context.store.accounts.list():
        found += _rows_of(context, account)
    return StyleList(tuple(found), learns)


def learn_style_again(context: Context, params: OneStyle) -> StyleRow:
    """Drop what was learned and what the person wrote, and learn it anew."""
    account = context.store.accounts.get(params.account)
    context.store.writing_styles.begin_again(params.key)
    kept = how_you_write.kept_style(context, params.key)
    return _row(account, kept or KeptStyle(params.key, ""), {})


def save_style(context: Context, params: SaveStyle) -> StyleRow:
    """Keep the person's own text, which counts from then on."""
    account = context.store.accounts.get(params.account)
    text = params.text.strip()
    context.store.writing_styles.edit(params.key, text, now=context.clock())
    return _row(account, KeptStyle(params.key, "", text), {})


def forget_style(context: Context, params: OneStyle) -> StyleRow:
    """Delete it; nothing is learned again before the person asks for it."""
    account = context.store.accounts.get(params.account)
    context.store.writing_styles.forget(params.key, now=context.clock())
    return _row(account, KeptStyle(params.key, "", forgotten=True), {})


def how_i_write(context: Context, params: HowIWrite) -> HowYouWrite:
    """What a draft's writer is told, of accounts it may read. Raises `KnownError`."""
    if not context.settings.flag(how_you_write.SETTING):
        return HowYouWrite()
    general, person = _keys(context, params)
    if general is None:
        return HowYouWrite()
    to_them = _text(how_you_write.kept_style(context, person)) if person is not None else ""
    return HowYouWrite(
        _text(how_you_write.kept_style(context, general)),
        to_them,
        how_you_write.example(context, person or general) if params.example else "",
    )


def _text(kept: KeptStyle | None) -> str:
    return kept.text if kept is not None else ""


def _keys(context: Context, params: HowIWrite) -> tuple[StyleKey | None, StyleKey | None]:
    """The style in general and the one to a person, as far as they can be told."""
    if params.draft_id:
        return _of_draft(context, params.draft_id)
    message = _message(context, params)
    if message is not None and not params.recipient:
        return _of_answer(context, message)
    account = _account(context, message.account_id if message is not None else params.account)
    if account is None:
        return None, None
    identity = account.default_identity.address.key
    who = _recipient(context, account, identity, params.recipient.strip())
    return StyleKey(account.id, identity), StyleKey(account.id, identity, who) if who else None


def _of_answer(context: Context, message: Message) -> tuple[StyleKey, StyleKey | None]:
    account = context.store.accounts.get(message.account_id)
    own = message.sender.key in account.own_keys
    identity = message.sender.key if own else identity_for(account, message).address.key
    others = message.to if own else message.reply_to[:1] or message.from_[:1]
    keys = [each.key for each in others if each.key not in account.own_keys]
    person = StyleKey(account.id, identity, keys[0]) if keys else None
    return StyleKey(account.id, identity), person


def _of_draft(context: Context, draft_id: str) -> tuple[StyleKey, StyleKey | None]:
    draft = context.store.drafts.get(draft_id)
    general = StyleKey(draft.account_id, draft.content.from_.key)
    first = next(iter(draft.content.to), None)
    return general, replace(general, recipient=first.key) if first is not None else None


def _message(context: Context, params: HowIWrite) -> Message | None:
    """The mail that would be answered; None where nothing, or no mail, is open."""
    store = context.store
    try:
        if params.message_id:
            return store.messages.get(message_number(params.message_id))
        if params.thread_id:
            messages = store.threads.get(message_number(params.thread_id, "thread_id")).messages
            return messages[-1] if messages else None
    except NotFound:
        return None
    return None


def _account(context: Context, account_id: str) -> Account | None:
    """The named account, else the first."""
    accounts = context.store.accounts.list()
    return next((a for a in accounts if a.id == account_id), accounts[0] if accounts else None)


def _recipient(context: Context, account: Account, identity: str, who: str) -> str:
    """Key of an address; a name is looked up among those that were written to."""
    if not who or "@" in who:
        return Address("", who.strip("<> ")).key
    query = Query("", And((Term("in", "sent"), Term("to", who, phrase=True))))
    found = context.store.finder.messages(query, limit=1, account_id=account.id)
    named = [each for message in found for each in message.to if who.lower() in each.name.lower()]
    return named[0].key if named else ""


def _rows_of(context: Context, account: Account) -> list[StyleRow]:
    rows: list[StyleRow] = []
    known = [each for each in context.store.writing_styles.list() if each.key.recipient]
    for identity in account.identities:
        general = StyleKey(account.id, identity.address.key)
        people = how_you_write.written_to_most(context, general, MOST_PEOPLE)
        labels = {each.key: each.label for each in people}
        others = {each.key.recipient for each in known if _is_to_a_person(each.key, general)}
        for recipient in ("", *labels, *sorted(others - labels.keys())):
            key = StyleKey(account.id, general.identity, recipient)
            kept = how_you_write.kept_style(context, key) or context.store.writing_styles.get(key)
            if kept is not None and (kept.text or kept.forgotten):
                rows.append(_row(account, kept, labels))
            elif not recipient:
                rows.append(_row(account, KeptStyle(key, ""), labels))
    return rows


def _is_to_a_person(key: StyleKey, general: StyleKey) -> bool:
    return (key.account_id, key.identity) == (general.account_id, general.identity)


def _row(account: Account, kept: KeptStyle, labels: dict[str, str]) -> StyleRow:
    key = kept.key
    written = [
        each.address.email for each in account.identities if each.address.key == key.identity
    ]
    return StyleRow(
        key,
        written[0] if written else key.identity,
        labels.get(key.recipient, key.recipient),
        kept.text,
        kept.edited is not None,
        kept.forgotten,
    )


LIST_STYLES = person_tool(list_styles, Effect.READ, NoParams)
LEARN_STYLE_AGAIN = person_tool(learn_style_again, Effect.ORGANISE, OneStyle, "Learn how you write")
SAVE_STYLE = person_tool(save_style, Effect.ORGANISE, SaveStyle, "Edit how you write")
FORGET_STYLE = person_tool(forget_style, Effect.ORGANISE, OneStyle, "Forget how you write")
HOW_I_WRITE = person_tool(
    how_i_write,
    Effect.READ,
    HowIWrite,
    "Look at how you write",
    origins=frozenset({Origin.ASSISTANT}),
)

TOOLS = (LIST_STYLES, LEARN_STYLE_AGAIN, SAVE_STYLE, FORGET_STYLE, HOW_I_WRITE)
