"""Groups of people, and who is offered while a recipient is typed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from desktop_app.model.address import Address, unique
from desktop_app.model.contact import GroupRow, PersonRef
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.search.fold import words
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting.recipients import thread_of

MOST_IN_A_MAIL = 500
"""People of a group that can be written to at once."""
EVERYONE = "Everyone in this conversation"
MOST_PEOPLE, MOST_GROUPS = 8, 3


class GroupList(Result, frozen=True):
    groups: tuple[GroupRow, ...]


class GroupDeleted(Result, frozen=True):
    """`people` are those who were in it, to put them back."""

    people: tuple[PersonRef, ...]


class Counted(Result, frozen=True):
    """`contacts` are those who were not in the group before."""

    count: int


class Offer(Result, frozen=True):
    """What is offered below an address field: a person; or a group or the conversation, by `name`
    and the people who come of it."""

    kind: Literal["person", "group", "conversation"]
    people: tuple[Address, ...] = ()
    name: str = ""
    count: int = 1


class RecipientOffers(Result, frozen=True):
    offers: tuple[Offer, ...]


class GroupPeople(Result, frozen=True):
    """`without` have no address, and are left out."""

    people: tuple[Address, ...]
    without: int = 0


class NameGroup(Params, frozen=True, kw_only=True):
    name: str


class RenameGroup(Params, frozen=True, kw_only=True):
    name: str
    new: str


class FillGroup(Params, frozen=True, kw_only=True):
    """`out`: they are taken out of it."""

    name: str
    people: Annotated[tuple[PersonRef, ...], Meta(max_length=10_000)]
    out: bool = False


class OfferRecipients(Params, frozen=True, kw_only=True):
    """`draft_id` is the draft that is written, empty for one that is not stored yet."""

    text: str
    draft_id: str = ""
    thread_id: int = 0


def list_groups(context: Context, params: NoParams) -> GroupList:
    """Every group with the number of its people."""
    del params
    return GroupList(context.store.contacts.groups.counted())


def make_group(context: Context, params: NameGroup) -> GroupList:
    """Raises `BadInput`, `Conflict` where there is one of that name."""
    context.store.contacts.groups.make(params.name)
    return list_groups(context, NoParams())


def rename_group(context: Context, params: RenameGroup) -> GroupList:
    """Raises `BadInput`, `NotFound`, `Conflict` where there is another of the new name."""
    context.store.contacts.groups.rename(params.name, params.new)
    return list_groups(context, NoParams())


def delete_group(context: Context, params: NameGroup) -> GroupDeleted:
    """Its people stay. Raises `NotFound`."""
    return GroupDeleted(context.store.contacts.groups.delete(params.name))


def fill_group(context: Context, params: FillGroup) -> Counted:
    """Puts people into a group, which is made where it is not there; or takes them out. Raises
    `BadInput`, `NotFound`."""
    contacts = context.store.contacts
    if params.out:
        noted = (contacts.get(ref) for ref in params.people)
        contacts.groups.take_out(params.name, (c.id for c in noted if c is not None))
        return Counted(len(params.people))
    with context.store.one_commit():
        noted_refs = [
            ref if ref.contact else contacts.note(ref)  # a group is of contacts
            for ref in params.people
        ]
        return Counted(contacts.groups.put(params.name, (ref.contact for ref in noted_refs)))


def people_of_group(context: Context, params: NameGroup) -> GroupPeople:
    """The people of a group as they are written to. Raises `NotFound`, `BadInput` for too many."""
    groups = context.store.contacts.groups
    found = unique(groups.addresses(params.name))
    if len(found) > MOST_IN_A_MAIL:
        raise BadInput(
            f"{params.name[:100]} has {len(found):,} people.",
            next_step=f"One mail goes to at most {MOST_IN_A_MAIL} of a group.",
        )
    return GroupPeople(found, len(groups.leads(params.name)) - len(found))


def offer_recipients(context: Context, params: OfferRecipients) -> RecipientOffers:
    """People, groups and the conversation that is answered, by the beginning of a name. A group is
    taken as its people: no mail goes to a group."""
    store = context.store
    typed = words(params.text)
    people = store.found_people.complete(params.text, MOST_PEOPLE)
    groups = store.found_people.groups(params.text, MOST_GROUPS)
    offers = [Offer("person", (address,)) for address in people]
    named = [Offer("group", _in(context, g), g.name, g.people) for g in groups]
    whole = [each for each in named if words(each.name) == typed]
    rest = [each for each in named if each not in whole]
    everyone = _everyone(context, params) if _begins(typed) else ()
    if everyone:
        rest.append(Offer("conversation", everyone, EVERYONE, len(everyone)))
    room = max(MOST_PEOPLE - len(named) - bool(everyone), 1)
    return RecipientOffers((*whole, *offers[:room], *rest))


def _in(context: Context, group: GroupRow) -> tuple[Address, ...]:
    """The people of a group; nobody where they are too many for one mail."""
    if group.people > MOST_IN_A_MAIL:
        return ()
    return unique(context.store.contacts.groups.addresses(group.name))


def _begins(typed: list[str]) -> bool:
    """Whether what is typed begins `everyone in this conversation`."""
    wanted = words(EVERYONE)
    fits = zip(typed, wanted, strict=False)
    return bool(typed) and len(typed) <= len(wanted) and all(w.startswith(t) for t, w in fits)


def _everyone(context: Context, params: OfferRecipients) -> tuple[Address, ...]:
    """Everybody on a mail of the conversation that is answered, but for the own addresses; who
    wrote first."""
    try:
        if params.draft_id:
            messages = thread_of(context, context.store.drafts.get(params.draft_id))
        elif params.thread_id:
            messages = context.store.threads.get(params.thread_id).messages
        else:
            return ()
    except NotFound:
        return ()
    own = context.store.accounts.own_keys()
    people = [a for m in messages for a in (*m.from_, *m.to, *m.cc)]
    return unique(a for a in people if a.key not in own)


LIST_GROUPS = person_tool(list_groups, Effect.READ, NoParams)
MAKE_GROUP = person_tool(make_group, Effect.ORGANISE, NameGroup, "Make a group")
RENAME_GROUP = person_tool(rename_group, Effect.ORGANISE, RenameGroup, "Rename a group")
DELETE_GROUP = person_tool(delete_group, Effect.ORGANISE, NameGroup, "Delete a group")
FILL_GROUP = person_tool(fill_group, Effect.ORGANISE, FillGroup, "Change who is in a group")
PEOPLE_OF_GROUP = person_tool(people_of_group, Effect.READ, NameGroup)
OFFER_RECIPIENTS = person_tool(offer_recipients, Effect.READ, OfferRecipients)

TOOLS = (
    LIST_GROUPS,
    MAKE_GROUP,
    RENAME_GROUP,
    DELETE_GROUP,
    FILL_GROUP,
    PEOPLE_OF_GROUP,
    OFFER_RECIPIENTS,
)
