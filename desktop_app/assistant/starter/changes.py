"""Changes of the draft that was just made, by the person's next words (`follow_ups.py`). What no
rule can put in its place stands in the draft in brackets, which block sending."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_app.assistant.starter.asked import follow_ups
from desktop_app.assistant.starter.letter import MANNERS, add_to_letter, small_after_comma
from desktop_app.assistant.starter.open_questions import asked_in
from desktop_app.assistant.starter.people import called, person_called
from desktop_app.assistant.starter.proposals import Made, Proposals
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.wording.acts import Day, Days
from desktop_app.assistant.starter.wording.composing import Words, compose, placeholder
from desktop_app.assistant.starter.wording.days import read_days, write_days
from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.starter.wording.naming import named
from desktop_app.assistant.starter.wording.text import capitalised
from desktop_app.assistant.turn import Turn
from desktop_app.model.address import Address
from desktop_app.tools.calls.results import DraftText
from desktop_app.tools.verbs import get_draft, update_draft

OPEN = "[your answer]"


class Changes:
    """Changes of one draft, as it is now."""

    def __init__(self, turn: Turn, proposals: Proposals, made: Made) -> None:
        self._turn, self._proposals, self._made = turn, proposals, made
        self._draft: DraftText = turn.call(
            get_draft.TOOL,
            get_draft.GetDraft(draft_id=made.draft_id),
            "Read the draft",
            lambda d: (d.draft.subject, []),
        )

    def make(self, change: follow_ups.FollowUp) -> None:
        """Carry out one change."""
        match change:
            case follow_ups.AlsoTo(name, copy):
                self._also_to(name, copy=copy)
            case follow_ups.ToPerson(name, words):
                self._to(name, words)
            case follow_ups.NewDay():
                self._new_day(change)
            case follow_ups.Swap(old, new, words):
                self._swap(old, new, words)
            case follow_ups.TheOther(words):
                self._the_other(words)
            case follow_ups.More(words):
                self.more(words)
            case follow_ups.Instead(words):
                self.mark(words)
            case follow_ups.Displeased():
                self._turn.say("What should be different in the draft? It is as it was.")
            case follow_ups.Pleased():
                self._turn.say("The draft is ready under To review. Nothing is sent by itself.")

    def more(
        self,
        words: str,
        introduced: Introduced = Introduced.COLON,
        language: str = "",
    ) -> None:
        """A further paragraph, or the words that the draft still lacks."""
        voice = replace(self._made.voice, asked_in=language or self._made.voice.asked_in)
        self._add(compose(words, voice, introduced), "Added.")

    def mark(self, words: str) -> None:
        """The person's words in brackets: nothing else is known of what they change."""
        self._add(Words(placeholder(words), left=(words,)), "Not changed, but noted.")

    def instead(self, words: Words) -> None:
        """Other words in the place of the former ones, where they still stand there."""
        own = self._draft.own_words
        before = self._made.words.text
        place = own.lower().find(before.lower()) if before else -1
        if place >= 0:
            told = small_after_comma(words.text) if own[place].islower() else words.text
            self._save(f"{own[:place]}{told}{own[place + len(before) :]}", words, "Changed.")
        else:
            self._add(words, "Added.")

    def _add(self, words: Words, told: str) -> None:
        own = self._draft.own_words
        body = own.replace(OPEN, words.text, 1) if OPEN in own else add_to_letter(own, words.text)
        self._save(body, words, told)

    def _save(
        self,
        body: str | None,
        words: Words,
        told: str,
        to: tuple[Address, ...] | None = None,
        copy: tuple[str, ...] | None = None,
    ) -> None:
        row = self._draft.draft
        saved = self._turn.propose(
            update_draft.TOOL,
            update_draft.UpdateDraft(
                draft_id=row.draft_id,
                base_revision=row.revision,
                body=body,
                to=tuple(map(str, to)) if to is not None else None,
                cc=copy,
            ),
            "Revised the draft",
        )
        people = to if to is not None else self._made.people
        text = f"{self._made.words.text}\n\n{words.text}".strip() if words.text else ""
        kept = self._made.words if not text else replace(words, text=text)
        made = replace(
            self._made, people=people, words=replace(kept, left=words.left, foreign=words.foreign)
        )
        self._proposals.proposed(self._turn, saved, told, made)

    def _known(self, name: str) -> Address | None:
        people = person_called(self._turn, name)
        return people[0] if len(people) == 1 else None

    def _also_to(self, name: str, *, copy: bool) -> None:
        person = self._known(name)
        if person is None:
            self._turn.say(f"I know no one address for {name}. Give me the address.")
            return
        row = self._draft.draft
        if copy:
            self._save(None, Words(""), f"{person.label} gets a copy.", copy=(*row.cc, str(person)))
            return
        voice, own = self._made.voice, self._draft.own_words
        first, _, rest = own.partition("\n")
        several = any(a.first_name and a.first_name in first for a in self._made.people)
        body = f"{MANNERS[voice.writes].greeting_unknown}\n{rest}" if several else None
        people = (*self._made.people, person)
        self._save(body, Words(""), f"It goes to {person.label} too.", to=people)

    def _to(self, name: str, words: str) -> None:
        person = self._known(name)
        if person is None:
            self.mark(words)
            return
        own = self._draft.own_words
        first, _, rest = own.partition("\n")
        before = self._made.people[0] if self._made.people else person
        greeted = _instead_of(first, before, person)
        if greeted is None:
            greeted = MANNERS[self._made.voice.writes].greeting_unknown
        self._save(
            f"{greeted}\n{rest}" if rest else None,
            Words(""),
            f"It goes to {person.label} now.",
            to=(person,),
        )

    def _namesake(self) -> Address | None:
        """The one other person of the same first name."""
        if len(self._made.people) != 1 or not self._made.people[0].first_name:
            return None
        here = self._made.people[0]
        others = [p for p in person_called(self._turn, here.first_name) if p.key != here.key]
        return others[0] if len(others) == 1 else None

    def _new_day(self, change: follow_ups.NewDay) -> None:
        language, own = self._made.voice.writes, self._draft.own_words
        if OPEN in own:
            self.more(change.words)
            return
        found = [
            (each, days)
            for each in named(own, language)
            if (days := read_days(each.words, language)) is not None and len(days.days) == 1
        ]
        body = None
        if change.days is not None and len(found) == 1:
            old, days = found[0]
            merged = Days((_merged(days.days[0], change.days.days[0]),))
            body = _with_day(own, old.start, old.end, days, merged, language)
        elif change.number and not found:
            body = _with_number(own, change.number)
        if body is None:
            self.mark(change.words)
            return
        self._save(body, Words(""), "Changed the day.")

    def _swap(self, old: str, new: str, words: str) -> None:
        own = self._draft.own_words
        if any(called(person, old) for person in self._made.people):
            self._to(new, words)
            return
        begins = own.find("\n") + 1
        found = [*re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", own[begins:], re.I)]
        if len(found) != 1:
            self.mark(words)
            return
        start, end = (begins + place for place in found[0].span())
        told = capitalised(new) if own[start].isupper() else new
        self._save(f"{own[:start]}{told}{own[end:]}", Words(""), "Changed.")

    def _the_other(self, words: str) -> None:
        """The other one of two answers that the mail lets choose from; else it is asked."""
        row = self._made.row
        own = self._draft.own_words
        voice = self._made.voice
        if not self._made.is_reply and (namesake := self._namesake()) is not None:
            self._to(namesake.email, words)
            return
        asked = asked_in(text_of(self._turn, row), voice.mail) if row is not None else ()
        for question in asked:
            if len(question.answers) != 2:
                continue
            one, other = question.answers
            if (one in own) != (other in own):
                old, new = (one, other) if one in own else (other, one)
                self._save(own.replace(old, new, 1), Words(""), "Changed.")
                return
        self._turn.say("Which other one do you mean? Say it by name. The draft is as it was.")


def _instead_of(line: str, before: Address, person: Address) -> str | None:
    """The greeting with the other name; None where it names nobody."""
    if not (before.first_name and person.first_name and person.name):
        return None
    for old, new in ((before.name, person.name), (before.first_name, person.first_name)):
        if old and re.search(rf"\b{re.escape(old)}\b", line):
            return line.replace(old, new, 1)
    return None


def _merged(old: Day, new: Day) -> Day:
    """The new day with what it leaves out and the old one says: the month, the time of day."""
    month = new.month or (old.month if new.date else None)
    hour, minute = (new.hour, new.minute) if new.hour is not None else (old.hour, old.minute)
    if new.weekday is None and new.date is None and new.relative is None:
        return replace(old, hour=hour, minute=minute, part=new.part or old.part)
    return replace(new, month=month, hour=hour, minute=minute, part=new.part or old.part)


def _with_day(text: str, start: int, end: int, old: Days, new: Days, language: str) -> str | None:
    """The text with another day where the old one stands as it is written here."""
    for on in (True, False):
        written, instead = (write_days(each, language, on=on) for each in (old, new))
        place = text.lower().find(written.lower(), max(0, start - 12))
        if 0 <= place <= start and place + len(written) >= end - 1:
            instead = capitalised(instead) if text[place].isupper() else instead
            return f"{text[:place]}{instead}{text[place + len(written) :]}"
    bare = write_days(new, language, on=False)
    bare = re.sub(r"^(?:the|der|le|el) ", "", bare)
    return f"{text[:start]}{bare}{text[end:]}"


def _with_number(text: str, number: str) -> str | None:
    """Another number of a day, where the text has one alone (`21. passt`)."""
    found = [*re.finditer(r"(?<![\w.,:])(\d{1,2})(?=\.\s)", text)]
    if len(found) != 1:
        return None
    return f"{text[: found[0].start()]}{number}{text[found[0].end() :]}"
