"""Moving in: what other mail programs have on this computer, taken over as the person chose.

Mail goes into the local account, whose folders become labels. Accounts are only told of: the person
connects them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from desktop_app.mail.cards.cards import ReadCard, read_cards
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.model.moving import MailProgram, MovedReport, SeenIdentity, SeenProgram
from desktop_app.model.progress import ImportReport, PeopleReport, Progress, Unreadable
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.local_account import learn_identity, local_account, owner_unknown

PORTION = 200
MOST_NAMED = 1000
"""Cards of which a report says what is wrong; the others are counted."""


class ProgramsThere(Result, frozen=True):
    """Programs whose folders are here."""

    programs: tuple[MailProgram, ...]


class SeenPrograms(Result, frozen=True):
    programs: tuple[SeenProgram, ...]


class LookInto(Params, frozen=True, kw_only=True):
    """A folder or a file that the person chose."""

    path: str


class MoveIn(Params, frozen=True, kw_only=True):
    """`program` and `place` name what was seen. `trees` are titles of its mail; `people` takes its
    address books, `identities` its senders with their signatures."""

    program: MailProgram
    place: str
    trees: tuple[str, ...] = ()
    people: bool = False
    identities: bool = False


def programs_there(context: Context, params: NoParams) -> ProgramsThere:
    """Whether there is another mail program, without a look into what it has."""
    return ProgramsThere(context.ports.moving.there())


def look_for_programs(context: Context, params: NoParams) -> SeenPrograms:
    """What the mail programs of this computer have."""
    return SeenPrograms(context.ports.moving.look(context.cancelled))


def look_into(context: Context, params: LookInto) -> SeenPrograms:
    """What lies in a folder. Raises `BadInput` where it is no mail program's."""
    path = Path(params.path).expanduser()
    if not params.path or "\0" in params.path or not path.exists():
        raise NotFound(f"{path.name or 'The folder'} is not there.")
    found = context.ports.moving.look_into(path, context.cancelled)
    if not found and not context.cancelled.is_set():
        raise BadInput(
            f"{path.name} is no folder of a mail program that Draftdesk knows.",
            next_step="Mail files (mbox, Maildir, .eml) come in with File → Import mail.",
        )
    return SeenPrograms(found)


def move_in(context: Context, params: MoveIn) -> MovedReport:
    """Take over what was chosen of a program. What is here already stays as it is, what was stopped
    goes on. Raises `NotFound` where the program is gone, `StorageError`."""
    seen = context.ports.moving.again(params.program, Path(params.place))
    if seen is None:
        raise NotFound("What was found is not there any more.", next_step="Look again.")
    people, notes = None, list[str]()
    changed = _take_identities(context, seen) if params.identities else 0
    if params.people:
        people = _take_people(context, seen, notes)
    mail = _take_mail(context, seen, params.trees) if params.trees else None
    return MovedReport(
        seen.title,
        mail,
        people,
        changed,
        tuple(notes),
        cancelled=bool(mail is not None and mail.cancelled) or context.cancelled.is_set(),
    )


def _take_mail(context: Context, seen: SeenProgram, trees: Sequence[str]) -> ImportReport:
    account = local_account(context.store).id
    report = context.ports.moving.take_mail(
        seen,
        trees,
        account,
        progress=context.progress,
        cancelled=context.cancelled,
        paused=context.paused,
    )
    unknown = owner_unknown(context.store.accounts.get(account))
    learn_identity(context.store, account)
    return replace(report, owner_unknown=account if unknown else "")


def _take_people(context: Context, seen: SeenProgram, notes: list[str]) -> PeopleReport:
    counts = dict.fromkeys(("new", "filled", "known"), 0)
    remarks, left_out, done = list[Unreadable](), 0, 0
    for book in seen.books:
        try:
            cards = read_cards(context.ports.moving.cards(book))
        except KnownError as error:
            notes.append(f"{book.title}: {error.sentence}")
            continue
        for portion in _portions(cards):
            if context.cancelled.is_set():
                break
            kept = [each.contact for each in portion if each.contact is not None]
            for taken in context.store.contacts.take_cards(kept):
                counts["new" if taken.new else "filled" if taken.filled else "known"] += 1
            left_out += len(portion) - len(kept)
            remarks += [Unreadable(book.title, c.problem) for c in portion if c.problem]
            done += len(portion)
            context.progress(Progress(done, phase="Reading address books"))
    return PeopleReport(
        counts["new"],
        counts["filled"],
        counts["known"],
        left_out,
        tuple(remarks[:MOST_NAMED]),
        len(remarks),
        context.cancelled.is_set(),
    )


def _portions(cards: Iterator[ReadCard]) -> Iterator[list[ReadCard]]:
    while portion := list(islice(cards, PORTION)):
        yield portion


def _take_identities(context: Context, seen: SeenProgram) -> int:
    """Senders and signatures for the accounts that are here; how many were added or got one. An
    account is the one of a group of senders where it has one of their addresses. Local mail whose
    owner nobody knows belongs to the first sender."""
    changed = 0
    groups = [account.identities for account in seen.accounts if account.identities]
    local = local_account(context.store)
    if groups and owner_unknown(local):
        first = groups[0][0]
        identity = replace(
            local.default_identity,
            address=Address(first.name, first.email),
            signature=first.signature,
            formatted_signature=first.formatted_signature,
        )
        context.store.accounts.update(replace(local, identities=(identity,)))
        changed += 1
    for account in context.store.accounts.list():
        for group in groups:
            if account.own_keys & {Address("", i.email).key for i in group}:
                merged, number = _merged(account, group)
                changed += number
                if number:
                    context.store.accounts.update(merged)
                    account = merged  # noqa: PLW2901 - the next group adds to it
    return changed


def _merged(account: Account, group: Iterable[SeenIdentity]) -> tuple[Account, int]:
    """The account with those of the senders it lacks, and with signatures where it has none; what
    the person wrote here stays."""
    known = {identity.address.key: identity for identity in account.identities}
    changed = 0
    for seen in group:
        address = Address(seen.name, seen.email)
        there = known.get(address.key)
        if there is None:
            known[address.key] = Identity(
                address, seen.signature, formatted_signature=seen.formatted_signature
            )
        elif seen.signature and not there.signature and not there.formatted_signature:
            known[address.key] = replace(
                there, signature=seen.signature, formatted_signature=seen.formatted_signature
            )
        else:
            continue
        changed += 1
    return replace(account, identities=tuple(known.values())), changed


PROGRAMS_THERE = person_tool(programs_there, Effect.READ, NoParams)
LOOK_FOR_PROGRAMS = person_tool(look_for_programs, Effect.READ, NoParams)
LOOK_INTO = person_tool(look_into, Effect.READ, LookInto)
MOVE_IN = person_tool(move_in, Effect.ORGANISE, MoveIn, "Move in from another program")

TOOLS = (PROGRAMS_THERE, LOOK_FOR_PROGRAMS, LOOK_INTO, MOVE_IN)
