"""People as vCard files: taken in, and written where the person chose."""

from __future__ import annotations

import codecs
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from desktop_app.mail.cards.card_groups import GroupMembers, write_groups
from desktop_app.mail.cards.cards import ReadCard, read_cards, write_card
from desktop_app.model.contact import Contact, PersonRef, PersonRow
from desktop_app.model.errors import BadInput, Cancelled, NotFound, StorageError
from desktop_app.model.progress import PeopleReport, Progress, Unreadable
from desktop_app.store.contacts.people_page import EverybodyListed
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.files import write_file

PORTION, PAGE = 200, 1000
MOST_NAMED = 1000
"""Cards of which a report says what is wrong; the others are counted."""
LONGEST_LINE = 9_000_000
"""Bytes of one line; what is longer is one card that is left out."""


class ImportPeople(Params, frozen=True, kw_only=True):
    paths: Annotated[tuple[str, ...], Meta(min_length=1)]


class ExportPeople(Params, frozen=True, kw_only=True):
    """Of these people, of a group, or of everybody who is noted or has been written to."""

    path: str
    refs: tuple[PersonRef, ...] = ()
    group: str = ""
    version: Literal["3.0", "4.0"] = "3.0"


def import_people(context: Context, params: ImportPeople) -> PeopleReport:
    """Notes the people of vCard files. What the person wrote of somebody stays; who is there
    already is filled up. The files are only read; the same file again adds nothing.

    Raises `NotFound` for a path that is not there, `BadInput` where there is no card in any file,
    `StorageError` for a file that can't be read."""
    counts = dict.fromkeys(("cards", "new", "filled", "known"), 0)
    unreadable: list[Unreadable] = []
    left_out = 0
    paths = [_found(given) for given in params.paths]
    cancelled, members = False, GroupMembers()
    for path in paths:
        try:
            for portion in _portions(_cards(path, context)):
                taken = context.store.contacts.take_cards(
                    each.contact for each in portion if each.contact is not None
                )
                kept = [each for each in portion if each.contact is not None]
                for each, came in zip(kept, taken, strict=True):
                    key = "new" if came.new else "filled" if came.filled else "known"
                    counts[key] += 1
                    for address in came.elsewhere:
                        said = f"{address.email} is another person's already, and stays theirs."
                        unreadable.append(Unreadable(f"{path}:{each.line}", said))
                counts["cards"] += len(portion)
                for each in portion:
                    where = f"{path}:{each.line}"
                    problem = _note(members, where, each)
                    left_out += each.contact is None and (each.group is None or bool(problem))
                    if problem:
                        unreadable.append(Unreadable(where, problem))
                context.progress(Progress(counts["cards"], phase="Reading vCards"))
        except Cancelled:
            cancelled = True
            break
    if not cancelled:
        counts["new"] += _fill_groups(context, members, unreadable)
    if not counts["cards"] and not cancelled:
        raise BadInput(
            "There is no vCard in what was chosen.",
            next_step="Choose a .vcf file, as address books and phones export it.",
        )
    return PeopleReport(
        counts["new"],
        counts["filled"],
        counts["known"],
        left_out,
        tuple(unreadable[:MOST_NAMED]),
        len(unreadable),
        cancelled,
    )


def _note(members: GroupMembers, where: str, card: ReadCard) -> str:
    """What groups need of a card is kept; what is wrong with it."""
    if card.contact is not None:
        members.note(card.uid, card.contact)
    elif card.group is not None and not members.add(where, card.group):
        return f"The group “{card.group.name}” is left out: there are too many members."
    return card.problem


def _fill_groups(context: Context, members: GroupMembers, remarks: list[Unreadable]) -> int:
    """Puts the people of groups into them; how many were noted for that, who had no card."""
    new = 0
    for where, name, people, unknown in members.groups():
        for start in range(0, len(people), PORTION):
            taken = context.store.contacts.take_cards(people[start : start + PORTION])
            new += sum(each.new for each in taken)
        if unknown:
            said = "one member that is" if unknown == 1 else f"{unknown:,} members who are"
            remarks.append(Unreadable(where, f"The group “{name}” names {said} in no card here."))
    return new


