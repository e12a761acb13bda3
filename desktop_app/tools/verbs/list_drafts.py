"""The drafts that are not sent yet, or the templates for new ones, for assistants and programs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import DraftState
from desktop_app.model.template import StoredTemplate
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import NO_SUBJECT, DraftList, TemplateRow

LONGEST_WORDS = 500
"""Characters that are shown of a template; a draft gets it whole."""

_SHOWN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)


class ListDrafts(Params, frozen=True, kw_only=True):
    max_results: Annotated[int, Meta(ge=1, le=500)] = 50
    page: Annotated[int, Meta(ge=1)] = 1
    account: str = ""
    templates: Annotated[
        bool, Meta(description="Instead the templates, whose names drafts take.")
    ] = False


def run(context: Context, params: ListDrafts) -> DraftList:
    """Newest change first; templates by their name."""
    if params.templates:
        return _templates(context, params)
    skip = (params.page - 1) * params.max_results
    found = context.store.drafts.in_state(
        _SHOWN, account_id=params.account, limit=skip + params.max_results + 1
    )
    shown = tuple(rows.draft_row(context, d) for d in found[skip : skip + params.max_results])
    lines = [
        f"{r.subject or NO_SUBJECT}, {rows.addressed(r.to, r.cc, r.bcc)}: {r.state}, "
        f"draft_id={r.draft_id} revision={r.revision} account={r.account}, {r.link}"
        for r in shown
    ]
    more = len(found) > skip + params.max_results
    lines = Fence().around("\n".join(lines))
    lines += [f"[page={params.page + 1} reads on]"] if more else []
    return DraftList(
        display="\n".join(lines) or "There are no drafts.",
        count=len(shown),
        page=params.page,
        has_more=more,
        drafts=shown,
    )


def _templates(context: Context, params: ListDrafts) -> DraftList:
    skip = (params.page - 1) * params.max_results
    found = context.store.templates.read().templates
    if params.account:
        own = {"", *context.store.accounts.get(params.account).own_keys}
        found = tuple(each for each in found if each.template.account.lower() in own)
    shown = tuple(map(_row, found[skip : skip + params.max_results]))
    more = len(found) > skip + params.max_results
    lines = Fence().around("\n\n".join(map(_line, shown)))
    lines += [f"[page={params.page + 1} reads on]"] if more else []
    return DraftList(
        display="\n".join(lines) or "There are no templates.",
        count=len(shown),
        page=params.page,
        has_more=more,
        drafts=(),
        templates=shown,
    )


def _row(stored: StoredTemplate) -> TemplateRow:
    template = stored.template
    words, people = template.body, (*template.to, *template.cc, *template.bcc)
    return TemplateRow(
        template.name,
        template.subject,
        words if len(words) <= LONGEST_WORDS else f"{words[: LONGEST_WORDS - 1]}…",
        tuple(map(str, people)),
        tuple(each.filename for each in stored.files),
    )


def _line(row: TemplateRow) -> str:
    parts = (
        f"subject {row.subject}" if row.subject else "",
        f"to {', '.join(row.people)}" if row.people else "",
        f"files {', '.join(row.files)}" if row.files else "",
    )
    besides = "; ".join(filter(None, parts))
    return f"template={row.name}{f' ({besides})' if besides else ''}:\n{row.words}"


TOOL = Tool(
    name="list_drafts",
    title="List drafts",
    done="Looked at drafts",
    effect=Effect.READ,
    group=Group.DRAFTS,
    description="Drafts that wait, newest first.",
    params=ListDrafts,
    result=DraftList,
    run=run,
)
