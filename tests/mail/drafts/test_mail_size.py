"""The size of a mail is known before it is sent: files and pictures together, as they are sent."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.checks import Known, check_draft
from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.drafts.mail_size import LARGE_PICTURES, SIZE_LIMIT, sent_size
from desktop_app.model.address import Address
from desktop_app.model.draft import Check, CheckLevel, DraftAttachment, DraftContent

ALEX, DANA = Address("Alex", "alex@x.example"), Address("Dana", "dana@x.example")


def part(name: str, size: int, kind: str = "image/jpeg", cid: str = "") -> DraftAttachment:
    return DraftAttachment(name, f"{name}.bin", kind, size, "", cid)


def mail(*parts: DraftAttachment, body: str = "Hello Dana,\n\nyes.") -> DraftContent:
    html = "text/html" if body.startswith("<") else "text/plain"
    return DraftContent(
        ALEX, (DANA,), subject="Budget", body=body, content_type=html, attachments=parts
    )


SIZES = st.lists(st.integers(0, 60_000), max_size=5)


@given(SIZES, st.booleans(), st.text("ab é\n", max_size=400))
def test_the_size_is_that_of_the_mail_that_is_made(
    sizes: list[int], in_text: bool, words: str
) -> None:
    shown = "".join(f'<div><img src="cid:c{n}" alt=""></div>\n' for n in range(len(sizes)))
    body = f"{shown}<div>{'x' * len(words)}</div>" if in_text else words
    parts = [part(f"f{n}", size, cid=f"c{n}" if in_text else "") for n, size in enumerate(sizes)]
    content = mail(*parts, body=body)
    data = {f"f{n}": bytes(size) for n, size in enumerate(sizes)}
    made = compose(content, message_id="a@x.example", date=0, read_attachment=data.__getitem__)
    assert len(made) * 0.98 - 1_500 <= sent_size(content) <= len(made) * 1.02 + 4_000


def found(content: DraftContent, limit: int = SIZE_LIMIT, taker: str = "") -> list[Check]:
    known = Known(size_limit=limit, size_taker=taker)
    return [c for c in check_draft(content, known) if c.code in {"too_large", "large_pictures"}]


def test_files_and_pictures_together_block_where_each_would_do() -> None:
    picture, file = part("a", 10_000_000, cid="a@x"), part("b", 10_000_000, "application/pdf")
    assert [check.code for check in found(mail(picture))] == ["large_pictures"]
    assert found(mail(file)) == []
    [check] = found(mail(picture, file))
    assert (check.code, check.level) == ("too_large", CheckLevel.BLOCK)
    assert check.text == (
        "The mail would be 27.4 MB with 1 file and 1 picture; most servers take 25 MB. Files grow "
        "by a third on their way."
    )
    assert check.fix == "Make pictures smaller…"


def test_the_limit_is_the_accounts() -> None:
    both = mail(part("a", 10_000_000), part("b", 10_000_000, "application/pdf"))
    assert [c.code for c in found(both, 35_000_000, "Google")] == ["large_pictures"]
    [check] = found(mail(part("b", 30_000_000, "application/pdf")), 35_000_000, "Google")
    assert "Google takes at most 35 MB" in check.text
    assert (check.fix, check.fix_value) == ("Remove the largest file", "b")


def test_a_limit_is_told_in_its_own_unit_and_never_as_the_size_that_is_over_it() -> None:
    [check] = found(mail(part("b", 60_000, "text/csv")), 65_536, "Mail")
    assert "would be 84 kB with 1 file; Mail takes at most 66 kB." in check.text
    content = mail(part("b", 8_000_000, "text/csv"))
    [check] = found(content, sent_size(content) - 1, "Mail")
    assert "would be a little more than 10.9 MB with 1 file; Mail takes at most 10.9" in check.text


def test_base64_counts() -> None:
    """What fits as it is on the disk does not as it is sent."""
    assert [c.code for c in found(mail(part("a", 19_000_000, "text/csv")))] == ["too_large"]
    assert found(mail(part("a", 18_000_000, "text/csv"))) == []


def test_large_pictures_are_told_and_small_ones_are_not() -> None:
    [check] = found(mail(part("a", 400_000), part("b", 2_000_000, "image/png")))
    assert (check.code, check.level) == ("large_pictures", CheckLevel.NOTE)
    assert check.text == "2 pictures together have 2.4 MB."
    [check] = found(mail(part("a", LARGE_PICTURES)))
    assert check.text == "1 picture has 500 kB."
    assert found(mail(part("a", LARGE_PICTURES - 1))) == []
    assert found(mail(part("a", 9_000_000, "image/gif"))) == []