def _cards(path: Path, context: Context) -> Iterator[ReadCard]:
    """Raises `Cancelled`, `StorageError`."""
    try:
        with path.open("rb") as file:
            mark = file.read(2)
            file.seek(0)
            if mark in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
                lines: Iterable[bytes] = _of_utf_16(path)
            else:
                lines = iter(lambda: file.readline(LONGEST_LINE), b"")
            for card in read_cards(lines):
                if context.cancelled.is_set():
                    raise Cancelled("Stopped.")
                yield card
    except OSError as error:
        raise StorageError(f"{path.name} can't be read: {error.strerror}.") from error


def _of_utf_16(path: Path) -> Iterator[bytes]:
    with path.open(encoding="utf-16", errors="replace", newline="\n") as file:
        for line in iter(lambda: file.readline(LONGEST_LINE), ""):
            yield line.encode("utf-8", "replace")


def _portions(cards: Iterable[ReadCard]) -> Iterator[list[ReadCard]]:
    """The cards in portions of one transaction each; of those before a stop nothing is lost."""
    portion: list[ReadCard] = []
    try:
        for card in cards:
            portion.append(card)
            if len(portion) == PORTION:
                yield portion
                portion = []
    except Cancelled:
        if portion:
            yield portion
        raise
    if portion:
        yield portion


def _found(given: str) -> Path:
    """Raises `NotFound`, `BadInput`."""
    shown = given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    try:
        path = Path(given).expanduser()
        if path.is_dir():
            raise BadInput(f"{shown} is a folder.", next_step="Choose the .vcf files in it.")
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(f"{shown} is no file: a pipe, a socket or a device is not read.")
    except FileNotFoundError:
        raise NotFound(f"{shown} is not there.") from None
    except (RuntimeError, ValueError):
        raise BadInput(f"{shown} can't be the name of a file.") from None
    except OSError as error:
        raise BadInput(f"{shown} can't be read: {error.strerror}.") from None
    return path


def export_people(context: Context, params: ExportPeople) -> Done:
    """Raises `NotFound`, `BadInput` where there is nobody, `StorageError` when the file can't be
    written."""
    chosen = list(_chosen(context, params))
    if not chosen:
        raise BadInput("There is nobody to write into the file.")
    cards = "".join(write_card(each, params.version) for each in chosen)
    if params.version == "4.0":
        cards += write_groups(chosen)
    write_file(Path(params.path), cards.encode("utf-8", "replace"))
    count = len(chosen)
    return Done(f"Saved {count:,} {'person' if count == 1 else 'people'}.", count)


def _chosen(context: Context, params: ExportPeople) -> Iterator[Contact]:
    store = context.store
    listed = EverybodyListed(store.db, store.accounts.own_keys())
    if params.refs:
        for ref in params.refs:
            noted = store.contacts.get(ref, cards=True)
            row = listed.one(ref)
            if noted is not None:
                yield _named(noted, row)
            elif row is not None:
                yield _of_mail(row)
        return
    yield from store.contacts.every(params.group)
    if not params.group:
        for start in range(0, 10_000_000, PAGE):
            page = listed.page(limit=PAGE, offset=start)
            yield from (_of_mail(row) for row in page.rows if not row.ref.contact)
            if len(page.rows) < PAGE:
                return


def _of_mail(row: PersonRow) -> Contact:
    """Somebody who is known from mail alone."""
    return Contact(0, row.name, row.addresses)


def _named(noted: Contact, row: PersonRow | None) -> Contact:
    """With the name of the mail where the person gave none."""
    if noted.name or row is None:
        return noted
    return Contact(
        noted.id,
        row.name,
        noted.addresses,
        noted.note,
        noted.language,
        noted.groups,
        noted.parts,
        noted.rest,
    )


IMPORT_PEOPLE = person_tool(import_people, Effect.ORGANISE, ImportPeople, "Import people")
EXPORT_PEOPLE = person_tool(export_people, Effect.READ, ExportPeople)

TOOLS = (IMPORT_PEOPLE, EXPORT_PEOPLE)
