"""Backups and restores in sentences, for the window and the command line."""

from __future__ import annotations

from desktop_app.model.backup import (
    Backup,
    BackupContents,
    CopiesOfMail,
    RestoreReport,
)
from desktop_app.model.clock import as_datetime
from desktop_app.model.local_forms import PLAIN, LocalForms

_NAMED = 3
"""Backups that are named one by one."""


def local_time(seconds: float, forms: LocalForms = PLAIN) -> str:
    """`24 November 2026, 14:02` in this computer's time zone."""
    when = as_datetime(seconds).astimezone()
    return f"{forms.day_in_words(when)}, {forms.time(when)}"


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


def backup_words(backup: Backup, forms: LocalForms = PLAIN) -> str:
    """`24 November 2026, 14:02: 2 accounts, 3 drafts`."""
    return f"{local_time(backup.made, forms)}: {contents_words(backup.contents)}"


def copies_words(copies: CopiesOfMail, forms: LocalForms = PLAIN) -> str:
    """What the removal of an account does to what was copied of it, before the press."""
    said = []
    if copies.backups:
        more = len(copies.backups) - _NAMED
        names = ", ".join(local_time(b.made, forms) for b in copies.backups[:_NAMED])
        names += f" and {more} more" if more > 0 else ""
        count = counted(len(copies.backups), "backup is", "backups are")
        said.append(f"{count} made anew without it ({names}).")
    if copies.unclear:
        said.append(
            f"{_unclear(copies)} may have its mail, and that of your other accounts: they stay"
            " unless you delete them too."
        )
    said.append("Backups that you keep in other places are yours to delete.")
    return " ".join(said)


def copies_removed_words(copies: CopiesOfMail, *, set_aside: bool) -> list[str]:
    """What has become of what was copied of a removed account."""
    said = []
    if copies.backups:
        count = counted(len(copies.backups), "backup was", "backups were")
        said.append(f"{count} made anew without it.")
    if copies.unclear and not set_aside:
        folders = sorted({str(path.parent) for path in copies.unclear})
        said.append(f"{_unclear(copies)} may have its mail still: {', '.join(folders)}.")
    return said


def _unclear(copies: CopiesOfMail) -> str:
    parts = []
    if copies.set_aside:
        parts.append(f"the former files of {counted(len(copies.set_aside), 'repair')}")
    if copies.damaged:
        parts.append(counted(len(copies.damaged), "damaged backup"))
    words = " and ".join(parts)
    return words[:1].upper() + words[1:]


def trouble_words(since: float, why: str, *, damaged: bool) -> str:
    """What is wrong with the backups of a profile, or with what is backed up; empty where nothing
    is. `since` is when the last one was made, 0 without one, `why` the next could not be."""
    said = ["The mail database is damaged."] if damaged else []
    if why:
        last = f"No backup since {local_time(since)}." if since else "There is no backup yet."
        said += [last, why]
    elif damaged and since:
        said.append(f"What can be read of it is backed up, last on {local_time(since)}.")
    return " ".join(said)


def forecast_words(would: RestoreReport, *, damaged: bool, forms: LocalForms = PLAIN) -> list[str]:
    """What a restore would bring back, and from where, one line for each thing to know. `damaged`:
    it is made because the former file is damaged."""
    of_backup = [would.drafts - would.from_former, would.mails - would.mails_of_former]
    file = "damaged file" if damaged else "mail database"
    lines = [f"From the {file} come {_drafts_and_mails(would.from_former, would.mails_of_former)}."]
    if would.backup is not None:
        more = any(of_backup)
        lines.append(
            f"From the backup come {_drafts_and_mails(*of_backup)}."
            if more
            else "The backup adds no draft and no mail."
        )
    if would.awaited:
        lines.append(f"{counted(would.awaited, 'mail is', 'mails are')} fetched or imported again.")
    if would.gone:
        lines.append(f"{counted(would.gone, 'mail', 'mails')} can't be brought back from here.")
    if damaged and would.backup is not None:
        lines.append(
            f"What was written after {local_time(would.backup.made, forms)} and can't be read any"
            " more would be missing."
        )
    elif damaged:
        lines.append("There is no backup: what can't be read is lost.")
    return lines


def _drafts_and_mails(drafts: int, mails: int) -> str:
    return f"{counted(drafts, 'draft')} and {counted(mails, 'mail')}"


def restored_words(report: RestoreReport, forms: LocalForms = PLAIN) -> list[str]:
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
            f"Drafts that you sent after {local_time(report.backup.made, forms)} may be drafts"
            " again: look in Sent before you send one."
        )
    if report.set_aside is not None:
        lines.append(f"The former files are in {report.set_aside}.")
    return lines
