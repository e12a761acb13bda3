"""Hosts and frameworks as they are, each through search, read, reply and ask: `python -m
benchmarks.mcp_hosts`.

Each is installed from its registry into an environment of its own below `--into`, and driven by a
scripted model (`benchmarks.scripted_model`) that gives every argument the host's own schemas
require. What must come of it is one draft, to whom an answer goes with the copy that was wanted and
nothing that was filled in besides, which asks to be sent; and no mail leaves. `--only NAME` runs
some. What the table needs without a network is held by `tests/tools/test_strict_hosts.py`;
`make campaign` drives the five that convert schemas, at locked versions.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.command_lines import COMMAND_LINES, CommandLine, Where
from benchmarks.scripted_model import COPY, STEPS, Script, scripted_model
from desktop_app.model.draft import DraftState
from tests.fakes.bridge import Served, served
from tests.fakes.house import mail, open_house

HERE = Path(__file__).parent / "hosts"
INTO = Path(__file__).parents[1] / ".venv" / "mcp-tools" / "hosts"
SECONDS = 180
"""That one host may take, its start included."""


@dataclass(frozen=True)
class Host:
    """A framework: what is installed, and the program that uses it."""

    name: str
    packages: tuple[str, ...]
    program: str = ""
    command: CommandLine | None = None

    @property
    def is_node(self) -> bool:
        return self.command is not None or self.program.endswith(".mjs")


HOSTS = (
    Host("openai-agents", ("openai-agents",), "openai_agents_job.py"),
    Host(
        "langchain",
        ("langchain-mcp-adapters", "langgraph", "langchain-openai"),
        "langchain_job.py",
    ),
    Host("pydantic-ai", ("pydantic-ai-slim[mcp,openai]",), "pydantic_ai_job.py"),
    Host("google-genai", ("google-genai", "mcp<2"), "google_genai_job.py"),
    Host("smolagents", ("smolagents[mcp,openai]", "mcp<2", "websockets"), "smolagents_job.py"),
    Host("mcp-use", ("mcp-use", "langchain-openai"), "mcp_use_job.py"),
    Host(
        "llama-index",
        ("llama-index-core", "llama-index-tools-mcp", "llama-index-llms-openai-like"),
        "llama_index_job.py",
    ),
    Host("ai-sdk", ("ai", "@ai-sdk/mcp", "@ai-sdk/openai-compatible"), "ai_sdk_job.mjs"),
    Host(
        "mastra",
        ("@mastra/core", "@mastra/mcp", "@ai-sdk/openai-compatible"),
        "mastra_job.mjs",
    ),
    Host("google-adk", ("google-adk[mcp]",), "google_adk_job.py"),
    *(Host(each.name, (each.package,), command=each) for each in COMMAND_LINES),
)


@dataclass(frozen=True)
class Row:
    """What one host came to. `filled` counts the arguments that were given and meant nothing."""

    host: str
    version: str
    listed: int = 0
    filled: int = 0
    done: str = ""
    trouble: str = ""


def install(host: Host, place: Path) -> str:
    """Into an environment of its own, unless it is there; what was in the way, or empty."""
    if host.is_node:
        if (place / "node_modules" / host.packages[0]).exists():
            return ""
        place.mkdir(parents=True, exist_ok=True)
        # Without one of its own npm installs into the nearest folder above that has one.
        (place / "package.json").write_text('{"private": true}')
        return _run([_node("npm"), "install", "--silent", *host.packages], place)
    if (place / "bin" / "python").exists():
        return ""
    return _run([sys.executable, "-m", "venv", str(place)], place) or _run(
        [str(place / "bin" / "pip"), "install", "-q", *host.packages], place
    )


def _node(name: str) -> str:
    return str(Path(sysconfig.get_path("scripts")) / name)


def _run(command: Sequence[str], folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=900,
        env={**os.environ, "PATH": path},
    )  # fmt: skip
    return "" if done.returncode == 0 else done.stderr.strip()[-300:] or "ended with an error"


def drive(host: Host, place: Path) -> Row:
    """One host, from the environment at `place`, on a mailbox of its own."""
    with TemporaryDirectory() as folder, contextmanager(open_house)(Path(folder)) as house:
        house.add(mail())
        with served(house) as bridge, scripted_model() as (model, script):
            trouble = _job(host, place, bridge, model)
            return _judged(host, place, bridge, script, trouble)


def _job(host: Host, place: Path, bridge: Served, model: str) -> str:
    if host.command is not None:
        return _by_command(host.command, place, Where(bridge.url, bridge.token, model))
    program = HERE / host.program
    if host.is_node:  # its imports are looked for beside it
        there = place / program.name
        there.write_bytes(program.read_bytes())
        command = [_node("node"), str(there)]
    else:
        command = [str(place / "bin" / "python"), str(program)]
    return _ended([*command, bridge.url, bridge.token, f"{model}/v1"], place, {})


def _by_command(program: CommandLine, place: Path, where: Where) -> str:
    """One program of the command line, in a home of its own."""
    start = program.start(where)
    with TemporaryDirectory() as home:
        for name, text in start.files.items():
            file = Path(home, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        binary = place / "node_modules" / ".bin" / program.binary
        return _ended([str(binary), *start.arguments], Path(home), start.environment)


def _ended(command: Sequence[str], folder: Path, more: Mapping[str, str]) -> str:
    """What a program that was not to be answered said at its end, or empty."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    home = {"HOME": str(folder), "PATH": path, "NO_PROXY": "127.0.0.1", **more}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS, env=home,
            cwd=folder, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"not ready after {SECONDS} s"
    return "" if done.returncode == 0 else (done.stderr.strip() or done.stdout.strip())[-400:]


