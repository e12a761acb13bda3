"""Twelve everyday jobs by a connected program, in calls and bytes: `python -m benchmarks.mcp_jobs`.

Scripted conversations over a seeded mailbox, through the real bridge and the SDK's client. Bytes
are those that a model sends and is given: arguments, and the answer as a host hands it on that
passes the text alone, or the data alone. `--before TREE` runs the same jobs with the verbs of an
older checkout (the jobs have a script for it) and puts its figures beside. Nothing is ever sent.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import triage
from tests.fakes.bridge import Served, served
from tests.fakes.house import ME, TestHouse, mail, open_house

NEWSLETTERS = 500
PRICES = b"%PDF-1.4 " + b"price list " * 6_000
SECOND = Address("Alex", "alex@second.example")
UNREAD = frozenset({"INBOX", "UNREAD"})
ONE_CLICK = (
    "List-Unsubscribe: <https://harbour-weekly.example/off>\r\n"
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    "DKIM-Signature: v=1; d=harbour-weekly.example; h=from:list-unsubscribe:list-unsubscribe-post;"
    " b=x\r\n"
)


class NotPossible(Exception):  # an outcome of a job
    """There is no verb for it."""


@dataclass
class Figures:
    """What one job came to. `text` and `data` are the bytes for hosts that pass that alone."""

    job: str
    done: bool = False
    calls: int = 0
    text: int = 0
    data: int = 0


class Program:
    """A connected program that counts what it says and what it is given."""

    def __init__(self, client: Client, house: TestHouse) -> None:
        self.client, self.house = client, house
        self.figures = Figures("")

    async def call(self, tool: str, /, **arguments: Any) -> Any:
        """Data of the answer. An error ends the job: the scripts make none."""
        found = await self.client.call_tool(tool, arguments)
        said = "".join(getattr(part, "text", "") for part in found.content)
        assert not found.is_error, f"{tool}: {said}"
        asked = size({"name": tool, "arguments": arguments})
        self.figures.calls += 1
        self.figures.text += asked + len(said.encode())
        self.figures.data += asked + size(found.structured_content)
        return found.structured_content

    async def first(self, query: str) -> Any:
        found = await self.call("search_messages", query=query, max_results=5)
        return found["results"][0]


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


Script = Callable[[Program], Awaitable[None]]


async def accept_a_date(program: Program) -> None:
    row = await program.first("from:dana meet")
    await program.call("get_message", message_id=row["message_id"])
    words = "Hi Dana, Tuesday 1 December at 10:00 suits me. Alex"
    await program.call("draft_reply", message_id=row["message_id"], body=words)


async def reply_with_a_file(program: Program) -> None:
    (program.house.profile / "handed-in").mkdir(exist_ok=True)
    (program.house.profile / "handed-in" / "prices.pdf").write_bytes(PRICES)
    row = await program.first("from:priya is:unread")
    await program.call(
        "draft_reply",
        message_id=row["message_id"],
        body="Hi Priya, here is our price list. Alex",
        attachments=["handed-in/prices.pdf"],
    )


async def reply_with_a_file_before(program: Program) -> None:
    row = await program.first("from:priya is:unread")
    content = base64.b64encode(PRICES).decode()
    await program.call(
        "create_draft",
        reply_to_message_id=row["message_id"],
        body="Hi Priya, here is our price list. Alex",
        files=[{"filename": "prices.pdf", "content": content}],
    )


async def what_waits(program: Program) -> None:
    found = await program.call("search_messages", query="is:needs-reply")
    assert all(row["reason"] for row in found["results"])


async def archive_newsletters(program: Program) -> None:
    wanted = {"query": "in:inbox from:list.example older_than:1m", "action": "archive"}
    counted = await program.call("modify_messages", only_count=True, **wanted)
    assert counted["count"] == NEWSLETTERS
    await program.call("modify_messages", **wanted)


async def archive_newsletters_before(program: Program) -> None:
    found = await program.call(
        "search_messages", query="in:inbox from:list.example older_than:1m", max_results=500
    )
    ids = [row["message_id"] for row in found["results"]]
    assert len(ids) == NEWSLETTERS
    await program.call("modify_messages", ids=ids, action="archive")


async def into_the_calendar(program: Program) -> None:
    row = await program.first("from:tom subject:site")
    await program.call("get_message", message_id=row["message_id"])
    event = {"title": "Site visit", "start": "2026-12-03T14:00", "place": "Mill Lane 4"}
    await program.call("create_draft", event=event)


async def into_the_calendar_before(program: Program) -> None:
    row = await program.first("from:tom subject:site")
    await program.call("get_message", message_id=row["message_id"])
    raise NotPossible


OCTOBER = "from:billing has:attachment after:2025/10/01 before:2025/11/01"


async def forward_invoices(program: Program) -> None:
    found = await program.call("search_messages", query=OCTOBER)
    ids = [row["message_id"] for row in found["results"]]
    read = await program.call("get_message", ids=ids, format="metadata")
    await _invoices(program, read["messages"])


async def forward_invoices_before(program: Program) -> None:
    found = await program.call("search_messages", query=OCTOBER)
    read = [
        await program.call("get_message", message_id=row["message_id"], format="metadata")
        for row in found["results"]
    ]
    await _invoices(program, read)


async def _invoices(program: Program, mails: list[Any]) -> None:
    parts = [
        f"{each['message']['message_id']}/{part['attachment_id']}"
        for each in mails
        for part in each["attachments"]
    ]
    assert len(parts) == 3
    await program.call(
        "create_draft",
        to=["books@accountant.example"],
        subject="Invoices of October",
        body="Here are the three of October.",
        attachments=parts,
    )


async def label_a_thread(program: Program) -> None:
    row = await program.first("subject:open-day")
    await program.call(
        "modify_messages",
        thread_ids=[row["thread_id"]],
        add_label_ids=["Open day"],
        action="archive",
    )


async def label_a_thread_before(program: Program) -> None:
    row = await program.first("subject:open-day")
    thread = await program.call("get_thread", thread_id=row["thread_id"])
    ids = [each["message"]["message_id"] for each in thread["messages"]]
    await program.call("modify_messages", ids=ids, add_label_ids=["Open day"], action="archive")


async def what_was_said(program: Program) -> None:
    found = await program.call("search_messages", query="from:marta kiln")
    ids = [row["message_id"] for row in found["results"]]
    read = await program.call("get_message", ids=ids)
    assert all(each["message"]["date"] for each in read["messages"])


async def what_was_said_before(program: Program) -> None:
    found = await program.call("search_messages", query="from:marta kiln")
    for row in found["results"]:
        await program.call("get_message", message_id=row["message_id"])


async def three_drafts(program: Program) -> None:
    for name in ("dana@lee.example", "tom@reed.example", "priya@shah.example"):
        await program.call(
            "create_draft",
            to=[name],
            subject="Closed on 24 December",
            body="We are closed from 24 December to 2 January.",
        )


async def correct_a_draft(program: Program) -> None:
    made = await program.call(
        "create_draft", to=["dana@lee.example"], subject="Keys", body="Come at nine."
    )
    await program.call(
        "update_draft",
        draft_id=made["draft_id"],
        base_revision=made["revision"],
        body="Come at ten.",
    )


async def with_another_address(program: Program) -> None:
    made = await program.call(
        "create_draft",
        to=["dana@lee.example"],
        subject="Lunch",
        body="At one?",
        send_as=SECOND.email,
    )
    await program.call("send_draft", draft_id=made["draft_id"], revision=made["revision"])


async def with_another_address_before(program: Program) -> None:
    await program.call("create_draft", to=["dana@lee.example"], subject="Lunch", body="At one?")
    raise NotPossible


async def unsubscribe(program: Program) -> None:
    row = await program.first("from:harbour-weekly")
    await program.call("ask_to_unsubscribe", message_id=row["message_id"])


async def unsubscribe_before(program: Program) -> None:
    row = await program.first("from:harbour-weekly")
    await program.call("get_message", message_id=row["message_id"])
    raise NotPossible


JOBS: Mapping[str, tuple[Script, Script]] = {
    "find a proposed date and accept": (accept_a_date, accept_a_date),
    "reply to the newest unread from X with a price list": (
        reply_with_a_file,
        reply_with_a_file_before,
    ),
    "which mails wait for my answer": (what_waits, what_waits),
    "archive newsletters older than a month": (archive_newsletters, archive_newsletters_before),
    "put the meeting from this mail into the calendar": (
        into_the_calendar,
        into_the_calendar_before,
    ),
    "forward the invoices of October": (forward_invoices, forward_invoices_before),
    "label and archive a thread": (label_a_thread, label_a_thread_before),
    "what did X say about Y, with dates": (what_was_said, what_was_said_before),
    "draft to three people separately": (three_drafts, three_drafts),
    "correct the draft I just made": (correct_a_draft, correct_a_draft),
    "send it with my other address": (with_another_address, with_another_address_before),
    "unsubscribe from Z": (unsubscribe, unsubscribe_before),
}
"""Each with its script, and with the one for the verbs that were there before."""


def run(house: TestHouse, *, before: bool = False) -> list[Figures]:
    """All jobs over a filled house, one after the other."""
    fill(house)
    house.settings.change("tools.mcp_off", ())
    with served(house) as bridge:
        return asyncio.run(_all(bridge, before))


async def _all(bridge: Served, before: bool) -> list[Figures]:
    """Each job is by a program of its own: the minute's proposals of one are not all jobs'."""
    found, clients = [], bridge.house.store.bridge_clients
    for job, scripts in JOBS.items():
        entry, token = clients.add(job[:40], now=bridge.house.now)
        clients.change(entry.id, accounts=("work",), groups_off=())
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http:
            transport = streamable_http_client(bridge.url, http_client=http)
            async with Client(transport, mode="legacy") as client:
                program = Program(client, bridge.house)
                program.figures.job = job
                try:
                    await scripts[1 if before else 0](program)
                    program.figures.done = True
                except NotPossible:
                    program.figures.done = False
                found.append(program.figures)
    assert bridge.house.store.outbox.count_open() == 0
    return found


def fill(house: TestHouse) -> None:
    """The mailbox of the jobs. The house's day is 21 September 2026."""
    work = house.store.accounts.get("work")
    both = (*work.identities, Identity(SECOND, "Alex"))
    house.store.accounts.update(replace(work, identities=both))
    words = "Hi Alex, could we meet on Tuesday 1 December at 10:00? Dana"
    house.add(mail("Meeting", words, message_id="m@lee.example"), UNREAD)
    priya = "Priya Shah <priya@shah.example>"
    for n in range(2):
        words = "Could you send me your price list, please?"
        house.add(mail(f"Prices {n}", words, from_=priya, message_id=f"{n}@shah.example"), UNREAD)
    for n in range(NEWSLETTERS):
        name, date = n % 5, f"Sat, {1 + n % 10:02d} Aug 2026 10:00:{n % 60:02d} +0000"
        news = f"News {name} <news{name}@list.example>"
        raw = mail(f"Offers {n}", "Offers.", from_=news, message_id=f"{n}@list.example", date=date)
        house.add(raw)
    tom = "Tom Reed <tom@reed.example>"
    words = "Hi Alex, the site visit is on Thursday 3 December at 14:00, Mill Lane 4. Tom"
    house.add(mail("Site visit", words, from_=tom, message_id="s@reed.example"))
    for n in range(3):
        house.add(_invoice(n))
    house.store.labels.create("work", "Open day")
    for n in range(4):
        more = f"In-Reply-To: <{n - 1}@open.example>\r\n" if n else ""
        subject = "Re: Open day" if n else "Open day"
        body = f"Plan {n}. " + "We need tables, a tent and coffee. " * 20
        house.add(mail(subject, body, from_=tom, message_id=f"{n}@open.example", more=more))
    marta = "Marta Silva <marta@kiln.example>"
    for n in range(6):
        body = f"The kiln reached {900 + n} degrees. " + "It needs two more firings. " * 30
        date = f"Mon, {n + 1:02d} Jun 2026 10:00:00 +0000"
        house.add(mail(f"Kiln {n}", body, from_=marta, message_id=f"{n}@kiln.example", date=date))
    weekly = "Harbour Weekly <news@harbour-weekly.example>"
    house.add(mail("Harbour", "News.", from_=weekly, message_id="h@hw.example", more=ONE_CLICK))
    house.runner().call(triage.SORT_MAIL, NoParams())


