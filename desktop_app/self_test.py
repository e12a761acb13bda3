"""Self-test of an installation: `draftdesk --self-test`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from desktop_app.app import opened, services
from desktop_app.locations import resources
from desktop_app.optional_parts import Part, absent

LATER = (
    "desktop_app.assistant.model.model_run",
    "pydantic_ai.models.ollama",
    "pydantic_ai.models.openai",
    "desktop_app.mcp_bridge.server",
    "desktop_app.mcp_bridge.stdio",
    "uvicorn.protocols.http.h11_impl",
    "googleapiclient.discovery",
    "json5.loader",
)
"""What is imported with its first use: a package without one of these would fail only then."""

OF_PARTS = {
    Part.ORIGINAL: "desktop_app.ui.reading.original",
    Part.PAGES: "PySide6.QtPdf",
    Part.ANTHROPIC: "pydantic_ai.models.anthropic",
    Part.GOOGLE: "pydantic_ai.models.google",
    Part.MISTRAL: "pydantic_ai.models.mistral",
}
"""The same of parts that an installation may be without."""

INVITATION = b"""BEGIN:VCALENDAR\r
VERSION:2.0\r
METHOD:REQUEST\r
BEGIN:VEVENT\r
UID:1\r
DTSTART;TZID=Europe/Berlin:20260914T100000\r
SUMMARY:A look at the site\r
END:VEVENT\r
END:VCALENDAR\r
"""


def self_test() -> str:
    """Test this installation: open the window on the sample mailbox in a temporary profile, search,
    render a mail, draw a page of a PDF, read the libraries' own data, and import what is normally
    imported later. A part that is not installed is no fault: `left_out` says so.

    Returns the empty text on success, else the problem.
    """
    import tempfile
    from importlib import import_module

    from desktop_app.ui.window.display import need_display

    need_display(os.environ, sys.argv)
    from desktop_app.ui.window.application import make_application, run_self_test
    from desktop_app.ui.window.self_test import page_problem

    app = make_application(resources())
    with tempfile.TemporaryDirectory(prefix="draftdesk-") as folder, opened(Path(folder)) as house:
        house.sample.install()
        problem = run_self_test(app, services(house)) or _data_problem()
    without = absent()
    if Part.PAGES not in without:
        problem = problem or page_problem()
    for name in (*LATER, *(name for part, name in OF_PARTS.items() if part not in without)):
        try:
            import_module(name)
        except Exception as error:  # noqa: BLE001  # whatever it is, the package is not whole
            problem = problem or f"{name} can't be imported: {error}"
    return problem


def left_out() -> str:
    """The parts that this installation is without, as the self-test says; empty for a whole one."""
    return ", ".join(part.title for part in absent())


def _data_problem() -> str:
    """Use what reads files of its own: the list of public suffixes, the time zones."""
    from desktop_app.mail.calendar.calendar_file import read_invitation
    from desktop_app.mail.senders.domains import registered

    if registered("a.example.co.uk") != "example.co.uk":
        return "the list of public suffixes is missing"
    invitation = read_invitation(INVITATION)
    if invitation is None or invitation.start is None or invitation.unknown_zone:
        return "an invitation can't be read"
    return ""
