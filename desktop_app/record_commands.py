"""Commands about the activity record: written into a file, and looked through."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from desktop_app.account_commands import Command
from desktop_app.interrupts import stopping
from desktop_app.model.errors import KnownError
from desktop_app.tools.person import record
from desktop_app.tools.runner import Runner

WHOLE, NOT_WHOLE, NO_RECORD = 0, 1, 2
"""Exit statuses of `record verify`."""


def _export(arguments: argparse.Namespace, runner: Runner) -> None:
    path = str(Path(arguments.path).expanduser().resolve())
    with stopping() as cancelled:
        done = runner.call(
            record.EXPORT_RECORD, record.ExportRecord(path=path), cancelled=cancelled
        ).unwrap()
    print(done.display)


def verify_own(arguments: argparse.Namespace, runner: Runner) -> int:
    """Look through the profile's own record, and print what was found. Returns the exit status."""
    with stopping() as cancelled:
        found = runner.call(
            record.VERIFY_RECORD, record.VerifyRecord(head=arguments.head), cancelled=cancelled
        ).unwrap()
    print(found.display)
    return WHOLE if found.whole else NOT_WHOLE


def verify_file(arguments: argparse.Namespace) -> int:
    """Look through an exported record, without a profile. Returns the exit status."""
    try:
        found = record.verified_file(Path(arguments.path).expanduser(), arguments.head)
    except KnownError as error:
        print(f"draftdesk: {error.sentence} {error.next_step}".rstrip(), file=sys.stderr)
        return NO_RECORD
    print(found.display)
    return WHOLE if found.whole else NOT_WHOLE


RECORD_COMMANDS: Mapping[str, Command] = MappingProxyType({"record export": _export})
