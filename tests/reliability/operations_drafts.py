"""Operations on drafts: saved, proposed, updated, set aside, deleted, with a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.tools.person import draft_lists, draft_review
from desktop_app.tools.verbs import delete_draft, draft_reply, update_draft
from tests.fakes.house import DANA, ME, NOW, mail
from tests.reliability.desk import (
    ANY_STATE,
    Desk,
    Operation,
    Problems,
    Tell,
    draft_of,
    nothing_saved,
)

OLD, NEW = "The old words, which stay.", "The new words, which were saved and are longer."
PERSON = Author(Origin.USER)


def written(desk: Desk) -> None:
    content = DraftContent(ME, to=(DANA,), subject="Budget", body=OLD)
    desk.store.drafts.create("work", PERSON, content, state=DraftState.EDITED, now=NOW)


def _save(desk: Desk, tell: Tell) -> None:
    draft = draft_of(desk)
    assert draft is not None
    content = replace(draft.content, body=NEW)
    params = draft_review.SaveDraft(
        draft_id=draft.id, base_revision=draft.revision, content=content
    )
    desk.runner().call(draft_review.SAVE_DRAFT, params)
    tell("saved")


def _check_save(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    draft = draft_of(desk)
    if draft is None:
        yield "the draft is gone"
        return
    body = draft.content.body
    if body not in {OLD, NEW}:
        yield f"neither the old nor the new words: {body!r}"
    if told and body != NEW:
        yield "a save that was told is missing"
    if nothing_saved(refused) and body != OLD:
        yield "it was said that nothing was saved, and it was"
    if desk.store.drafts.versions(draft.id)[-1].content != draft.content:
        yield "the newest version is not the draft"


def _a_mail(desk: Desk) -> None:
    desk.add(mail())


def _propose(desk: Desk, tell: Tell) -> None:
    desk.runner(Origin.ASSISTANT, "Starter assistant").call(
        draft_reply.TOOL, draft_reply.DraftReply(subject="Budget", body=NEW)
    ).unwrap()  # fmt: skip
    tell("proposed")


def _check_propose(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    drafts = desk.store.drafts.in_state(ANY_STATE)
    if len(drafts) > 1:
        yield "proposed twice"
    if told and not drafts:
        yield "a proposal that was told is missing"
    if nothing_saved(refused) and drafts:
        yield "it was said that nothing was saved, and it was"
    for draft in drafts:
        if (draft.content.body, draft.content.to) != (NEW, (DANA,)) or not draft.reply_to_id:
            yield "half a proposal"


def _proposed(desk: Desk) -> None:
    desk.add(mail())
    desk.runner(Origin.MCP, "Claude").call(
        draft_reply.TOOL, draft_reply.DraftReply(subject="Budget", body=OLD)
    )


def _update(desk: Desk, tell: Tell) -> None:
    draft = draft_of(desk)
    assert draft is not None
    params = update_draft.UpdateDraft(draft_id=draft.id, base_revision=1, body=NEW)
    desk.runner(Origin.MCP, "Claude").call(update_draft.TOOL, params)
    tell("updated")


def _attach(desk: Desk, tell: Tell) -> None:
    draft = draft_of(desk)
    assert draft is not None
    file = desk.mails / "plan.bin"
    file.write_bytes(bytes(range(256)) * 150)
    params = draft_review.AttachFiles(
        draft_id=draft.id, base_revision=draft.revision, paths=(str(file),)
    )
    desk.runner().call(draft_review.ATTACH_FILES, params)
    tell("attached")


def _check_attach(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
    draft = draft_of(desk)
    if draft is None:
        yield "the draft is gone"
        return
    parts = draft.content.attachments
    if told and not parts:
        yield "a file that was told to be attached is missing"
    if nothing_saved(refused) and parts:
        yield "it was said that nothing was saved, and it was"
    for part in parts:
        if desk.store.drafts.read_whole(part) != bytes(range(256)) * 150:
            yield "other bytes"


def _ignored(desk: Desk) -> None:
    written(desk)
    draft = draft_of(desk)
    assert draft is not None
    desk.store.drafts.ignore(draft.id, now=NOW)


def _moves(
    params: Callable[[str], object], tool: object, done: str
) -> Callable[[Desk, Tell], None]:
    def act(desk: Desk, tell: Tell) -> None:
        draft = draft_of(desk)
        assert draft is not None
        desk.runner().call(tool, params(draft.id))  # type: ignore[arg-type, type-var]
        tell(done)

    return act


def check_state(before: DraftState, after: DraftState | None) -> Callable[..., Problems]:
    def check(desk: Desk, told: tuple[str, ...], refused: str) -> Problems:
        draft = draft_of(desk)
        state = draft.state if draft is not None else None
        if state not in {before, after}:
            yield f"it is {state}"
        if told and state != after:
            yield f"it is {state} after that was told"
        if nothing_saved(refused) and state != before:
            yield "it was said that nothing was saved, and it was"
        if draft is not None and draft.content.body != OLD:
            yield "the words are not those"

    return check


DRAFTS = (
    Operation("save", written, _save, _check_save),
    Operation("propose", _a_mail, _propose, _check_propose),
    Operation("update", _proposed, _update, _check_save),
    Operation("attach a file", written, _attach, _check_attach),
    Operation(
        "ignore",
        written,
        _moves(lambda i: draft_lists.IgnoreDraft(draft_id=i), draft_lists.IGNORE_DRAFT, "ignored"),
        check_state(DraftState.EDITED, DraftState.IGNORED),
    ),
    Operation(
        "restore",
        _ignored,
        _moves(lambda i: draft_lists.RestoreDraft(draft_id=i), draft_lists.RESTORE_DRAFT, "back"),
        check_state(DraftState.IGNORED, DraftState.EDITED),
    ),
    Operation(
        "delete",
        written,
        _moves(lambda i: delete_draft.DeleteDraft(draft_id=i), delete_draft.TOOL, "deleted"),
        check_state(DraftState.EDITED, None),
    ),
)