def _judged(host: Host, place: Path, bridge: Served, script: Script, trouble: str) -> Row:
    house = bridge.house
    drafts = house.store.drafts.in_state([DraftState.PROPOSED])
    wrong = [trouble] if trouble else []
    if script.step < len(STEPS):
        wrong.append(f"stopped before {STEPS[script.step]}")
    if len(drafts) != 1:
        wrong.append(f"{len(drafts)} drafts")
    for draft in drafts:
        content = draft.content
        people = [a.email for a in (*content.to, *content.cc, *content.bcc)]
        if people != ["dana@lee.example", COPY] or content.body != "I will.":
            wrong.append(f"the draft is to {', '.join(people)}: {content.body[:40]!r}")
        if content.attachments:
            wrong.append("something is attached")
        if not draft.asks_to_send:
            wrong.append("it does not ask to be sent")
    if house.store.outbox.count_open():
        wrong.append("A MAIL IS LEAVING")
    return Row(
        host.name,
        _version(host, place),
        len(script.listed),
        len(script.filled),
        "all" if not wrong else "",
        "; ".join(wrong),
    )


def _version(host: Host, place: Path) -> str:
    package = host.packages[0].partition("[")[0]
    if host.is_node:
        code = f"process.stdout.write(require('{package}/package.json').version)"
        command = [_node("node"), "-e", code]
    else:
        code = f"import importlib.metadata as m; print(m.version({package!r}), end='')"
        command = [str(place / "bin" / "python"), "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place)
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=[host.name for host in HOSTS])
    parser.add_argument("--into", type=Path, default=INTO)
    wanted = parser.parse_args()
    print("| host | version | tools listed | filled in for nothing | search, read, reply, ask |")
    print("|---|---|---:|---:|---|")
    failed = 0
    for host in HOSTS:
        if wanted.only and host.name not in wanted.only:
            continue
        place = wanted.into / host.name
        trouble = install(host, place)
        row = Row(host.name, "", trouble=trouble) if trouble else drive(host, place)
        failed += not row.done
        told = row.done or row.trouble.replace("\n", " ")
        print(f"| {row.host} | {row.version} | {row.listed} | {row.filled} | {told} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
