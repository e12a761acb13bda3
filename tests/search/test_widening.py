"""What a query may have meant besides: forms, spellings, other ways to write; and what never is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.query import And, Node, Not, Or, Term, Words
from desktop_app.search.fold import words
from desktop_app.search.parser import parse
from desktop_app.search.understood import pressed, told
from desktop_app.search.widening import How, Widened, widened
from tests.search.vocabulary import Known
from tests.sure import there

MAIL = Known(
    {
        "lease": 40, "leases": 9, "leasing": 3, "leased": 2, "quarterly": 20, "quarter": 5,
        "report": 60, "reports": 12, "bookshelf": 4, "book": 30, "shelf": 10, "email": 50,
        "e": 9, "mail": 70, "mueller": 6, "muller": 3, "studies": 4, "study": 8, "office": 30,
        "officer": 2, "1234": 2, "50": 9, "1": 90, "234": 2, "dana": 15,
    }
)  # fmt: skip


def wide(text: str, known: Known = MAIL) -> Widened:
    return there(widened(parse(text), known))


def variants(text: str, how: How, known: Known = MAIL) -> set[str]:
    found = wide(text, known).words
    return {" ".join(v.tokens) for word in found for v in word.others if v.how is how}


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("lease", {"leases", "leasing", "leased"}),
        ("leases", {"lease", "leasing", "leased"}),
        ("study", {"studies"}),
        ("studies", {"study"}),
        ("reports", {"report"}),
        ("dana", set()),
    ],
)
def test_other_forms_are_those_that_the_mail_has(text: str, forms: set[str]) -> None:
    assert variants(text, How.FORM) == forms


def test_forms_are_of_the_languages_of_the_mail() -> None:
    german = {"rechnung": 9, "rechnungen": 4, "vertrag": 8, "vertrage": 2}
    assert variants("rechnungen", How.FORM, Known(german, languages=("de",))) == {"rechnung"}
    both = Known(german | {"leases": 2, "lease": 3}, languages=("en", "de"))
    assert variants("rechnung leases", How.FORM, both) == {"rechnungen", "lease"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("quaterly", {"quarterly"}),
        ("qaurterly", {"quarterly"}),
        ("reprot", {"report"}),
        ("leaase", {"lease"}),
        ("lease", set()),
        ("offices", set()),
        ("zzzzzz", set()),
    ],
)
def test_a_word_the_mail_does_not_have_may_be_a_misspelt_one(text: str, meant: set[str]) -> None:
    assert meant <= variants(text, How.SPELLING)
    if not meant:
        assert variants(text, How.SPELLING) == set()


def test_a_slip_of_a_neighbouring_key_and_a_doubled_letter_come_first() -> None:
    known = Known({"boat": 50, "bost": 2, "best": 90, "boost": 4})
    first = wide("bosst", known).words[0].others[0]
    assert first.tokens in {("bost",), ("boost",)}


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("book shelf", {"bookshelf"}),
        ("e-mail", {"email"}),
        ("bookshelf", set()),
        ("mueller", {"muller"}),
        ("müller", {"mueller"}),
        ("1,234", {"1234"}),
    ],
)
def test_what_is_written_otherwise_is_alike(text: str, alike: set[str]) -> None:
    assert variants(text, How.ALIKE) == alike


def test_a_word_that_is_nowhere_may_be_two() -> None:
    assert "book report" in variants("bookreport", How.ALIKE)
    assert "1 234" in variants("1234", How.ALIKE, Known({"1": 9, "234": 2}))
    iban = variants("DE89370400440532013000", How.ALIKE, Known({"de89": 1}))
    assert iban == {"de89 3704 0044 0532 0130 00"}


@pytest.mark.parametrize(
    "text",
    ['"lease report"', "+lease", "-lease", "subject:lease", "dana@lee.example", "from:(lease)",
     "{lease report}", "-(lease report)", "", "in:inbox"],
)  # fmt: skip
def test_what_means_what_it_says_is_never_widened(text: str) -> None:
    assert widened(parse(text, typing=True), MAIL) is None


def _leaves(node: Node | None) -> list[str]:
    if node is None:
        return []
    if isinstance(node, And | Or):
        return [leaf for child in node.nodes for leaf in _leaves(child)]
    if isinstance(node, Not):
        return _leaves(node.node)
    assert isinstance(node, Words | Term)
    return [repr(node)]


PARTS = st.lists(
    st.sampled_from(
        ["lease", "quaterly", "bookshelf", '"lease report"', "+office", "-study", "from:dana",
         "is:unread", "larger:1M", "{a b}", "-(x y)", "müller", "e-mail"]
    ),
    min_size=1,
    max_size=6,
)  # fmt: skip


@given(PARTS)
def test_every_part_that_is_no_bare_word_stays_as_it_is(parts: list[str]) -> None:
    query = parse(" ".join(parts))
    found = widened(query, MAIL)
    if found is None:
        return
    fixed = [leaf for node in found.fixed for leaf in _leaves(node)]
    whole = _leaves(found.query().root)
    assert all(leaf in whole for leaf in fixed)
    said = {token for word in found.words for token in words(word.asked)}
    assert said <= {t for part in parts for t in words(part)}
    for word in found.words:
        assert word.variants[0].how is How.WRITTEN


def test_what_was_understood_is_told_and_can_be_pressed() -> None:
    query = parse("leases quaterly from:dana -study")
    found = there(widened(query, MAIL))
    assert told(found.words) == "lease, leasing, leased · meant “quarterly”?"
    text = pressed(query, found.words)
    assert text == "{leases lease leasing leased} quarterly from:dana -study"
    assert parse(text).root is not None


@given(PARTS)
def test_what_can_be_pressed_is_a_query(parts: list[str]) -> None:
    query = parse(" ".join(parts))
    found = widened(query, MAIL)
    if found is not None:
        parse(pressed(query, found.words))
