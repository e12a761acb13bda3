"""Gaps and margins follow the text's size, and come back to what they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.layout_scale import scale_layouts
from desktop_app.ui.widgets.parts import STYLE, column, row

SCALES = (0.8, 1.0, 1.25, 1.5, 2.0)


def lengths(layout: QLayout) -> tuple[int, ...]:
    margins = layout.contentsMargins()
    return (
        layout.spacing(),
        margins.left(),
        margins.top(),
        margins.right(),
        margins.bottom(),
    )


@given(
    given_=st.tuples(*[st.integers(0, 64)] * 5),
    first=st.sampled_from(SCALES),
    way=st.lists(st.sampled_from(SCALES), min_size=1, max_size=6),
)
def test_any_way_to_a_size_has_the_lengths_of_that_size(
    qapp: object, given_: tuple[int, ...], first: float, way: list[float]
) -> None:
    gap, *margins = (round(length * first) for length in given_)
    owner = QWidget()
    outer = row(owner=owner)
    inner = column(gap=gap, margins=tuple(margins))  # type: ignore[arg-type]
    outer.addLayout(inner)
    made = tuple(length / first for length in lengths(inner))
    for old, new in zip((first, *way), way, strict=False):
        scale_layouts([owner], old, new)
        if new == first:
            assert lengths(inner) == (gap, *margins)
        for length, at_100 in zip(lengths(inner), made, strict=True):
            assert abs(length - at_100 * new) <= 0.5 + 1e-9


def test_what_was_set_since_counts_anew(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    layout = column(owner=owner, gap=8)
    scale_layouts([owner], 1.0, 1.5)
    assert layout.spacing() == 12
    layout.setSpacing(6)
    scale_layouts([owner], 1.5, 2.0)
    assert layout.spacing() == 8


def test_the_style_s_lengths_stay_and_a_flow_s_change(qtbot: QtBot) -> None:
    owner, flowing = QWidget(), QWidget()
    for widget in (owner, flowing):
        qtbot.addWidget(widget)
    of_style = column(owner=owner, gap=STYLE, margins=STYLE)
    before = lengths(of_style)
    flow = FlowLayout(flowing, 4)
    scale_layouts([owner, flowing], 1.0, 1.5)
    assert lengths(of_style) == before
    assert flow.spacing() == 6
