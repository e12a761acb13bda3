"""The contracts of every family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.tools.adapters import (
    cases_chat_agent,
    cases_gmail_drafts,
    cases_gmail_server,
    cases_google_tools,
    cases_imap_drafts,
)
from tests.tools.adapters.contract import Case

CASES: Mapping[str, Sequence[Case]] = {
    "gmail_drafts": cases_gmail_drafts.CASES,
    "google_tools": cases_google_tools.CASES,
    "imap_drafts": cases_imap_drafts.CASES,
    "chat_agent": cases_chat_agent.CASES,
    "gmail_server": cases_gmail_server.CASES,
}