def _invoice(n: int) -> bytes:
    made = EmailMessage()
    made["From"], made["To"] = "Billing <billing@timber.example>", str(ME)
    made["Subject"], made["Message-ID"] = f"Invoice {n}", f"<inv{n}@timber.example>"
    made["Date"] = f"{'Thu Fri Sat'.split()[n]}, {n + 9:02d} Oct 2025 09:00:00 +0000"
    made.set_content("The invoice is attached.")
    made.add_attachment(b"%PDF-1.4", "application", "pdf", filename=f"invoice-{n}.pdf")
    return made.as_bytes().replace(b"\n", b"\r\n")


def lines(now: list[Figures], before: list[Figures]) -> list[str]:
    """The table, with the figures of before where there are any."""
    if not before:
        found = ["| job | calls | text | data |", "|---|---:|---:|---:|"]
        return found + [f"| {f.job} | {f.calls} | {f.text:,} | {f.data:,} |" for f in now]
    found = ["| job | before: calls | text | data | now: calls | text | data |"]
    found.append("|---|---:|---:|---:|---:|---:|---:|")
    for was, f in zip(before, now, strict=True):
        calls = str(was.calls) if was.done else f"{was.calls}, not possible"
        found.append(
            f"| {f.job} | {calls} | {was.text:,} | {was.data:,} "
            f"| {f.calls} | {f.text:,} | {f.data:,} |"
        )
    return found


def _of(tree: Path) -> list[Figures]:
    """The figures of an older checkout, by this file in a process of its own."""
    command = [sys.executable, __file__, "--old", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return [Figures(**row) for row in json.loads(done.stdout)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mcp_jobs", description=__doc__)
    parser.add_argument("--before", type=Path, help="an older checkout, to put beside")
    parser.add_argument("--old", action="store_true", help="only with verbs that were there before")
    parser.add_argument("--json", action="store_true", help="figures alone")
    asked = parser.parse_args()
    before = _of(asked.before.resolve()) if asked.before else []
    with TemporaryDirectory() as folder:
        for house in open_house(Path(folder)):
            found = run(house, before=asked.old)
    if asked.json:
        print(json.dumps([asdict(figures) for figures in found]))
    else:
        print("\n".join(lines(found, before)))


if __name__ == "__main__":
    main()
