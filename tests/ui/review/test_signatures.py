"""The signature below the words: in the form of the mail's kind, of the identity it is from, over
or under the quote; what is shown is what is sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.mail.drafts.compose import whole_text
from desktop_app.mail.drafts.signatures import written_signature
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.source import from_source, source
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

WORDS, FORMATTED = written_signature(from_source("**Alex**\n[Shop](https://x.example/)"))
SHOP = Address("Shop", "shop@fernhill.example")


def opened(driver: WindowDriver, *, below: bool = False) -> tuple[Draft, Any]:
    """A plain reply from an account with two identities, each with a signature."""
    accounts = driver.house.store.accounts
    draft = own_reply(driver.house, "Hello")
    account = accounts.get(draft.account_id)
    first = replace(
        account.default_identity,
        signature=WORDS,
        formatted_signature=FORMATTED,
        signature_below=below,
    )
    accounts.update(replace(account, identities=(first, Identity(SHOP, "The shop"))))
    content = replace(draft.content.signed_by(first), quoted="On 1 May, Dana wrote:\n> Hi")
    draft = driver.house.store.drafts.save(
        draft.id, draft.revision, content, draft.author, now=driver.house.clock()
    )
    return draft, open_review(driver, draft)


def test_another_kind_of_mail_has_its_form_of_the_signature(driver: WindowDriver) -> None:
    draft, pane = opened(driver)
    appended = pane.page.appended
    assert appended._signature.text() == f"-- \n{WORDS}"
    assert appended._formatted.isHidden()
    pane.page.words.edit_formatted()
    assert appended._signature.text() == "-- "
    assert source(appended._formatted.content()) == "**Alex**\n[Shop](https://x.example/)"
    assert not appended._formatted.isHidden()
    driver.until(lambda: stored(driver, draft).content.content_type == "text/html")
    assert pane.page.content() == stored(driver, draft).content
    assert stored(driver, draft).content.formatted_signature == FORMATTED
    pane.page.words.edit_as_plain()
    assert appended._signature.text() == f"-- \n{WORDS}"
    assert appended._formatted.isHidden()
    driver.until(lambda: stored(driver, draft).content.content_type == "text/plain")
    assert "<" not in whole_text(stored(driver, draft).content).replace("<https", "")


def test_another_identity_brings_its_signature_and_its_place(driver: WindowDriver) -> None:
    draft, pane = opened(driver, below=True)
    envelope, appended = pane.page.envelope, pane.page.appended
    assert appended._column.indexOf(appended._signature) > 1
    envelope.from_.setCurrentIndex(1)
    envelope.from_.activated.emit(1)
    assert appended._signature.text() == "-- \nThe shop"
    assert appended._column.indexOf(appended._signature) == 0
    driver.until(lambda: stored(driver, draft).content.from_ == SHOP)
    content = stored(driver, draft).content
    assert (content.signature, content.formatted_signature) == ("The shop", "")
    assert not content.signature_below


def test_a_quote_keeps_its_form_while_the_text_is_plain(driver: WindowDriver) -> None:
    _, pane = opened(driver)
    pane.page.words.edit_formatted()
    pane.page.appended.quoted = markup(from_source("On 1 May\n> **Hi**"))
    formatted = pane.page.content().quoted
    pane.page.words.edit_as_plain()
    assert pane.page.content().quoted == "On 1 May\n> Hi"
    pane.page.words.edit_formatted()
    assert pane.page.content().quoted == formatted
