"""Gmail's query language as a tree, and what is said of a query that is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.model.errors import QueryError
from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Term, Words
from desktop_app.search.operators import OPERATORS
from desktop_app.search.parser import parse, without_prefix
from tests.depths import examples


def show(node: Node | None) -> str:
    """The tree in prefix form, short enough for a table."""
    match node:
        case None:
            return ""
        case Words():
            marks = "+" * node.exact + '"' * node.phrase
            return f"{marks}{node.text}{'*' * node.prefix}"
        case Term():
            marks = '"' * node.phrase
            return f"{node.operator}:{marks}{node.value}{'*' * node.prefix}"
        case GmailOnly():
            return f"@[{node.text}]"
        case Not():
            return f"-{show(node.node)}"
        case And():
            return f"({' '.join(show(n) for n in node.nodes)})"
        case Or():
            return f"{{{' '.join(show(n) for n in node.nodes)}}}"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", ""),
        ("  ", ""),
        ("budget", "budget"),
        ("budget plan", "(budget plan)"),
        ("budget AND plan", "(budget plan)"),
        ('"budget plan"', '"budget plan'),
        ("“budget plan”", '"budget plan'),
        ("+café", "+café"),
        ('+"à la carte"', '+"à la carte'),
        ("a + b", "(a b)"),
        ("-spam", "-spam"),
        ("NOT spam", "-spam"),
        ("a - b", "(a b)"),
        ("--a", "--a"),
        ("a OR b", "{a b}"),
        ("a OR b OR c", "{a b c}"),
        ("x a OR b y", "(x {a b} y)"),
        ("{a b c}", "{a b c}"),
        ("(a b) OR c", "{(a b) c}"),
        ("-(a OR b)", "-{a b}"),
        ("()", ""),
        ("a or b", "(a or b)"),
        ("ORANGE", "ORANGE"),
        ("from:dana", "from:dana"),
        ("FROM:Dana", "from:Dana"),
        ("from: dana", "!from:"),
        ('subject:"quarterly report"', 'subject:"quarterly report'),
        ("subject:(a b)", "(subject:a subject:b)"),
        ("subject:(a OR b)", "{subject:a subject:b}"),
        ("from:{a b}", "{from:a from:b}"),
        ("-from:dana", "-from:dana"),
        ("-subject:(a b)", "-(subject:a subject:b)"),
        ("newer:2026/01/31", "after:2026/01/31"),
        ("size:10M", "larger:10M"),
        ("in:inbox is:unread", "(in:inbox is:unread)"),
        ("in:attachments lease", "(in:attachments lease)"),
        ("IS:UNREAD", "is:unread"),
        ("has:attachment", "has:attachment"),
        ("http://example.com/a?b", "http://example.com/a?b"),
        ("re: lunch", "(re: lunch)"),
        ("12:30", "12:30"),
        ("…", ""),
        ("a … b", "(a b)"),
        ("東京", "東京"),
        ("rfc822msgid:<a.b@c>", "rfc822msgid:<a.b@c>"),
        ("has:drive", "@[has:drive]"),
        ("x -HAS:Yellow-Star", "(x -@[has:Yellow-Star])"),
        ("has:(drive attachment)", "(@[has:drive] has:attachment)"),
        ("category:purchases OR is:chat", "{@[category:purchases] @[is:chat]}"),
        ("in:scheduled", "@[in:scheduled]"),
        ("in:snoozed is:muted", "(in:snoozed is:muted)"),
        ("holiday AROUND 10 vacation", "@[holiday AROUND 10 vacation]"),
        ("x (a b) AROUND 5 {c d} y", "(x @[(a b) AROUND 5 {c d}] y)"),
        ("a AROUND 2 b AROUND 3 c", "@[a AROUND 2 b AROUND 3 c]"),
        ("subject:(a AROUND 5 b)", "@[a AROUND 5 b]"),
        ('"secret AROUND 25 birthday"', '@["secret AROUND 25 birthday"]'),
        ("SHOP AROUND CORNER", "(SHOP AROUND CORNER)"),
        ("shop around 5 corner", "(shop around 5 corner)"),
        ("look AROUND 5", "(look AROUND 5)"),
        ("AROUND 5 b", "(AROUND 5 b)"),
    ],
)
def test_queries_and_their_trees(text: str, tree: str) -> None:
    if tree.startswith("!"):
        with pytest.raises(QueryError, match="needs a value"):
            parse(text)
    else:
        assert show(parse(text).root) == tree


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("budget (plan", "never closed", "("),
        ("budget {plan", "never closed", "{"),
        ('say "hello', "never closed", '"'),
        ("plan) x", "before this", ")"),
        ("form:dana", "Did you mean “from:”", "form:"),
        ("x subjct:lunch", "Did you mean “subject:”", "subjct:"),
        ("lable:x", "Did you mean “label:”", "lable:"),
        ("is:funny", "after “is:” comes unread, read", "is:funny"),
        ("has:fun", "after “has:” comes attachment", "has:fun"),
        ("category:x", "after “category:” comes", "category:x"),
        ("a after:2026/02/30", "is no date", "after:2026/02/30"),
        ("older_than:soon", "is no age", "older_than:soon"),
        ("larger:big", "is no size", "larger:big"),
        ("from:", "needs a value, as in from:dana", "from:"),
        ("a OR", "both sides", "a OR"),
        ("OR b", "both sides", "OR"),
        ("NOT", "nothing here to leave out", "NOT"),
        ("(" * 30 + "a" + ")" * 30, "nested too deeply", None),
        ("x " * 400, "too many words", None),
        ("x" * 6000, "too long", None),
    ],
)
def test_what_cannot_be_understood_is_said_with_its_place(
    text: str, sentence: str, place: str | None
) -> None:
    with pytest.raises(QueryError, match=sentence) as raised:
        parse(text)
    if place is not None:
        assert text[raised.value.start : raised.value.end] == place


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("from:", True),
        ("budget from: ", True),
        ("from: dana", False),
        ("is:un", True),
        ("is:un x", False),
        ("is:zzz", False),
        ("after:20", True),
        ("after:2026/", True),
        ("after:2026-02-", True),
        ("after:1", True),
        ("after:tom", True),
        ("after:2026/13", False),
        ("after:soon", False),
        ("newer_than:7", True),
        ("newer_than:7x", False),
        ("larger:x", False),
        ('say "hello', True),
        ("budget (plan", True),
        ("(is:zzz", False),
        ("plan)", False),
        ("a OR ", True),
        ("OR b", False),
        ("NOT", True),
        ("frm:dana", False),
    ],
)
def test_a_refusal_says_whether_going_on_typing_can_make_it_right(
    text: str, unfinished: bool
) -> None:
    with pytest.raises(QueryError) as raised:
        parse(text)
    assert raised.value.unfinished is unfinished


def test_a_misspelled_operator_says_what_belongs_in_its_place() -> None:
    with pytest.raises(QueryError) as raised:
        parse("a -frm:dana")
    error = raised.value
    text = error.query
    assert text[: error.start] + error.meant + text[error.end :] == "a -from:dana"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("bud", "bud*"),
        ("bud ", "bud"),
        ("budget pl", "(budget pl*)"),
        ("(budget pl", "(budget pl*)"),
        ('"budget pl', '"budget pl*'),
        ('"budget plan"', '"budget plan'),
        ("from:da", "from:da*"),
        ("from:", ""),
        ("x from:", "x"),
        ("is:unr", "is:unread"),
        ("is:", ""),
        ("is:zzz", ""),
        ("after:2026/0", ""),
        ("larger:", ""),
        ("form:dana", "form:dana*"),
        ("-", ""),
        ("-sp", "-sp*"),
        ("office -a", "office"),
        ("office -an", "(office -an*)"),
        ("office -a b", "(office -a b*)"),
        ("office -from:d", "office"),
        ("office -from:da", "(office -from:da*)"),
        ("office -(a", "office"),
        ("office -(a b", "(office -(a b*))"),
        ("office -東", "(office -東*)"),
        ("+caf", "+caf"),
        ("a OR ", "a"),
        ("a)", "a"),
        ("label:cli", "label:cli*"),
    ],
)
def test_while_typing_nothing_is_refused(text: str, tree: str) -> None:
    assert show(parse(text, typing=True).root) == tree


def test_a_term_says_where_it_stands() -> None:
    root = parse("x  from:dana y").root
    assert isinstance(root, And)
    term = root.nodes[1]
    assert isinstance(term, Term)
    assert (term.start, term.end) == (3, 12)


def test_a_finished_query_has_no_open_words() -> None:
    root = parse("-a from:b OR c", typing=True).root
    assert root is not None
    assert "*" not in show(without_prefix(root))


QUERIES = st.lists(
    st.sampled_from(
        [o.name + ":" for o in OPERATORS]
        + ['"', "(", ")", "{", "}", "-", "+", " ", " OR ", " AND ", " NOT ", "a", "2026/1/1", "7d"]
        + ["é", "東", "“", "”", "\n", "\x00", "me", "inbox", "unread", ":"]
    ),
    max_size=25,
).map("".join)


def refusal(text: str) -> QueryError | None:
    try:
        parse(text)
    except QueryError as error:
        return error
    return None


@given(QUERIES | st.text(max_size=40))
@settings(max_examples=examples(300))
def test_only_a_query_error_is_ever_raised(text: str) -> None:
    error = refusal(text)
    assert error is None or 0 <= error.start <= error.end <= len(text)
    assert error is None or error.sentence.endswith((".", "?"))


@given(QUERIES | st.text(max_size=40))
@settings(max_examples=examples(300))
def test_typing_never_raises(text: str) -> None:
    parse(text, typing=True)


@given(QUERIES)
@settings(max_examples=examples(200))
def test_a_query_that_is_understood_reads_the_same_while_typing(text: str) -> None:
    try:
        strict = parse(text).root
    except QueryError:
        return
    lenient = parse(text + " ", typing=True).root
    assert show(lenient) == show(strict)
