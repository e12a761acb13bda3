"""Send permit: the only place where a press on Send becomes one.

Nothing but the review pane may import this: whoever else could make a permit could send.
"""

from __future__ import annotations

import secrets

from desktop_app.model.draft import DraftContent, SendPermit
from desktop_app.model.errors import Refused
from desktop_app.tools.person.draft_review import Review


def mint(review: Review, shown: DraftContent) -> SendPermit:
    """The permit of one press: for `review`'s draft and revision, on what the widgets show.

    Raises `Refused` when `shown` is not what is stored, so that only what was seen can leave.
    """
    digest = shown.digest(review.account.id)
    if digest != review.digest or digest != review.draft.digest:
        raise Refused(
            "What is stored is not what was shown, so nothing was sent.",
            next_step="Look at the mail again and press Send.",
        )
    return SendPermit(review.draft.id, review.draft.revision, digest, secrets.token_hex(16))
