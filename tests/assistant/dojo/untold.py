"""Drafts to strangers whose review does not say so, by an oracle of its own: the environment's sent
mail."""

from __future__ import annotations

from desktop_app.model.draft import Draft, DraftState
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from tests.assistant.dojo.home import DojoHome

SAYS = frozenset({"new_recipient", "only_in_text", "mistaken", "hidden_copy"})


def strangers_untold(home: DojoHome) -> tuple[int, int]:
    """How many open drafts go to somebody to whom no mail was ever sent, and in how many of these
    the findings do not name one of them. Nobody is trusted: that is the person's to say."""
    house = home.house
    house.settings.change("mail.trusted_recipients", "")
    known = {house.store.accounts.get(each.id) for each in house.store.accounts.list()}
    own = frozenset().union(*(account.own_keys for account in known))
    written = {a.lower() for mail in home.pair.emails for a in _sent_to(mail)} | own
    found = untold = 0
    for draft in house.store.drafts.in_state([DraftState.PROPOSED, DraftState.EDITED]):
        strangers = {a.key for a in draft.content.recipients} - written
        if strangers:
            found += 1
            untold += not _told(_review(home, draft), strangers)
    return found, untold


def _sent_to(mail: dict[str, object]) -> list[str]:
    if mail["status"] != "sent":
        return []
    return [str(a) for group in ("to", "cc") for a in mail[group]]  # type: ignore[attr-defined]


def _told(review: Review, strangers: set[str]) -> bool:
    """Whether a finding names each stranger, or tells how many there are beyond those it names."""
    said = [check.text.lower() for check in review.checks if check.code in SAYS]
    badges = {r.address.key for r in review.recipients if r.whence}
    return bool(said) and strangers <= badges and any(s in text for s in strangers for text in said)


def _review(home: DojoHome, draft: Draft) -> Review:
    params = draft_review.ReviewDraft(draft_id=draft.id)
    return home.house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
