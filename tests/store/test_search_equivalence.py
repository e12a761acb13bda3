"""The index finds exactly what reading every mail finds, for any query."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.errors import QueryError
from desktop_app.search.operators import OPERATORS
from desktop_app.search.parser import parse
from desktop_app.store.rows import walk
from desktop_app.store.store import Store
from tests.depths import examples, one_in
from tests.store.mails import NOW, opened, raw_mail
from tests.store.naive import Item, asks_for_all, matches

WORDS = (
    "budget plan report café cafe Straße lunch meeting the alpha beta betamax 東京 会議 x1".split()
)
PEOPLE = (
    "Dana Lee <dana@example.com>",
    "Daniel Sø <daniel@example.org>",
    "Alex Morgan <alex@fernhill.example>",
    "lunch@example.com",
)
LABELS = ("INBOX", "UNREAD", "STARRED", "SENT", "SPAM", "TRASH", "CATEGORY_SOCIAL")
USER_LABELS = ("Clients/North", "Private", "clients")


@dataclass(frozen=True)
class Corpus:
    store: Store
    items: dict[int, Item]

    def expected(self, text: str, *, typing: bool) -> set[int]:
        root = parse(text, typing=typing).root
        away = frozenset() if asks_for_all(root) else frozenset(("SPAM", "TRASH"))
        return {
            id_
            for id_, item in self.items.items()
            if not item.labels & away and matches(root, item, NOW)
        }


def item(rng: random.Random, number: int) -> Item:
    body = " ".join(rng.choices(WORDS, k=rng.randint(1, 12))) + "x" * rng.choice((0, 0, 3000))
    headers = [f"Cc: {rng.choice(PEOPLE)}"] * (rng.random() < 0.3)
    headers += ["List-Id: Announce <announce.example.com>"] * (rng.random() < 0.2)
    headers += ["Delivered-To: alex@fernhill.example"] * (rng.random() < 0.5)
    raw = raw_mail(
        body,
        id=f"{number}@x",
        subject=" ".join(rng.choices(WORDS, k=3)),
        sender=rng.choice(PEOPLE),
        to=", ".join(rng.sample(PEOPLE, 2)),
        date=int(NOW) - rng.randint(0, 800 * 86400),
        headers=headers,
        attachment=rng.choice(("", "", "plan.pdf", "report.docx")),
    )
    labels = {x for x in LABELS if rng.random() < 0.25} | {
        x for x in USER_LABELS if rng.random() < 0.15
    }
    return Item(parse_mail(raw), frozenset(labels))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    rng = random.Random(11)
    items = [item(rng, number) for number in range(220)]
    with opened(tmp_path_factory.mktemp("profile")) as store:
        ids = store.messages.add(
            "local", [i.mail for i in items], labels=[i.labels for i in items]
        ).ids
        yield Corpus(store, dict(zip(ids, items, strict=True)))


def found(corpus: Corpus, text: str, *, typing: bool = False) -> list[int]:
    query = parse(text, typing=typing)
    return [m.id for m in corpus.store.finder.messages(query, limit=1000)]


EVERY_KIND = [
    "",
    "budget",
    "CAFE",
    "+café",
    "+cafe",
    "strasse",
    "東京",
    "京",
    "京東",
    '"plan report"',
    "from:dana",
    "from:example.com",
    "from:dana@example.com",
    "from:me",
    "to:me",
    "to:daniel",
    "cc:lee",
    "subject:(budget plan)",
    "subject:{budget plan} -lunch",
    "has:attachment",
    "has:userlabels",
    "has:nouserlabels",
    "filename:pdf",
    "filename:plan.pdf",
    "label:clients-north",
    "label:CLIENTS",
    "label:inbox",
    "label:nothing",
    "in:inbox",
    "in:trash",
    "in:anywhere",
    "in:archive",
    "in:drafts",
    "in:private",
    "-in:spam",
    "is:unread",
    "is:read",
    "is:starred -is:unread",
    "category:social",
    "after:2026/01/01",
    "before:2025-06-30",
    "newer_than:90d",
    "older_than:1y",
    "larger:2K",
    "smaller:600",
    "list:announce",
    "deliveredto:alex@fernhill.example",
    "rfc822msgid:<7@x>",
    "bcc:dana",
    "-budget",
    "-budget -plan",
    "-(budget plan)",
    "-{budget plan}",
    "budget OR plan",
    "is:unread OR budget",
    "(is:unread budget) OR (is:starred plan)",
    "-(is:unread budget)",
    "budget -(is:unread plan)",
    "is:unread -lunch",
    "nosuchword",
    "budget nosuchword",
    "budget OR nosuchword",
    "-nosuchword",
    "after:2026/01/01 before:2026/06/01 (budget OR is:starred)",
    "NOT NOT budget",
]


@one_in(4)
@pytest.mark.parametrize("text", EVERY_KIND)
def test_a_query_of_every_kind(corpus: Corpus, text: str) -> None:
    ids = found(corpus, text)
    assert set(ids) == corpus.expected(text, typing=False)
    assert ids == sorted(ids, reverse=True)


def test_every_operator_is_compared() -> None:
    tried = " ".join(EVERY_KIND)
    assert [o.name for o in OPERATORS if f"{o.name}:" not in tried] == []


@pytest.mark.parametrize("costs", [{"_LOOK_UP": 0.0, "_ROW": 0.0}, {"_LOOK_UP": 1e9, "_ROW": 1e9}])
def test_whichever_way_is_walked_the_same_is_found(
    corpus: Corpus, costs: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**costs, "_FIRST_SPAN": 7}.items():
        monkeypatch.setattr(walk, name, value)
    for text in EVERY_KIND:
        ids = found(corpus, text)
        assert ids == sorted(corpus.expected(text, typing=False), reverse=True), text


@pytest.mark.parametrize("text", ["bud", "be", "from:da", "label:cl", '"plan re', "dana@ex", "東"])
def test_the_last_word_may_be_the_start_of_one(corpus: Corpus, text: str) -> None:
    ids = set(found(corpus, text, typing=True))
    assert ids == corpus.expected(text, typing=True)
    assert ids


ATOMS = st.sampled_from(
    [
        *WORDS,
        *('"budget plan"', "+café", "from:dana", "to:me", "subject:report", "is:unread"),
        *("in:inbox", "in:trash", "in:spam", "label:private", "has:attachment", "larger:1K"),
        *("newer_than:1y", "before:2026/01/01", "filename:pdf", "is:starred", "in:archive"),
        "zzz",
    ]
)
QUERIES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' OR '.join(parts)})"),
        inner.map(lambda part: f"-({part})"),
    ),
    max_leaves=6,
)


@given(QUERIES)
@settings(max_examples=examples(150), deadline=None)
def test_any_query_finds_what_reading_every_mail_finds(corpus: Corpus, text: str) -> None:
    if "+" in text:
        # `+` inside brackets is taken without accents: the rest must still hold.
        text = text.replace("+café", "café")
    assert set(found(corpus, text)) == corpus.expected(text, typing=False)


@given(QUERIES, st.integers(1, 30))
@settings(max_examples=examples(40), deadline=None)
def test_pages_of_threads_are_one_list_cut_up(corpus: Corpus, text: str, size: int) -> None:
    query = parse(text.replace("+", ""))
    finder = corpus.store.finder
    everything = finder.threads(query, limit=1000)
    pages: list[int] = []
    before = None
    while page := finder.threads(query, limit=size, before=before):
        pages += [row.newest_id for row in page]
        before = page[-1].newest_id
    assert pages == [row.newest_id for row in everything]


@given(st.text(max_size=30))
@settings(max_examples=examples(60), deadline=None)
def test_no_text_breaks_a_search(corpus: Corpus, text: str) -> None:
    corpus.store.finder.messages(parse(text, typing=True), limit=5)
    try:
        query = parse(text)
    except QueryError:
        return
    corpus.store.finder.count(query)
