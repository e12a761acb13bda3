"""Where a draft is kept: on this computer alone, or among the drafts of the account's server too.

A draft is said to be there once the server has its newest revision, and not before.
"""

from __future__ import annotations

from enum import StrEnum

from desktop_app.model.account import Account
from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.sign_in import Permission
from desktop_app.model.web_mail import draft_page
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

HERE_ALONE = "this computer"


class Kept(StrEnum):
    HERE = "here"
    """The account has no server for drafts."""

    SERVER = "server"
    ON_ITS_WAY = "on its way"
    """The server does not have the newest revision."""

    NOT_ALLOWED = "not allowed"
    """The person has not allowed drafts on the server."""


class DraftPlace(Result, frozen=True):
    """`server` names the drafts of the account's server (`Gmail Drafts`); `page` is where Gmail
    shows the draft, empty where it does not."""

    kept: Kept = Kept.HERE
    server: str = ""
    page: str = ""

    @property
    def words(self) -> str:
        """For `saved in …`."""
        return self.server if self.kept is Kept.SERVER else HERE_ALONE

    @property
    def notice(self) -> str:
        """A sentence where the draft stays here against what the caller expects; else empty."""
        if self.kept is not Kept.NOT_ALLOWED:
            return ""
        return (
            f"It is on this computer alone: Draftdesk is not allowed to keep drafts in "
            f"{self.server.removesuffix(' Drafts')}. The person can allow it in Accounts, or with "
            "the draft's own button."
        )


HERE = DraftPlace()


def draft_place(context: Context, draft: Draft) -> DraftPlace:
    """The place of a draft as it is stored now."""
    account = context.store.accounts.get(draft.account_id)
    able = context.ports.accounts.capabilities(account)
    if not able.server_drafts:
        return HERE
    server = f"{able.web_mail} Drafts" if able.web_mail else "Drafts on your mail server"
    if not context.ports.accounts.allows(account, Permission.WRITE):
        return DraftPlace(Kept.NOT_ALLOWED, server)
    link = context.store.draft_links(account.id).get(draft.id)
    if link is None or draft.state is DraftState.SENT:
        return DraftPlace(Kept.ON_ITS_WAY, server)
    kept = Kept.SERVER if link.revision == draft.revision else Kept.ON_ITS_WAY
    page = _page(account, link.message_id) if able.web_mail else ""
    return DraftPlace(kept, server, page)


def drafts_page_of(context: Context, draft: Draft, place: DraftPlace) -> str:
    """Where Gmail shows the draft, or will: the page of all drafts until it is there. Empty where
    it never will."""
    if place.page or place.kept is not Kept.ON_ITS_WAY:
        return place.page
    account = context.store.accounts.get(draft.account_id)
    return _page(account, "") if context.ports.accounts.capabilities(account).web_mail else ""


def _page(account: Account, message_id: str) -> str:
    return draft_page(account.sign_in_address, message_id)
