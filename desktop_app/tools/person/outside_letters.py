"""Letters that begin outside of the window: a mailto link, or the command `draftdesk compose`."""

from __future__ import annotations

from pathlib import Path

from desktop_app.model.errors import BadInput
from desktop_app.model.wish import Letter
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved


class BeginLetter(Params, frozen=True, kw_only=True):
    """`letter` with a link has no files."""

    letter: Letter
    account: str = ""


def begin_letter(context: Context, params: BeginLetter) -> DraftSaved:
    """A draft of the person's own that begins with the letter. Raises `BadInput` for a file that
    can't be read, `NotFound` without an account."""
    from desktop_app.tools.drafting import draft_attachments, new_drafts, outside_words
    from desktop_app.tools.drafting.writing_format import formatted, is_formatted

    letter = params.letter
    if letter.link and letter.files:
        raise BadInput("A link attaches no files.")
    account = new_drafts.account_or_default(context, params.account)
    content, places, source = outside_words.begun_with(account, letter)
    if is_formatted(context, account):
        content = formatted(content)
    files = draft_attachments.read_files(Path(name) for name in letter.files)
    new = new_drafts.NewDraft(account.id, content, kept=files, taken=places, brought=(source,))
    return rows.draft_saved(context, new_drafts.keep(context, new))


BEGIN_LETTER = person_tool(begin_letter, Effect.DRAFT, BeginLetter)
TOOLS = (BEGIN_LETTER,)
