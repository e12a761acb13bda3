"""Drafts for the tests of the panes around them, and a driver with one of them open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.model.draft import Author, Draft, Origin
from desktop_app.tools.verbs import create_draft, draft_reply, update_draft
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver

ASSISTANT = "Starter assistant"


def newest_mail(house: TestHouse) -> str:
    """The id of a mail of Dana's that can be answered."""
    return str(max(m.id for t in range(1, 4) for m in house.store.threads.get(t).messages))


def propose(house: TestHouse, body: str = "Hello Dana,\n\nyes.\n\nAlex") -> Draft:
    """A reply that the assistant proposes."""
    runner = house.runner(Origin.ASSISTANT, ASSISTANT)
    params = draft_reply.DraftReply(message_id=newest_mail(house), body=body)
    saved: Any = runner.call(draft_reply.TOOL, params).unwrap()
    return house.store.drafts.get(saved.draft_id)


ELSEWHERE = Author(Origin.USER, "the web")
"""Another mail program, in which the person goes on writing."""


def edit_elsewhere(house: TestHouse, draft_id: str, body: str) -> None:
    """The text as another mail program has it now."""
    draft = house.store.drafts.get(draft_id)
    content = replace(draft.content, body=body)
    house.store.drafts.save(draft_id, draft.revision, content, ELSEWHERE, now=house.now)


def revise(house: TestHouse, draft_id: str, body: str) -> None:
    """The assistant writes another version."""
    draft = house.store.drafts.get(draft_id)
    params = update_draft.UpdateDraft(draft_id=draft_id, base_revision=draft.revision, body=body)
    house.runner(Origin.ASSISTANT, ASSISTANT).call(update_draft.TOOL, params).unwrap()


def own_reply(house: TestHouse, body: str = "") -> Draft:
    """A reply the person has begun."""
    params = draft_reply.DraftReply(message_id=newest_mail(house), body=body)
    saved: Any = house.runner().call(draft_reply.TOOL, params).unwrap()
    return house.store.drafts.get(saved.draft_id)


def own_mail(house: TestHouse, **fields: Any) -> Draft:
    """A new mail the person has begun."""
    saved: Any = house.runner().call(create_draft.TOOL, create_draft.CreateDraft(**fields)).unwrap()
    return house.store.drafts.get(saved.draft_id)


def open_review(driver: WindowDriver, draft: Draft) -> Any:
    """The review pane with this draft on it."""
    driver.bench.navigation.open_draft(draft.id)
    pane = driver.window.frame.review
    driver.until(
        lambda: (
            pane.form.review is not None
            and pane.form.review.draft.id == draft.id
            and pane.form.isVisible()
            and pane.page.envelope.settled
        )
    )
    return pane


def stored(driver: WindowDriver, draft: Draft) -> Draft:
    return driver.house.store.drafts.get(draft.id)
