"""Words about what another mail program has, and about what was taken of it."""

from __future__ import annotations

from desktop_app.model.moving import MovedReport, SeenAccount, SeenProgram, SeenTree
from desktop_app.model.progress import ImportReport, PeopleReport
from desktop_app.tools.person.moving_out import MovedOut
from desktop_app.ui.widgets.dates import file_size, number
from desktop_app.ui.widgets.safe_text import clean

MOST_LINES = 300
"""Lines below one line, so that the dialog is there at once."""


def counted(count: int, one: str, many: str = "") -> str:
    """`1 folder`, `1,200 folders`."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def tree_words(tree: SeenTree) -> str:
    """`Mail: Local Folders — 6 folders, 8 kB`."""
    size = f"{counted(len(tree.folders), 'folder')}, {file_size(tree.size)}"
    return f"Mail: {clean(tree.title)} — {size}"


def folder_lines(tree: SeenTree) -> list[str]:
    """`Projects/Alpha, 1.5 kB`, a line for each of the first folders."""
    lines = [
        f"{clean('/'.join(folder.names))}, {file_size(folder.size)}"
        for folder in tree.folders[:MOST_LINES]
    ]
    more = len(tree.folders) - len(lines)
    return [*lines, f"and {number(more)} more"] if more > 0 else lines


def sender_lines(seen: SeenProgram) -> list[str]:
    """`Dana Lee, dana@fernhill.example, signed: Dana Lee · Fernhill`, so that a signature is seen
    before it is taken."""
    lines = []
    for identity in [i for account in seen.accounts for i in account.identities][:MOST_LINES]:
        said = ", ".join(filter(None, (identity.name, identity.email)))
        signed = " · ".join(filter(None, map(str.strip, identity.signature.split("\n"))))
        lines.append(clean(f"{said}, signed: {signed[:200]}" if signed else said))
    return lines


def people_words(seen: SeenProgram) -> str:
    """`People: Personal address book, Collected addresses`."""
    names = [clean(book.title) for book in seen.books]
    more = f" and {number(len(names) - 3)} more" if len(names) > 3 else ""
    return f"People: {', '.join(names[:3])}{more}"


def senders_words(seen: SeenProgram) -> str:
    """`Senders and signatures: dana@…, press@… — for accounts of yours with these addresses`."""
    emails = [clean(i.email) for account in seen.accounts for i in account.identities]
    emails = list(dict.fromkeys(emails))
    more = f" and {number(len(emails) - 3)} more" if len(emails) > 3 else ""
    return f"Senders and signatures: {', '.join(emails[:3])}{more}"


def account_words(account: SeenAccount) -> str:
    """`Account: Work, dana@fernhill.example (IMAP)`."""
    email = f", {clean(account.email)}" if account.email else ""
    return f"Account: {clean(account.title)}{email} ({clean(account.kind).upper()})"


def report_sentences(report: MovedReport) -> list[str]:
    """What was taken of one program, a line for each kind."""
    found = [mail_sentence(report.mail)] if report.mail is not None else []
    found += [people_sentence(report.people)] if report.people is not None else []
    if report.identities:
        found.append(f"{counted(report.identities, 'sender or signature', 'senders or signatures')}"
                     " taken over.")  # fmt: skip
    found += [clean(note) for note in report.notes]
    if report.cancelled:
        found.append("It was stopped. What was taken by then is here; moving in again goes on.")
    return found or ["Nothing was left to take."]


def written_sentences(report: MovedOut) -> list[str]:
    """What was written, and where it is."""
    drafts = f" and {counted(report.drafts, 'draft')}" if report.drafts else ""
    path = clean(report.path)
    if report.cancelled:
        of = f"{number(report.mails)} of {counted(report.found, 'mail')}{drafts}"
        found = [f"It was stopped. {of} are in {path}, which is not finished."]
    else:
        found = [f"{counted(report.mails, 'mail')}{drafts} written to {path}."]
    return [*found, *(clean(note) for note in report.notes)]


def mail_sentence(mail: ImportReport) -> str:
    """`24 mails found: 18 taken, 4 were there already, 2 deleted there were left out.`"""
    parts = [f"{number(mail.imported)} taken"]
    if mail.duplicates:
        parts.append(f"{number(mail.duplicates)} were here already")
    if mail.repeated:
        parts.append(f"{number(mail.repeated)} lay there more than once")
    if mail.deleted:
        parts.append(f"{number(mail.deleted)} deleted there were left out")
    if mail.unreadable:
        parts.append(f"{number(len(mail.unreadable))} could not be read")
    text = f"{counted(mail.found, 'mail')} found: {', '.join(parts)}."
    if mail.partial:
        text += f" Of {number(mail.partial)} only the beginning was there."
    return text


def people_sentence(people: PeopleReport) -> str:
    """`4 people found: 3 taken, 1 was filled up.`"""
    count = people.new + people.filled + people.known + people.left_out
    parts = [f"{number(people.new)} taken"]
    if people.filled:
        parts.append(f"{number(people.filled)} filled up")
    if people.known:
        parts.append(f"{number(people.known)} were here already")
    if people.left_out:
        parts.append(f"{number(people.left_out)} left out")
    return f"{counted(count, 'person', 'people')} found: {', '.join(parts)}."
