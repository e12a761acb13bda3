"""Commands about people: vCard files taken in and written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import to_builtins

from desktop_app.account_commands import Command, print_json
from desktop_app.interrupts import stopping
from desktop_app.model.errors import Cancelled
from desktop_app.model.people_words import report_words
from desktop_app.model.progress import Progress
from desktop_app.tools.person import people_files
from desktop_app.tools.runner import Runner


def _import_people(arguments: argparse.Namespace, runner: Runner) -> None:
    """Take people in. Ctrl+C stops it after the cards under way; raises `Cancelled` then."""
    paths = tuple(str(Path(p).expanduser().resolve()) for p in arguments.paths)
    with stopping() as cancelled:
        report = runner.call(
            people_files.IMPORT_PEOPLE,
            people_files.ImportPeople(paths=paths),
            cancelled=cancelled,
            progress=_show_progress,
        ).unwrap()
    print(file=sys.stderr)
    if arguments.json:
        print_json(to_builtins(report))
    elif not report.cancelled:
        print(
            "\n".join(
                (report_words(report), *(f"{r.location}: {r.reason}" for r in report.remarks))
            )
        )
    if report.cancelled:
        raise Cancelled(f"Stopped; what was taken in is kept ({report.new} new people).")


def _show_progress(progress: Progress) -> None:
    print(f"\r{progress.done} cards\x1b[K", end="", file=sys.stderr, flush=True)


def _export_people(arguments: argparse.Namespace, runner: Runner) -> None:
    path = str(Path(arguments.path).expanduser().resolve())
    done = runner.call(
        people_files.EXPORT_PEOPLE,
        people_files.ExportPeople(path=path, group=arguments.group, version=arguments.vcard),
    ).unwrap()
    if arguments.json:
        print_json({"path": path, "people": done.count})
    else:
        print(done.display)


PEOPLE_COMMANDS: Mapping[str, Command] = MappingProxyType(
    {"people import": _import_people, "people export": _export_people}
)
