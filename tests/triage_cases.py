"""Labelled conversations of tests/data/triage as values: the mails as bytes, and what is right."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.mail.words.mail_signs import read_signs
from desktop_app.mail.words.triage import Person, classify, names_of
from desktop_app.model.address import Address
from desktop_app.model.triage import Kind, Verdict

FOLDER = Path(__file__).parent / "data" / "triage"
ME = Address("Alex Morgan", "alex@fernhill.example")
UNSEEN = "by another, held out"
SETS = {
    "tuned": ("tuned_1.txt", "tuned_2.txt"),
    "held out": ("held_out.txt",),
    "by another": ("dev_2.txt",),
    UNSEEN: ("held_out_2.txt",),
}
KINDS = {"reply": Kind.NEEDS_REPLY, "waiting": Kind.WAITING, "news": Kind.NEWS, "other": Kind.OTHER}


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation, its mails oldest first, with the label and why it has it."""

    number: str
    kind: Kind
    language: str
    why: str
    mails: tuple[bytes, ...]
    known: frozenset[str]


def cases(*files: str) -> list[Case]:
    return [case for name in files for case in _cases((FOLDER / name).read_text("utf-8"))]


def _cases(text: str) -> Iterator[Case]:
    for block in text.split("\n# ")[1:]:
        head, _, rest = block.partition("\n")
        label, _, why = head.partition(" | ")
        number, kind, language = label.split()
        mails = [piece.strip("\n") for piece in rest.split("\n--\n")]
        known = frozenset(address for mail in mails for address in _known(mail))
        made = tuple(_raw(mail, place) for place, mail in enumerate(mails))
        yield Case(number, KINDS[kind], language, why, made, known)


def _fields(mail: str) -> tuple[dict[str, str], str]:
    head, _, body = mail.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.split("\n")), body


def _known(mail: str) -> list[str]:
    fields, _ = _fields(mail)
    if "Known" not in fields:
        return []
    return [fields["From"].rpartition("<")[2].strip("<> ").lower()]


def _raw(mail: str, place: int) -> bytes:
    """The mail as bytes, as a server would hand it out."""
    fields, body = _fields(mail)
    people = {name: fields.get(name, "") for name in ("From", "To", "Cc")}
    if not people["To"]:
        people["To"] = "me"
    lines = [f"{name}: {_spelled(value)}" for name, value in people.items() if value]
    lines += [f"Subject: {fields['Subject']}", f"Message-ID: <{place}@case.example>"]
    lines.append(f"Date: Mon, 02 Mar 2026 1{place}:00:00 +0000")
    lines += [line.strip() for line in fields.get("Headers", "").split(";") if ":" in line]
    if method := fields.get("Invitation"):
        return "\n".join([*lines, *_invitation(method)]).encode()
    kind = "html" if "Html" in fields else "plain"
    lines.append(f"Content-Type: text/{kind}; charset=utf-8")
    return ("\n".join(lines) + f"\n\n{body}\n").encode()


def _spelled(people: str) -> str:
    return ", ".join(str(ME) if p.strip() == "me" else p.strip() for p in people.split(","))


def _invitation(method: str) -> list[str]:
    calendar = (
        f"BEGIN:VCALENDAR\nMETHOD:{method}\nBEGIN:VEVENT\nSUMMARY:Roof\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    return [
        'Content-Type: multipart/mixed; boundary="=b"',
        "",
        "--=b\nContent-Type: text/plain; charset=utf-8\n\nAn invitation: is this time fine?\n",
        f"--=b\nContent-Type: text/calendar; charset=utf-8; method={method}",
        "Content-Transfer-Encoding: base64\n",
        base64.b64encode(calendar.encode()).decode(),
        "--=b--\n",
    ]


def judged(case: Case) -> Verdict:
    """What the rules say of a case."""
    own = frozenset({ME.key})
    signs = [read_signs(raw, place + 1, own) for place, raw in enumerate(case.mails)]
    return classify(signs, Person(own, names_of([ME]), written_to=case.known))


@dataclass(frozen=True, slots=True)
class Score:
    """Of *needs a reply*: right ones, those called so in error, and those missed."""

    right: tuple[Case, ...]
    wrong: tuple[Case, ...]
    missed: tuple[Case, ...]

    @property
    def precision(self) -> float:
        return len(self.right) / max(1, len(self.right) + len(self.wrong))

    @property
    def recall(self) -> float:
        return len(self.right) / max(1, len(self.right) + len(self.missed))


def score(tried: list[Case], kind: Kind = Kind.NEEDS_REPLY) -> Score:
    said = [(case, judged(case).kind) for case in tried]
    return Score(
        tuple(c for c, k in said if k is kind and c.kind is kind),
        tuple(c for c, k in said if k is kind and c.kind is not kind),
        tuple(c for c, k in said if k is not kind and c.kind is kind),
    )


def main() -> None:
    """`python -m tests.triage_cases`: the figures of docs/triage.md. Of what another wrote to be
    held out only counts are told: who reads the cases makes rules of them."""
    for name, files in SETS.items():
        tried = cases(*files)
        for kind in (Kind.NEEDS_REPLY, Kind.WAITING, Kind.NEWS):
            found = score(tried, kind)
            print(
                f"{name}: {len(tried)} cases, {kind.name.lower()}: {len(found.right)} right,"
                f" {len(found.wrong)} wrong, {len(found.missed)} missed,"
                f" precision {found.precision:.3f}, recall {found.recall:.3f}"
            )
            if name == UNSEEN:
                continue
            for case in (*found.wrong, *found.missed):
                print(f"    {case.number} {case.kind.name}: {case.why} -> {judged(case).reason}")


if __name__ == "__main__":
    main()
