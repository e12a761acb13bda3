"""Mailbox for the tasks of `benchmarks.assistant_quality`: five stories, and mail around them.

Each story has a conversation with quoted history, a file, and a promise of the person's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.fakes.house import TestHouse

ALEX = "Alex Morgan <alex@fernhill.example>"
KIM = "Kim Park <kim@park.example>"


@dataclass(frozen=True)
class Story:
    """`price` stands in the conversation, `meeting` and `place` too; `due` and `promise` in the
    person's own mail. Dates are as the mails write them."""

    key: str
    person: str
    subject: str
    matter: str
    price: str
    meeting: str
    place: str
    due: str
    promise: str
    file: str

    @property
    def name(self) -> str:
        return self.person.split()[0]

    @property
    def address(self) -> str:
        return self.person.partition("<")[2].rstrip(">")


STORIES = (
    Story("oak", "Dana Lee <dana@lee.example>", "Oak boards", "the oak boards", "4,250 euros",
          "Thursday 24 September", "at the yard", "Friday 25 September", "the drawing of the shelf",
          "boards.txt"),
    Story("roof", "Mario Rossi <mario@rossi.example>", "Roof repair", "the repair of the roof",
          "1,980 euros", "Tuesday 29 September", "on the site", "Monday 28 September",
          "the photos of the gutter", "offer.txt"),
    Story("tax", "Ingrid Berg <ingrid@berg.example>", "Annual accounts", "the annual accounts",
          "760 euros", "Wednesday 30 September", "in her office", "Tuesday 22 September",
          "the bank statements", "checklist.txt"),
    Story("trip", "Paul Weber <paul@weber.example>", "Trip to Lisbon", "the two rooms",
          "612 euros", "Monday 5 October", "at the station", "Thursday 1 October",
          "the passport numbers", "itinerary.txt"),
    Story("course", "Amina Haddad <amina@haddad.example>", "Joinery course", "the joinery course",
          "345 euros", "Saturday 10 October", "in workshop 3", "Sunday 27 September",
          "the list of participants", "plan.txt"),
)  # fmt: skip

AROUND = (
    ("Fernhill News <news@fernhill.example>", "What is new in September", "Our shop is open late."),
    ("Billing <billing@power.example>", "Your power bill", "88.40 euros are due on 2 October."),
    ("Kim Park <kim@park.example>", "Lunch", "Shall we have lunch on Friday?"),
    ("Parcel <no-reply@parcel.example>", "Your parcel is on its way", "It comes tomorrow."),
    ("Library <desk@library.example>", "Books to return", "Two books are due on 26 September."),
    ("Robin Hale <robin@hale.example>", "Photos", "Here are the photos of the garden."),
)


def filled(house: TestHouse) -> Mapping[str, int]:
    """Fill the mailbox; message ids by the key of a mail: `oak-1`, `oak-2`, `oak-mine`."""
    ids: dict[str, int] = {}
    for number, story in enumerate(STORIES):
        for key, raw, label in _mails(story, day=7 + number):
            ids[key] = house.add(raw, frozenset({label})).id
    for number, (sender, subject, text) in enumerate(AROUND * 5):
        mail_id = f"around{number}@mail.example"
        said = f"{text} This is notice {number}. " * 4
        raw = _raw(
            sender, ALEX, subject, said, mail_id, f"{1 + number % 20} Sep 2026 08:00:00 +0000"
        )
        house.add(raw, frozenset({"INBOX"}))
    return ids


def _mails(story: Story, day: int) -> list[tuple[str, bytes, str]]:
    one, two, mine = (f"{story.key}{n}@mail.example" for n in (1, 2, 3))
    first = (
        f"Hello Alex,\n\nyou asked what {story.matter} would cost. All in all it is {story.price}, "
        "with everything that we spoke about on the telephone, and the price holds for the whole "
        "month. The file that I attach has the details. If something in it is not clear, do call "
        f"me, best in the morning.\n\nBest regards,\n{story.name}"
    )
    second = (
        f"Hello Alex,\n\ncan we meet on {story.meeting}, {story.place}, at ten o'clock? Then we go "
        "through it together, and I show you what I mean. Please tell me whether that suits you, "
        f"because I have to plan the week.\n\nBest regards,\n{story.name}"
    )
    own = (
        f"Hi {story.name},\n\nthank you for {story.subject.lower()}. I will send you "
        f"{story.promise} by {story.due}, as soon as I am back.\n\nBest,\nAlex"
    )
    ref = f"In-Reply-To: <{one}>\r\nReferences: <{one}>\r\n"
    when = [f"{day} Sep 2026 {hour}:00:00 +0000" for hour in ("09", "11", "15")]
    quote = _quoted(story.person, first)
    return [
        (
            f"{story.key}-1",
            _raw(story.person, ALEX, story.subject, first, one, when[0], file=story.file),
            "INBOX",
        ),
        (
            f"{story.key}-mine",
            _raw(ALEX, story.person, f"Re: {story.subject}", own + quote, mine, when[1], ref),
            "SENT",
        ),
        (
            f"{story.key}-2",
            _raw(story.person, ALEX, f"Re: {story.subject}", second + quote, two, when[2], ref),
            "INBOX",
        ),
    ]


def _quoted(writer: str, text: str) -> str:
    lines = "\n".join(f"> {line}" for line in text.splitlines())
    return f"\n\nOn Mon, 7 Sep 2026 at 09:00, {writer} wrote:\n{lines}"


def _raw(
    from_: str, to: str, subject: str, text: str, mail_id: str, date: str,
    more: str = "", file: str = "",
) -> bytes:  # fmt: skip
    head = (
        f"From: {from_}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{mail_id}>\r\n"
        f"Date: {date}\r\nMIME-Version: 1.0\r\n{more}"
    )
    plain = "Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.replace("\n", "\r\n")
    if not file:
        return f"{head}{plain}\r\n".encode()
    attached = (
        f'Content-Type: text/plain; charset=utf-8; name="{file}"\r\n'
        f'Content-Disposition: attachment; filename="{file}"\r\n\r\nDetails of the offer.'
    )
    body = "".join(f"--b\r\n{part}\r\n" for part in (plain, attached))
    return f'{head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n{body}--b--\r\n'.encode()
