"""What the one fix button of each check does to the sheet: one table, by the check's code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.model.draft import Check
from desktop_app.model.sign_in import Permission
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.review.sheet import Sheet
from desktop_app.ui.widgets.focus import press

Fix = Callable[[Sheet, Check], object]


SIGN_INS: Mapping[str, tuple[Permission, ...]] = MappingProxyType(
    {"signed_out": (), "not_allowed_to_send": (Permission.WRITE,)}
)
"""The checks that a sign-in mends, and what it asks for."""


def fix(sheet: Sheet, check: Check, navigation: Navigation) -> None:
    """Do what the check's button says. Attaching and switching the reply ask the pane."""
    if check.code in SIGN_INS:
        navigation.sign_in(check.fix_value, SIGN_INS[check.code])
        return
    _FIXES.get(check.code, _show)(sheet, check)


def _show(sheet: Sheet, check: Check) -> None:
    """Go to the words the check is about, in the subject or in the body."""
    subject = sheet.envelope.subject
    at = subject.text().find(check.fix_value)
    if check.fix_value and at >= 0 and not sheet.body.show_words(check.fix_value):
        press(subject)
        subject.setSelection(at, len(check.fix_value))
        return
    sheet.body.show_words(check.fix_value)
    press(sheet.body)


def _focus_to(sheet: Sheet, _: Check) -> None:
    press(sheet.envelope.to.entry)


def _focus_subject(sheet: Sheet, _: Check) -> None:
    press(sheet.envelope.subject)


_FIXES: Mapping[str, Fix] = MappingProxyType(
    {
        "no_recipient": _focus_to,
        "no_subject": _focus_subject,
        "invalid_recipient": lambda sheet, c: sheet.envelope.remove_address(c.fix_value),
        "only_in_text": lambda sheet, c: sheet.envelope.remove_address(c.fix_value),
        "new_recipient": lambda sheet, c: sheet.envelope.remove_address(c.fix_value),
        "many_recipients": lambda sheet, _: sheet.envelope.move_to_bcc(),
        "too_large": lambda sheet, c: sheet.remove_file(c.fix_value),
        "attachment_missing": lambda sheet, _: sheet.files.attach_wanted.emit(),
        "reply_all": lambda sheet, _: sheet.envelope.reply_all_wanted.emit(False),
    }
)
