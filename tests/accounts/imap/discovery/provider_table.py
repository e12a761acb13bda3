"""The table of docs/providers.md, made from the shipped list."""

from __future__ import annotations

from importlib.resources import files

from desktop_app.accounts.imap.provider_list import entries
from desktop_app.model.mail_provider import FoundServers, ProviderKind

HEAD = ("| provider | you sign in with | what to know |", "|---|---|---|")


def table() -> list[str]:
    """The lines of the table, one a name, in the list's order."""
    document = files("desktop_app.accounts.imap").joinpath("providers.xml").read_bytes()
    rows: dict[str, str] = {}
    for _, found in entries(document):
        rows.setdefault(found.provider, f"| {found.provider} | {_way(found)} | {found.note} |")
    return [*HEAD, *(" ".join(row.split()) for row in rows.values())]


def _way(found: FoundServers) -> str:
    if found.kind is ProviderKind.CLOSED:
        return "not possible"
    if found.kind is ProviderKind.MICROSOFT:
        return "Microsoft, in the browser"
    words = "an app password" if found.app_password else "your password"
    if found.kind is ProviderKind.GOOGLE:
        words += ", or a Google client of your own"
    return words
