"""Backups and restores in sentences, for the window and the command line."""

from __future__ import annotations

from desktop_app.model.backup import Backup, BackupContents, Examination, RestoreReport
from desktop_app.model.clock import as_datetime


def local_time(seconds: float) -> str:
    """`24 November 2026, 14:02` in this computer's time zone."""
    when = as_datetime(seconds).astimezone()
    return f"{when.day} {when:%B %Y, %H:%M}"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 draft`, `3 drafts`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def contents_words(contents: BackupContents) -> str:
    parts = [
        counted(contents.accounts, "account"),
        counted(contents.drafts, "draft"),
        counted(contents.outbox, "mail in the outbox", "mails in the outbox"),
        counted(
            contents.conversations,
            "conversation with an assistant",
            "conversations with an assistant",
        ),
        counted(contents.searches, "saved search", "saved searches"),
        counted(contents.mails, "mail that is nowhere else", "mails that are nowhere else"),
    ]
    shown = [part for part in parts if not part.startswith("0 ")]
    return ", ".join(shown) or "nothing yet"


def backup_words(backup: Backup) -> str:
    """`24 November 2026, 14:02: 2 accounts, 3 drafts`."""
    return f"{local_time(backup.made)}: {contents_words(backup.contents)}"


def missing_words(found: Examination, chosen: Backup | None) -> str:
    """What a restore would not bring back, in sentences."""
    readable = []
    if found.readable_drafts:
        readable.append(counted(found.readable_drafts, "draft"))
    if found.readable_mails:
        readable.append(counted(found.readable_mails, "mail"))
    said = []
    if readable:
        said.append(f"From the damaged file {' and '.join(readable)} can still be read.")
    if chosen is None:
        said.append("There is no backup: what can't be read is lost.")
    else:
        said.append(
            f"What was written after {local_time(chosen.made)} and can't be read any more would be"
            " missing."
        )
    said.append("Mail that a server or a file has is fetched again.")
    return " ".join(said)


def restored_words(report: RestoreReport) -> list[str]:
    """One line for each thing to know."""
    lines = [f"Restored: {counted(report.drafts, 'draft')}, {counted(report.mails, 'mail')}."]
    if report.awaited:
        lines.append(
            f"{counted(report.awaited, 'mail is', 'mails are')} fetched or imported again."
        )
    if report.gone:
        gone = counted(report.gone, "mail was", "mails were")
        lines.append(f"{gone} in the damaged file alone: import the files again if you have them.")
    if report.backup is not None and not report.whole:
        lines.append(
            f"Drafts that you sent after {local_time(report.backup.made)} may be drafts again: look"
            " in Sent before you send one."
        )
    if report.set_aside is not None:
        lines.append(f"The former files are in {report.set_aside}.")
    return lines
