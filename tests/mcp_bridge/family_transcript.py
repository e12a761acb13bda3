"""The transcript of each family's main job in docs/mcp-bridge.md:
`python -m tests.mcp_bridge.family_transcript` prints it.

Inspector's command line on the sample mailbox, through the application's own bridge in a throw-away
profile. The program is listed one family after the other.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from desktop_app.app import opened
from desktop_app.model.bridge import NAME_FAMILIES
from tests.mcp_bridge.tools import run

WIDTH, LINES = 108, 6
KEPT = (
    *("decision", "request_id", "draft_id", "draftId", "revision", "status", "sent", "uid"),
    *("nextPageToken", "code"),
)
ANSWER = "Hi Dana, 1 February is all right. Alex"
PLAN = {"filename": "plan.txt", "mimeType": "text/plain", "content": "VGhyZWUgcm9vbXMu"}
Call = Callable[..., dict[str, Any]]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "profile") as house:
        account = house.sample.install()
        clients = house.store.bridge_clients
        client, token = clients.add("Inspector", now=time.time())
        house.settings.change("bridge.enabled", True)
        house.bridge.start()
        url = house.bridge.wait().url

        def call(tool: str, /, **arguments: Any) -> dict[str, Any]:
            return _call(url, token, Path(folder), tool, arguments)

        for family in NAME_FAMILIES:
            clients.change(client.id, accounts=(account.id,), groups_off=(), family=family.id)
            print(f"# {family.title}: {', '.join(_listed(url, token, Path(folder)))}\n")
            JOBS[family.id](call)


def _gmail_drafts(call: Call) -> None:
    made = call("gmail_draft_create", replyToMessageId=LEASE, body=ANSWER)
    call("gmail_send", draftId=made["draftId"])


def _google_tools(call: Call) -> None:
    call("list_emails", max_results=1)
    call("search_emails", query="from:dana zeppelin")
    call("create_email_draft", to="dana.lee@northgate-offices.example", subject="Keys", body="Hi.")


def _imap_drafts(call: Call) -> None:
    made = call("draft_reply", uid=OLDER, body=ANSWER)
    call("update_draft", uid=made["draft_id"], body=f"{ANSWER}!")
    call("update_draft", uid=LEASE, body=ANSWER)


def _chat_agent(call: Call) -> None:
    filters = {"from": "henrik", "subjectContains": "ash boards"}
    found = call("gmail", operation="listEmails", filters={**filters, "maxResults": 2})
    mail = found["messages"][0]["id"]
    call("replyPreview", messageId=mail, body="Yes, please plane them. Alex")
    call("replyConfirm", messageId=mail)


def _gmail_server(call: Call) -> None:
    found = call("gmail_search_messages", query="from:dana lease", maxResults=1)
    mail = found["messages"][0]["id"]
    call("gmail_get_message", messageId=mail, format="metadata")
    call("gmail_create_draft", threadId=mail, body="The plan goes along.", attachments=[PLAN])
    asked = call("gmail_delete_message", messageId=mail, permanent=True)
    call("get_request", request_id=asked["request_id"])


OLDER = "<lease.3@northgate-offices.example>"
LEASE = "<lease.6@northgate-offices.example>"
JOBS: dict[str, Callable[[Call], None]] = {
    "gmail_drafts": _gmail_drafts,
    "google_tools": _google_tools,
    "imap_drafts": _imap_drafts,
    "chat_agent": _chat_agent,
    "gmail_server": _gmail_server,
}


def _listed(url: str, token: str, folder: Path) -> list[str]:
    code, out, errors = _inspector(url, token, folder, ["--method", "tools/list"])
    if code:
        raise SystemExit(out + errors)
    return [tool["name"] for tool in json.loads(out)["result"]["tools"]]


def _call(
    url: str, token: str, folder: Path, tool: str, arguments: dict[str, Any]
) -> dict[str, Any]:
    pairs = [f"{key}={_written(value)}" for key, value in arguments.items()]
    given = ["--method", "tools/call", "--tool-name", tool, "--tool-arg", *pairs]
    said = " ".join(f"'{each}'" if set(each) & set(' "<') else each for each in given)
    print(f'$ mcp-inspector --cli $URL --protocol-era modern --header "$AUTH" \\\n    {said}')
    _, out, errors = _inspector(url, token, folder, given)
    try:
        answer = json.loads(out)["result"]
        found: dict[str, Any] = answer["structuredContent"]
    except (ValueError, KeyError) as error:
        raise SystemExit(out + errors) from error
    lines = str(answer["content"][0]["text"]).splitlines()
    more = [f"[… {len(lines) - LINES} more lines]"] if len(lines) > LINES else []
    print("\n".join(line[:WIDTH] for line in [*lines[:LINES], *more]))
    kept = {key: found[key] for key in KEPT if key in found}
    print(f"{json.dumps(kept)}\n" if kept else "")
    return found


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _inspector(url: str, token: str, folder: Path, given: list[str]) -> tuple[int, str, str]:
    return run(
        "mcp-inspector", "--cli", url, "--transport", "http", "--protocol-era", "modern",
        "--header", f"Authorization: Bearer {token}", *given, "--format", "json", cwd=folder,
    )  # fmt: skip


if __name__ == "__main__":
    main()
