"""What a sheet of Read through shows is what the review shows of the same draft: the same content,
so the same digest, permit and bytes."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Draft, Origin
from desktop_app.model.errors import KnownError, Refused
from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.review.draft.draft_view import DraftView, read_draft
from desktop_app.ui.review.read_through.mail_sheet import MailSheet
from desktop_app.ui.review.read_through.readable import ReadMail, apart_for, asks_more
from desktop_app.ui.review.read_through.seen_spans import SeenSpans
from desktop_app.ui.review.send_press import permit_for
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ASSISTANT, open_review, own_mail, propose, stored
from tests.ui.review.test_read_through import opened, tick

LETTERS = st.text(
    st.sampled_from("abc .,\n\t>-*_  \u00a0\u00e4\u4e2d\u05d0\u202e\u200b\U0001f600"),
    max_size=80,
)
BODIES = st.one_of(
    LETTERS,
    LETTERS.map(lambda text: f"<p>{text}</p><ul><li><b>{text[:9]}</b></li></ul>"),
    LETTERS.map(lambda text: f"<table><tr><td>{text}</td></tr></table>"),
)


class Direct:
    """Tool calls without a job, for a test."""

    def __init__(self, house: TestHouse) -> None:
        self._runner = house.runner()

    def wait(self, tool: Any, params: Any, cancelled: Any = None) -> Any:
        return self._runner.call(tool, params, cancelled=cancelled).unwrap()


def proposed(house: TestHouse, body: str, subject: str) -> Draft | None:
    """A program's draft; None where it is refused."""
    params = create_draft.CreateDraft(
        to=("dana@lee.example",),
        subject=subject,
        body=body,
        content_type="text/html" if body.startswith("<") else "text/plain",
    )
    try:
        saved: Any = house.runner(Origin.ASSISTANT, ASSISTANT).call(create_draft.TOOL, params)
        return house.store.drafts.get(saved.unwrap().draft_id)
    except KnownError:
        return None


def view_of(house: TestHouse, draft: Draft) -> DraftView:
    return read_draft(Direct(house), draft.id)  # type: ignore[arg-type]


def test_a_sheet_shows_what_the_review_shows(driver: WindowDriver) -> None:
    house = driver.house
    form = open_review(driver, propose(house)).form
    theme, seen = driver.bench.theme, []

    @settings(
        max_examples=40,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @example("a\u00a0b\n\n>c\n\u202ed", "A  b\u202e")
    @given(BODIES, LETTERS)
    def same(body: str, subject: str) -> None:
        draft = proposed(house, body, subject)
        if draft is None:
            return
        view = view_of(house, draft)
        form.show_view(view)
        mail = ReadMail(view, apart=apart_for(view))
        sheet = MailSheet(theme, mail, house.now)
        shown, reviewed = sheet.content(), form.page.content()
        seen.append(draft.id)
        sheet.deleteLater()
        if mail.apart:
            return
        assert shown.digest(draft.account_id) == reviewed.digest(draft.account_id)
        permits = [permit_for(view.review, each, each) for each in (shown, reviewed)]
        told = {(each.draft_id, each.revision, each.digest) for each in permits}
        assert told == {(draft.id, draft.revision, draft.digest)}

    same()
    assert len(seen) > 20


def parts(mime: bytes) -> bytes:
    """A mail without what is drawn for each anew."""
    return re.sub(rb"(?m)^(Message-ID|Date): .*\r?\n(\s.*\r?\n)*", b"", mime)


def test_the_bytes_of_a_press_here_are_those_of_a_press_in_the_review(driver: WindowDriver) -> None:
    words = "Hello Dana,\n\n\u00a0yes \u2013 all of it.\n\nAlex"
    here, there_ = propose(driver.house, words), propose(driver.house, words)
    review = open_review(driver, there_)
    driver.until(lambda: review.form.ready().allowed)
    review.form.action_bar.send_button.click()
    outbox = driver.house.store.outbox
    driver.until(lambda: outbox.for_draft(there_.id) is not None)
    driver.until(lambda: not review.form.guard.closed)
    pane = opened(driver, 1)
    tick(driver, pane, here)
    pane.foot.button.click()
    driver.until(lambda: outbox.for_draft(here.id) is not None and not pane.press.under_way)
    found: list[Any] = [outbox.for_draft(each.id) for each in (here, there_)]
    entries = [outbox.get(each.id) for each in found]
    assert entries[0].digest == entries[1].digest == stored(driver, here).digest
    assert parts(entries[0].mime) == parts(entries[1].mime)
    assert b"all of it" in entries[0].mime or b"YWxsIG9m" in entries[0].mime


def test_a_permit_is_made_for_nothing_else_than_was_shown_at_the_press(house: TestHouse) -> None:
    draft = own_mail(house, to=("dana@lee.example",), subject="Hi", body="x")
    other = own_mail(house, to=("eve@lee.example",), subject="Hi", body="x")
    params = draft_review.ReviewDraft(draft_id=draft.id)
    review: Any = house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    refused = 0
    for pressed, shown in (
        (draft.content, other.content),
        (other.content, draft.content),
        (other.content, other.content),
    ):
        try:
            permit_for(review, pressed, shown)
        except Refused:
            refused += 1
    assert refused == 3


def test_a_warning_that_comes_later_asks_for_more(house: TestHouse) -> None:
    short = own_mail(house, to=("dana@lee.example",), subject="Hi", body="Hello Dana,\n\nx.")
    before = ReadMail(view_of(house, short))
    more = own_mail(
        house, to=("dana@lee.example",), subject="Hi", body="Hello Dana,\n\nsee the attached file."
    )
    after = ReadMail(view_of(house, more))
    assert asks_more(before, after)
    assert not asks_more(after, after)
    assert not asks_more(after, before)


@settings(max_examples=200, deadline=None, phases=(Phase.generate,), database=None)
@given(
    st.integers(30, 400),
    st.lists(st.tuples(st.integers(-50, 400), st.integers(-50, 450)), max_size=12),
)
def test_a_sheet_is_read_where_every_line_of_it_was_on_the_screen_whole(
    height: int, looks: list[tuple[int, int]]
) -> None:
    """Held against a bitmap of its pixels."""
    line, seen = 12, SeenSpans()
    pixels: set[int] = set()
    for first, last in looks:
        top, bottom = max(0, first), min(height, last)
        seen.see((100, height), top, bottom, line)
        top = top + 4 if top > 0 else 0
        bottom = bottom - 4 if bottom < height else height
        pixels |= set(range(top, bottom))
    assert seen.whole == (pixels >= set(range(height)))


def test_another_width_is_another_sheet_until_it_was_seen_whole() -> None:
    seen = SeenSpans()
    assert not seen.see((100, 200), 0, 150, 12)
    assert not seen.see((90, 220), 100, 220, 12)
    assert seen.see((90, 220), 0, 150, 12)
    assert seen.see((50, 400), 0, 10, 12)
