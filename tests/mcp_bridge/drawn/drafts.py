"""Proposals that a card has to show as the review does: plain ones, hostile ones, large ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from desktop_app.model.draft import Draft
from desktop_app.tools.person import draft_review
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, known_to, mail

HOSTILE = (
    "<script>document.title='run'</script>",
    "<img src=x onerror=\"parent.postMessage('run','*')\">",
    "</main><h1>Sent by you</h1><button>Send</button>",
    "<style>*{display:none!important}</style>",
    "<iframe src='https://elsewhere.example'></iframe>",
    "\u202egnorw si siht\u202c and \u2066isolated\u2069",
    "javascript:alert(1) data:text/html,x {{name}} [amount]",
    "&lt;b&gt; &amp;nbsp; &#60;script&#62;",
    "e\u0301\u0301\u0301 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d \U0001f469\u200d\U0001f4bb",
    "-->]]></textarea></title><svg onload=alert(1)>",
)
LISTED = "<ul><li>one</li><li>two</li></ul><blockquote>quoted</blockquote>"
FORMATTED = (
    f"<p>Hello <b>bold</b></p>{LISTED}<script>document.title='run'</script><p onclick=x()>end</p>",
    f"<h2>Heading</h2>{LISTED}<style>*{{display:none}}</style><img src='https://x.example/x.png'>",
    f"<div style='position:fixed;inset:0'>over all</div><s>gone</s>{LISTED}<svg onload=x()></svg>",
)
MANY = tuple(f"Person {n:03d} <person{n:03d}@many{n % 7}.example>" for n in range(300))

Make = Callable[[Runner], str]
"""Proposes something, and gives the id of its draft."""


def _draft(**arguments: Any) -> Make:
    def make(program: Runner) -> str:
        given = {"to": ["dana@lee.example"], "subject": "Budget", "body": "Hello.", **arguments}
        return str(program.call_by_name("create_draft", given)[1].unwrap().draft_id)

    return make


def _reply(body: str, subject: str = "Budget") -> Make:
    def make(program: Runner) -> str:
        given = {"from_": "dana", "subject": subject, "body": body}
        return str(program.call_by_name("draft_reply", given)[1].unwrap().draft_id)

    return make


def _edited(program: Runner) -> str:
    return _draft(body="As the program wrote it.")(program)


def cases() -> dict[str, Make]:
    """The cases by their names."""
    some: dict[str, Make] = {
        "reply": _reply("I will look at it on Monday."),
        "script": _draft(subject=HOSTILE[0], body="\n".join(HOSTILE)),
        "formatted": _draft(body=FORMATTED[0], content_type="text/html"),
        "edited": _edited,
        "people": _draft(
            to=["Dana Lee <dana@lee.example>", '"<b>x</b>" <new@strange.example>'],
            cc=["carl@c.example"],
            bcc=["\u202egro <bidi@b.example>"],
        ),
    }
    some |= {f"body {n}": _draft(body=f"Before\n\n{one}\n\nafter") for n, one in enumerate(HOSTILE)}
    some |= {f"subject {n}": _draft(subject=f"A {one}") for n, one in enumerate(HOSTILE)}
    some |= {
        f"name {n}": _draft(to=[f'"{one.replace(chr(34), "")[:60]}" <n{n}@strange.example>'])
        for n, one in enumerate(HOSTILE)
        if "\n" not in one
    }
    some |= {
        f"formatted {n}": _draft(body=one, content_type="text/html")
        for n, one in enumerate(FORMATTED[1:])
    }
    some |= {f"reply {n}": _reply(one, f"Question {n}") for n, one in enumerate(HOSTILE[:8])}
    some |= {
        "300 recipients": _draft(to=list(MANY[:100]), cc=list(MANY[100:200]), bcc=list(MANY[200:])),
        "4 MB": _draft(body="\n".join(f"line {n} of many words" for n in range(170_000))),
        "attached": _draft(
            body="See the file.",
            files=[
                {"filename": "<b>plan</b>.txt", "content": "VGhyZWU=", "mime_type": "text/plain"}
            ],
        ),
        "forgotten file": _draft(body="Please find the plan attached."),
        "nobody's name": _draft(body="Dear Sam,\n\nyes.\n\nAlex"),
    }
    return some


def filled(house: TestHouse) -> None:
    """Mail that the drafts answer."""
    known_to(house)
    house.add(mail("Budget <script>", f"Could you look?\n{HOSTILE[1]}\n{HOSTILE[5]}"))
    for number, one in enumerate(HOSTILE[:8]):
        house.add(mail(f"Question {number}", one, message_id=f"question{number}@lee.example"))


def made(house: TestHouse, program: Runner, names: list[str]) -> Iterator[tuple[str, str]]:
    """The drafts of these cases, by name and id; one of them is edited by the person."""
    every: Mapping[str, Make] = cases()
    for name in names:
        draft_id = every[name](program)
        if name == "edited":
            draft = house.store.drafts.get(draft_id)
            given = {"draft_id": draft_id, "base_revision": draft.revision, "body": "As I want it."}
            house.runner().call_by_name("update_draft", given)
        yield name, draft_id


def review(house: TestHouse, draft_id: str) -> tuple[Draft, draft_review.Review]:
    """What the window shows."""
    wanted = draft_review.ReviewDraft(draft_id=draft_id)
    found = house.runner().call(draft_review.REVIEW_DRAFT, wanted).unwrap()
    return found.draft, found
