"""Two dozen queries of every kind, in our language and in notmuch's, for one corpus."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Pair:
    """One question in both languages; empty for notmuch where it has no answer (it indexes no
    List-Id, and no part of a run of Chinese)."""

    kind: str
    ours: str
    notmuch: str


def pairs(corpus: Corpus) -> list[Pair]:
    """The queries; words and people are picked by their rank, so every size has them."""
    middle, rare, rarer = (corpus.words.items[rank] for rank in (600, 9_000, 30_000))
    often, sometimes = (corpus.people.items[rank] for rank in (2, len(corpus.people.items) // 3))
    known = next(corpus.message_ids())
    name, address = often.split()[0].lower(), sometimes.rpartition("<")[2].rstrip(">")
    return [
        Pair("everything", "", "*"),
        Pair("the commonest word", "the", "the"),
        Pair("a common word", "meeting", "meeting"),
        Pair("a middling word", middle, middle),
        Pair("a rare word", rare, rare),
        Pair("a word that is nowhere", "nosuchwordatall", "nosuchwordatall"),
        Pair("two common words", "budget report", "budget report"),
        Pair("a common and a rare word", f"the {rare}", f"the {rare}"),
        Pair("four words", f"the and {middle} meeting", f"the and {middle} meeting"),
        Pair("a phrase of common words", '"of the"', '"of the"'),
        Pair("a phrase that is rare", f'"{middle} the"', f'"{middle} the"'),
        Pair("words or words", f"{rare} OR {rarer} OR invoice", f"{rare} or {rarer} or invoice"),
        Pair("a word left out", "invoice -the", "invoice and not the"),
        Pair("only a word left out", "-the", "not the"),
        Pair("a sender's name", f"from:{name}", f"from:{name}"),
        Pair("a sender's address", f"from:{address}", f"from:{address}"),
        Pair("a recipient", f"to:{address}", f"to:{address}"),
        Pair("a word of the subject", "subject:review", "subject:review"),
        Pair("sender and subject", f"from:{name} subject:the", f"from:{name} and subject:the"),
        Pair("with an attachment", "has:attachment meeting", "tag:attachment and meeting"),
        Pair("a kind of file", "filename:pdf", "attachment:pdf"),
        Pair("unread", "is:unread", "tag:unread"),
        Pair("unread with a word", "is:unread meeting", "tag:unread and meeting"),
        Pair("the inbox", "in:inbox", "tag:inbox"),
        Pair(
            "a month long ago", "after:2021/03/01 before:2021/04/01", "date:2021-03-01..2021-03-31"
        ),
        Pair(
            "a word in a year",
            "contract after:2022/01/01 before:2023/01/01",
            "contract and date:2022-01-01..2022-12-31",
        ),
        Pair("a mailing list", "list:list7", ""),
        Pair("Chinese and Japanese", "会議", ""),
        Pair("one message by its id", f"rfc822msgid:{known}", f"id:{known}"),
        Pair(
            "brackets",
            f"(from:{name} OR from:{address}) (meeting OR invoice) -has:attachment",
            f"(from:{name} or from:{address}) and (meeting or invoice) and not tag:attachment",
        ),
    ]


def typed(corpus: Corpus) -> list[str]:
    """Queries as people type them; every keystroke of each is a search."""
    middle, rare = (corpus.words.items[rank] for rank in (600, 9_000))
    name = corpus.people.items[2].split()[0].lower()
    return [
        "meeting report",
        f"from:{name} budget",
        f"{rare} {middle}",
        "subject:review the schedule",
        '"please review" is:unread',
        "invoice -contract after:2024/01/01",
        "has:attachment filename:pdf thanks",
        f"the and {middle}",
        "会議 資料",
        "a to the",
    ]
