"""The mailbox that everyday requests to the starter assistant are made over."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from desktop_app.model.message import Message
from tests.fakes.house import TestHouse, mail

HERE = Path(__file__).parent / "everyday"
TODAY = date(2026, 9, 14)
"""The day after whose mails the requests are made."""


def seeded(house: TestHouse) -> dict[str, Message]:
    """The mailbox of mailbox.txt, in the house."""
    house.now = 1_789_400_000.0
    made: dict[str, Message] = {}
    text = (HERE / "mailbox.txt").read_text("utf-8")
    for block in re.split(r"^= ", text, flags=re.M)[1:]:
        key, _, rest = block.partition("\n")
        lines = rest.strip().split("\n")
        fields = dict(line.split(": ", 1) for line in lines[:-1])
        more = f"List-Id: {fields['List-Id']}\r\n" if "List-Id" in fields else ""
        if "Re" in fields:
            more += f"In-Reply-To: <{fields['Re']}@mail.example>\r\n"
        raw = mail(
            fields["Subject"],
            lines[-1],
            from_=fields["From"],
            to=fields.get("To", "Alex Morgan <alex@fernhill.example>"),
            message_id=f"{key}@mail.example",
            date=fields["Date"],
            more=more,
        )
        made[key] = house.add(raw, frozenset({"SENT" if "Sent" in fields else "INBOX"}))
    house.store.triage.judge(len(made))
    return made
