"""The transcript in docs/mcp-bridge.md: `python -m tests.mcp_bridge.transcript`.

Inspector's command line does the main job on the sample mailbox, through the application's own
bridge in a throw-away profile. Prints every command and what it said, shortened.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from desktop_app.app import opened
from tests.mcp_bridge.tools import run

WIDTH = 108
LINES = 9


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "profile") as house:
        account = house.sample.install()
        client, token = house.store.bridge_clients.add("Inspector", now=time.time())
        house.store.bridge_clients.change(client.id, accounts=(account.id,), groups_off=())
        house.settings.change("bridge.enabled", True)
        house.bridge.start()
        _job(house.bridge.wait().url, token, Path(folder))


def _job(url: str, token: str, folder: Path) -> None:
    def call(name: str, **arguments: Any) -> dict[str, Any]:
        return _call(url, token, folder, name, arguments)

    row = call("search_messages", query="from:dana lease", max_results=3)["results"][0]
    call("get_message", message_id=row["message_id"])
    words = "Hi Dana, 1 February is all right. Alex"
    saved = call("draft_reply", message_id=row["message_id"], body=words)
    call("send_draft", draft_id=saved["draft_id"], revision=saved["revision"])
    call("get_draft", draft_id=saved["draft_id"])


def _call(
    url: str, token: str, folder: Path, name: str, arguments: dict[str, Any]
) -> dict[str, Any]:
    pairs = [f"{key}={value}" for key, value in arguments.items()]
    given = ["--method", "tools/call", "--tool-name", name, "--tool-arg", *pairs]
    said = " ".join(f"'{each}'" if " " in each else each for each in given)
    print(f'$ mcp-inspector --cli $URL --transport http --header "$AUTH" \\\n    {said}')
    code, out, errors = run(
        "mcp-inspector", "--cli", url, "--transport", "http",
        "--header", f"Authorization: Bearer {token}", *given, "--format", "json", cwd=folder,
    )  # fmt: skip
    if code:
        raise SystemExit(out + errors)
    answer = json.loads(out)["result"]
    found: dict[str, Any] = answer["structuredContent"]
    lines = str(answer["content"][0]["text"]).splitlines()
    more = [f"[… {len(lines) - LINES} more lines]"] if len(lines) > LINES else []
    print("\n".join(line[:WIDTH] for line in [*lines[:LINES], *more]))
    kept = {key: found[key] for key in ("decision", "draft_id", "revision") if key in found}
    print(f"{json.dumps(kept)}\n" if kept else "")
    return found


if __name__ == "__main__":
    main()
