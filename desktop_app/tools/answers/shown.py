"""What a conversation has been shown: the newest revision of each draft, and the rows of files."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.tools.answers.cloud_results import FileList
from desktop_app.tools.calls.context import Conversation
from desktop_app.tools.calls.results import DraftList, DraftSaved, DraftText


def note_shown(conversation: Conversation, value: object) -> None:
    """Note the drafts and files of a result."""
    for draft_id, revision in _drafts(value):
        conversation.revisions[draft_id] = revision
    if isinstance(value, FileList):
        conversation.files = {row.number: row.file_id for row in value.results}


def _drafts(value: object) -> Iterable[tuple[str, int]]:
    match value:
        case DraftSaved():
            return [(value.draft_id, value.revision)]
        case DraftText():
            return [(value.draft.draft_id, value.draft.revision)]
        case DraftList():
            return [(row.draft_id, row.revision) for row in value.drafts]
    return ()
