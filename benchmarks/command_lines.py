"""Programs of the command line that are MCP hosts: what each has to be told, as its own
documentation says, to use the bridge and a model at an address of its own family.

Sources: code.claude.com/docs/en/mcp, developers.openai.com/codex/mcp, geminicli.com/docs/tools/
mcp-server, qwenlm.github.io/qwen-code-docs, opencode.ai/docs/mcp-servers, docs.continue.dev/cli.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

PROMPT = "Answer the mail about the budget."
TOKEN = "DRAFTDESK_TOKEN"


@dataclass(frozen=True)
class Where:
    """The bridge and its token, and the model's server without its version (`…:PORT`)."""

    url: str
    token: str
    model: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True)
class Start:
    """What a program is started with. `files` lie in the folder that is its home and where it
    runs."""

    arguments: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)


def claude_code(where: Where) -> Start:
    server = {"type": "http", "url": where.url, "headers": where.headers}
    return Start(
        (
            "-p", PROMPT, "--mcp-config", "servers.json", "--strict-mcp-config",
            "--allowedTools", "mcp__draftdesk",
        ),
        {"servers.json": json.dumps({"mcpServers": {"draftdesk": server}})},
        {
            "ANTHROPIC_BASE_URL": where.model,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        },
    )  # fmt: skip


def codex(where: Where) -> Start:
    settings = f"""
model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{where.model}/v1"
wire_api = "responses"
env_key = "NO_KEY"
[mcp_servers.draftdesk]
url = "{where.url}"
bearer_token_env_var = "{TOKEN}"
"""
    bypass = "--dangerously-bypass-approvals-and-sandbox"
    return Start(
        ("exec", "--skip-git-repo-check", bypass, PROMPT),
        {".codex/config.toml": settings},
        {TOKEN: where.token, "NO_KEY": "none"},
    )


def _like_gemini(where: Where, auth: str) -> str:
    server = {"httpUrl": where.url, "headers": where.headers, "trust": True}
    return json.dumps(
        {
            "mcpServers": {"draftdesk": server},
            "security": {"auth": {"selectedType": auth}},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
        }
    )


def gemini_cli(where: Where) -> Start:
    return Start(
        ("--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", PROMPT),
        {".gemini/settings.json": _like_gemini(where, "gemini-api-key")},
        {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": where.model},
    )


def qwen_code(where: Where) -> Start:
    return Start(
        ("--yolo", "-p", PROMPT),
        {".qwen/settings.json": _like_gemini(where, "openai")},
        {
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": f"{where.model}/v1",
            "OPENAI_MODEL": "scripted",
        },
    )


def opencode(where: Where) -> Start:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": f"{where.model}/v1", "apiKey": "none"},
        "models": {"scripted": {"name": "scripted", "tool_call": True}},
    }
    server = {"type": "remote", "url": where.url, "headers": where.headers, "enabled": True}
    settings = {
        "model": "scripted/scripted",
        "provider": {"scripted": provider},
        "mcp": {"draftdesk": server},
    }
    return Start(("run", PROMPT), {"opencode.json": json.dumps(settings)})


def continue_cli(where: Where) -> Start:
    settings = {
        "name": "draftdesk",
        "version": "1.0.0",
        "schema": "v1",
        "models": [
            {
                "name": "scripted",
                "provider": "openai",
                "model": "scripted",
                "apiBase": f"{where.model}/v1",
                "apiKey": "none",
                "roles": ["chat"],
                "capabilities": ["tool_use"],
            }
        ],
        "mcpServers": [
            {
                "name": "draftdesk",
                "type": "streamable-http",
                "url": where.url,
                "requestOptions": {"headers": where.headers},
            }
        ],
    }  # JSON is YAML
    return Start(
        ("--config", "config.yaml", "--auto", "-p", PROMPT),
        {"config.yaml": json.dumps(settings)},
    )


@dataclass(frozen=True)
class CommandLine:
    """A program and how it is told. `binary` is its name in `node_modules/.bin`."""

    name: str
    package: str
    binary: str
    start: Callable[[Where], Start]


COMMAND_LINES = (
    CommandLine("claude-code", "@anthropic-ai/claude-code", "claude", claude_code),
    CommandLine("codex", "@openai/codex", "codex", codex),
    CommandLine("gemini-cli", "@google/gemini-cli", "gemini", gemini_cli),
    CommandLine("qwen-code", "@qwen-code/qwen-code", "qwen", qwen_code),
    CommandLine("opencode", "opencode-ai", "opencode", opencode),
    CommandLine("continue", "@continuedev/cli", "cn", continue_cli),
)
