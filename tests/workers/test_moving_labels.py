"""Labels for folders and tags: whatever they are called, none passes for the program's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.message import TIMED, SystemLabel
from desktop_app.model.moving import SeenTag
from desktop_app.workers.moving_labels import LabelNames

SYSTEM = {str(label) for label in SystemLabel}
PLACES = {"INBOX", "SENT", "DRAFT", "TRASH", "SPAM"}
NAMES = st.one_of(
    st.sampled_from([*SYSTEM, *TIMED, *(t + "x" for t in TIMED), "Inbox", "Opened", "Archive"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=300),
)


@given(st.lists(st.lists(NAMES, min_size=1, max_size=4), max_size=8))
def test_a_folder_is_a_place_or_a_label_of_ones_own(folders: list[list[str]]) -> None:
    names = LabelNames()
    for folder in folders:
        for label in names.of_folder(folder):
            assert label not in SYSTEM - PLACES
            assert label not in PLACES or len(folder) == 1
            assert not label.upper().startswith(TIMED)
            assert label.upper() not in SYSTEM - PLACES
            assert 0 < len(label) <= 225
            assert names.of_folder(folder) == {label}


@given(st.lists(NAMES, max_size=12))
def test_names_that_differ_in_capitals_alone_are_one_label(tags: list[str]) -> None:
    found = dict(LabelNames(["work"]).of_tags(SeenTag(f"k{n}", t) for n, t in enumerate(tags)))
    labels = set(found.values())
    assert len({label.casefold() for label in labels}) == len(labels)
    assert labels & SYSTEM <= {SystemLabel.IMPORTANT}
    assert all(label == "work" for label in labels if label.casefold() == "work")


def test_the_separator_in_a_name_makes_no_deeper_folder() -> None:
    assert LabelNames().of_folder(["a/b", "c"]) == {"a-b/c"}
