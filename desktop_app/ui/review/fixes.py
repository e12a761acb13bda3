"""Table of what each check's fix button does, by the check's code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.mail.drafts.visible_content import around_the_text
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.address import Address
from desktop_app.model.draft import Check, DraftContent
from desktop_app.model.sign_in import Permission
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.review.review_page import ReviewPage
from desktop_app.ui.widgets.focus import press

Fix = Callable[[ReviewPage, Check], object]


SIGN_INS: Mapping[str, tuple[Permission, ...]] = MappingProxyType(
    {"signed_out": (), "not_allowed_to_send": (Permission.WRITE,)}
)
"""The checks that a sign-in mends, and what it asks for."""


def fix(page: ReviewPage, check: Check, navigation: Navigation) -> None:
    """Do what the check's button says. Attaching and switching the reply ask the pane."""
    if check.code in SIGN_INS:
        navigation.sign_in(check.fix_value, SIGN_INS[check.code])
        return
    _FIXES.get(check.code, _show)(page, check)


def _show(page: ReviewPage, check: Check) -> None:
    """Go to the words the check is about, in the subject or in the body."""
    subject = page.envelope.subject
    at = subject.text().find(check.fix_value)
    if check.fix_value and at >= 0 and not page.body.show_words(check.fix_value):
        press(subject)
        subject.setSelection(at, len(check.fix_value))
        return
    page.body.show_words(check.fix_value)
    press(page.body)


def _focus_to(page: ReviewPage, _: Check) -> None:
    press(page.envelope.to.entry)


def _focus_subject(page: ReviewPage, _: Check) -> None:
    press(page.envelope.subject)


def _remove_or_show(page: ReviewPage, check: Check) -> None:
    """One stranger can be removed; several are shown, a line each."""
    if check.fix_value:
        page.envelope.remove_address(check.fix_value)
    else:
        page.envelope.show_everyone()


def _remove_file_or_make_smaller(page: ReviewPage, check: Check) -> None:
    """A file is named where taking it off is the way."""
    if check.fix_value:
        page.remove_file(check.fix_value)
    else:
        page.files.smaller_wanted.emit()


def _take_out(page: ReviewPage, _: Check) -> None:
    """Leave the invisible characters out, as the person's own change."""
    nobody = DraftContent(from_=Address("", ""))
    page.body.replace_source(without_invisible(page.body.source()))
    page.envelope.show_content(around_the_text(page.envelope.content(nobody))[0])


_FIXES: Mapping[str, Fix] = MappingProxyType(
    {
        "no_recipient": _focus_to,
        "only_oneself": _focus_to,
        "no_subject": _focus_subject,
        "invisible": _take_out,
        "invalid_recipient": lambda page, c: page.envelope.remove_address(c.fix_value),
        "letters_not_taken": lambda page, c: page.envelope.remove_address(c.fix_value),
        "only_in_text": _remove_or_show,
        "new_recipient": _remove_or_show,
        "mistaken": lambda page, c: page.envelope.remove_address(c.fix_value),
        "hidden_copy": lambda page, c: page.envelope.remove_address(c.fix_value),
        "many_recipients": lambda page, _: page.envelope.move_to_bcc(),
        "too_large": _remove_file_or_make_smaller,
        "large_pictures": lambda page, _: page.files.smaller_wanted.emit(),
        "attachment_missing": lambda page, _: page.files.attach_wanted.emit(),
        "reply_all": lambda page, _: page.envelope.reply_all_wanted.emit(False),
    }
)
