"""Copies that an account always sends: recipients of each new draft, in sight like any other."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.model.account import Account
from desktop_app.model.draft import DraftContent


def with_copies(account: Account, content: DraftContent) -> DraftContent:
    """The content with those who always get a copy, each where no field has them yet."""
    there = {a.key for a in content.recipients}
    cc = tuple(a for a in account.cc if a.key not in there)
    there |= {a.key for a in cc}
    bcc = tuple(a for a in account.bcc if a.key not in there)
    if not cc and not bcc:
        return content
    return replace(content, cc=(*content.cc, *cc), bcc=(*content.bcc, *bcc))


def moved_copies(content: DraftContent, former: Account, account: Account) -> DraftContent:
    """The content that goes to another account: its copies in the place of the former one's."""
    cc = tuple(a for a in content.cc if a not in former.cc)
    bcc = tuple(a for a in content.bcc if a not in former.bcc)
    return with_copies(account, replace(content, cc=cc, bcc=bcc))
