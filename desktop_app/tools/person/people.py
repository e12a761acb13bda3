"""People: everybody one has written with, and what the person notes of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from desktop_app.mail.wire.mailboxes import why_not
from desktop_app.model.address import Address
from desktop_app.model.contact import (
    Contact,
    MergeOffer,
    NotedAlone,
    PeoplePage,
    PersonRef,
    PersonRow,
)
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.store.contacts.alike import offers
from desktop_app.store.contacts.people_page import EverybodyListed
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

Refs = Annotated[tuple[PersonRef, ...], Meta(min_length=1, max_length=10_000)]


class PeopleListed(Result, frozen=True):
    """A page of the list, with the names of all groups."""

    page: PeoplePage
    groups: tuple[str, ...]


class PersonShown(Result, frozen=True):
    """Somebody with all that is noted. `contact` is None where nothing is."""

    row: PersonRow
    contact: Contact | None
    groups: tuple[str, ...]


class Noted(Result, frozen=True):
    """`ref` is who was noted: somebody known from mail becomes a contact by that."""

    ref: PersonRef


class Merged(Result, frozen=True):
    """`others` are the contacts to separate to take the merge back."""

    ref: PersonRef
    others: tuple[int, ...]


class Forgotten(Result, frozen=True):
    gone: tuple[NotedAlone, ...]


class MergeOffers(Result, frozen=True):
    offers: tuple[MergeOffer, ...]


class ListPeople(Params, frozen=True, kw_only=True):
    text: str = ""
    group: str = ""
    who: Literal["written", "everyone"] = "written"
    order: Literal["last", "name"] = "last"
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    offset: Annotated[int, Meta(ge=0)] = 0


class ShowPerson(Params, frozen=True, kw_only=True):
    ref: PersonRef


class NotePerson(Params, frozen=True, kw_only=True):
    """What is None stays as it is."""

    ref: PersonRef
    name: str | None = None
    note: str | None = None
    language: str | None = None
    groups: tuple[str, ...] | None = None


class AddPerson(Params, frozen=True, kw_only=True):
    name: str = ""
    email: str = ""


class ChangeAddress(Params, frozen=True, kw_only=True):
    ref: PersonRef
    email: str
    change: Literal["add", "remove", "first"]


class MergePeople(Params, frozen=True, kw_only=True):
    refs: Refs


class SeparatePeople(Params, frozen=True, kw_only=True):
    contacts: Annotated[tuple[int, ...], Meta(min_length=1)]


class ForgetPeople(Params, frozen=True, kw_only=True):
    refs: Refs


class PutBackPeople(Params, frozen=True, kw_only=True):
    gone: tuple[NotedAlone, ...]


class KeepApart(Params, frozen=True, kw_only=True):
    one: PersonRef
    other: PersonRef


def list_people(context: Context, params: ListPeople) -> PeopleListed:
    """A page of everybody, found by what was typed."""
    page = _everybody(context).page(
        params.text,
        group=params.group,
        who=params.who,
        order=params.order,
        limit=params.limit,
        offset=params.offset,
    )
    return PeopleListed(page, _group_names(context))


def show_person(context: Context, params: ShowPerson) -> PersonShown:
    """Raises `NotFound` for somebody who is not there any more."""
    row = _everybody(context).one(params.ref)
    if row is None:
        raise NotFound("This person is not there any more.")
    return PersonShown(row, context.store.contacts.get(params.ref), _group_names(context))


def note_person(context: Context, params: NotePerson) -> Noted:
    """Raises `BadInput` for what is too long, `NotFound`."""
    said = {name: getattr(params, name) for name in ("name", "note", "language", "groups")}
    return Noted(context.store.contacts.note(params.ref, **said))


def add_person(context: Context, params: AddPerson) -> Noted:
    """Raises `BadInput` for what is no address, `Conflict` for one that is noted already."""
    email = params.email.strip()
    addresses = (_address(email),) if email else ()
    return Noted(context.store.contacts.add(params.name, addresses))


def change_address(context: Context, params: ChangeAddress) -> Noted:
    """Raises `BadInput` for what is no address, `Conflict` for somebody else's, `NotFound`."""
    contacts, address = context.store.contacts, Address("", params.email.strip())
    if params.change == "add":
        return Noted(contacts.add_address(params.ref, _address(address.email)))
    if params.change == "first":
        contacts.write_first_to(params.ref, address.key)
    else:
        contacts.remove_address(params.ref, address.key)
    return Noted(params.ref)


