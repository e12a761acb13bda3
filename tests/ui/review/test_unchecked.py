"""Lines that are to be checked keep being that, wherever lines come and go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.review.spelling.unchecked import Unchecked

EDITS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 4), st.integers(1, 4)), max_size=12)


@given(st.integers(1, 20), st.integers(0, 25), EDITS)
def test_no_line_is_lost_and_the_signature_stays_where_it_is(
    count: int, checked: int, edits: list[tuple[int, int, int]]
) -> None:
    """Beside a list that says of each line whether it is to be checked."""
    lines = Unchecked()
    lines.all(count)
    lines.first = min(checked, count)
    model = [line >= lines.first for line in range(count)]
    cut = lines.cut = count // 2
    lost = False
    for at, removed, added in edits:
        line = min(at, len(model) - 1)
        before = min(removed, len(model) - line)
        model[line : line + before] = [True] * added
        lines.edited(line, before, added, len(model))
        lost = lost or line <= cut < line + before
        cut += added - before if cut >= line + before else 0
        wanted = {number for number, due in enumerate(model) if due}
        assert wanted <= set(range(lines.first, lines.end))
        assert 0 <= lines.first <= lines.end <= len(model)
        assert (lines.cut is None) == lost
        if lost:
            assert lines.end == len(model), "what was below it is looked at again"
        else:
            assert lines.cut == cut
            assert lines.signed(cut + 1)
            assert not lines.signed(cut)


def test_an_edit_makes_no_more_to_check_than_it_has_to() -> None:
    lines = Unchecked()
    lines.all(100)
    lines.first = 100
    assert lines.nothing
    lines.edited(40, 1, 2, 101)
    assert (lines.first, lines.end) == (40, 42)
    lines.edited(10, 1, 1, 101)
    assert (lines.first, lines.end) == (10, 42)
    lines.edited(5, 2, 1, 100)
    assert (lines.first, lines.end) == (5, 41)