def merge_people(context: Context, params: MergePeople) -> Merged:
    """Raises `BadInput` for fewer than two, `NotFound`."""
    return Merged(*context.store.contacts.merge(params.refs))


def separate_people(context: Context, params: SeparatePeople) -> Noted:
    """Raises `NotFound`."""
    context.store.contacts.separate(params.contacts)
    return Noted(PersonRef(params.contacts[0]))


def forget_people(context: Context, params: ForgetPeople) -> Forgotten:
    """What was noted goes; their mail stays, and they are listed by that. Raises `NotFound`."""
    return Forgotten(context.store.contacts.forget(params.refs))


def put_back_people(context: Context, params: PutBackPeople) -> Forgotten:
    """Raises `Conflict` where something has been noted of them since."""
    context.store.contacts.put_back(params.gone)
    return Forgotten(())


def offer_merges(context: Context, params: NoParams) -> MergeOffers:
    """Two that may be one person; nobody is merged by it."""
    del params
    return MergeOffers(offers(_everybody(context), context.store.contacts))


def keep_apart(context: Context, params: KeepApart) -> Forgotten:
    """They are offered as one person no more. Raises `NotFound`."""
    listed = _everybody(context)
    one, other = listed.one(params.one), listed.one(params.other)
    for here in one.addresses if one else ():
        for there in other.addresses if other else ():
            context.store.contacts.keep_apart(here.key, there.key)
    return Forgotten(())


def _everybody(context: Context) -> EverybodyListed:
    return EverybodyListed(context.store.db, context.store.accounts.own_keys())


def _group_names(context: Context) -> tuple[str, ...]:
    return tuple(group.name for group in context.store.contacts.groups.counted())


def _address(email: str) -> Address:
    """Raises `BadInput` for what is none."""
    if why := why_not(email):
        raise BadInput(why)
    return Address("", email)


LIST_PEOPLE = person_tool(list_people, Effect.READ, ListPeople)
SHOW_PERSON = person_tool(show_person, Effect.READ, ShowPerson)
NOTE_PERSON = person_tool(note_person, Effect.ORGANISE, NotePerson, "Note something of a person")
ADD_PERSON = person_tool(add_person, Effect.ORGANISE, AddPerson, "Add a person")
CHANGE_ADDRESS = person_tool(
    change_address, Effect.ORGANISE, ChangeAddress, "Change a person's addresses"
)
MERGE_PEOPLE = person_tool(merge_people, Effect.ORGANISE, MergePeople, "Merge people")
SEPARATE_PEOPLE = person_tool(separate_people, Effect.ORGANISE, SeparatePeople, "Separate people")
FORGET_PEOPLE = person_tool(
    forget_people, Effect.ORGANISE, ForgetPeople, "Delete what was noted of people"
)
PUT_BACK_PEOPLE = person_tool(
    put_back_people, Effect.ORGANISE, PutBackPeople, "Note again what was deleted"
)
OFFER_MERGES = person_tool(offer_merges, Effect.READ, NoParams)
KEEP_APART = person_tool(keep_apart, Effect.ORGANISE, KeepApart, "Keep two people apart")

TOOLS = (
    LIST_PEOPLE,
    SHOW_PERSON,
    NOTE_PERSON,
    ADD_PERSON,
    CHANGE_ADDRESS,
    MERGE_PEOPLE,
    SEPARATE_PEOPLE,
    FORGET_PEOPLE,
    PUT_BACK_PEOPLE,
    OFFER_MERGES,
    KEEP_APART,
)
