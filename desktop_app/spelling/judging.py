"""Which language a passage is in, and which of its words are in no dictionary of it.

The language is the one whose dictionary has the most words of the passage. Where several have
about as many, the passages around it decide, and a word that is right in any of them is right. A
passage of which no dictionary has half the words, or few of its few, is in a language that was not
chosen: nothing is marked there. What is quoted inside a passage has a language of its own. Words of
another language are let be: two side by side, a noun in German, and in English one with an accent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.mail.words.language import guess_language
from desktop_app.spelling.languages import language_of, script_of, script_of_word
from desktop_app.spelling.one_word import Speller, right, wrong_spans
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.spelling.words import Word, words_of

FEW = 4
"""Words up to which one more of them in a dictionary says nothing of the language."""

SOME = 8
"""Words up to which many of them may be wrong."""

LEAST_SHARE, LEAST_OF_SOME, LEAST_OF_ITS_OWN = 0.5, 0.3, 0.25
"""Of the words of a passage that the dictionary of its language has: of many, of some, and where
its commonest words are that language's."""

SURE_SHARE = 0.8
"""Likewise, where its commonest words seem to be those of a language that was not chosen."""

NEAR = 20
"""Passages before and behind one that may say its language."""

LEAST_QUOTED = 3
"""Words of a quotation that has a language of its own."""

MOST_MARKS = 200
"""Of a passage; in one with more, nobody goes from word to word."""

_QUOTED = re.compile(r"«[^«»\n]{1,2000}»|[„“][^„“”\n]{1,2000}[“”]|\"[^\"\n]{1,2000}\"")
Spellers = Mapping[str, Speller]


@dataclass(slots=True)
class _Stretch:
    """Words in one language: those of a passage, or of a quotation in it, and how many of them
    each dictionary has."""

    passage: int
    words: list[Word]
    counts: dict[str, int]
    fits: tuple[str, ...] = ()
    settled: bool = False


def judge(passages: Sequence[Passage], spellers: Spellers) -> list[Judged]:
    """What is found in each of some passages, which follow each other. A passage without
    words, or without dictionaries, has nothing."""
    stretches: list[_Stretch] = []
    for place, passage in enumerate(passages):
        stretches += _stretches(place, passage, spellers)
    found: list[list[tuple[_Stretch, Judged]]] = [[] for _ in passages]
    for place, one in enumerate(stretches):
        passage = passages[one.passage]
        around = (*_nearest(stretches, place), *passage.around)
        found[one.passage].append((one, _judged(one, passage, around, spellers)))
    return [_whole(parts) for parts in found]


def _whole(parts: list[tuple[_Stretch, Judged]]) -> Judged:
    """The language of a passage is that of most of its words."""
    if not parts:
        return Judged()
    most = max(parts, key=lambda each: len(each[0].words))[1]
    marks = sorted((mark for _, each in parts for mark in each.marks), key=lambda m: m.start)
    return Judged(most.language, most.settled, tuple(marks[:MOST_MARKS]))


def _stretches(place: int, passage: Passage, spellers: Spellers) -> Iterator[_Stretch]:
    scripts = {script_of(code) for code in spellers}
    words = [word for word in words_of(passage.text) if script_of_word(word.text) in scripts]
    apart: list[list[Word]] = [[]]
    quoted = _QUOTED.finditer(passage.text)
    inside, there = next(quoted, None), list[Word]()
    for word in words:
        while inside is not None and word.start >= inside.end():
            inside = next(quoted, None)
            apart, there = _kept_apart(apart, there), []
        (there if inside is not None and word.start >= inside.start() else apart[0]).append(word)
    for some in _kept_apart(apart, there):
        if some:
            yield _stretch(place, passage, some, spellers)


def _kept_apart(apart: list[list[Word]], quoted: list[Word]) -> list[list[Word]]:
    """A quotation of a few words alone belongs to what is around it."""
    if len(quoted) >= LEAST_QUOTED:
        return [*apart, quoted]
    apart[0] += quoted
    return apart


def _stretch(place: int, passage: Passage, words: list[Word], spellers: Spellers) -> _Stretch:
    """With the languages that it may be in, most words first; none for an unknown one."""
    counts = {
        code: sum(right(speller, word.text) for word in words) for code, speller in spellers.items()
    }
    one = _Stretch(place, words, counts)
    if passage.forced in spellers:
        one.fits, one.settled = (passage.forced,), True
        return one
    best = max(counts.values(), default=0)
    if _is_of_another(one, best, spellers, passage.text):
        one.settled = True
    else:
        slack = 1 if len(words) <= FEW and best > 1 else 0
        fits = [code for code, count in counts.items() if count >= best - slack]
        one.fits = tuple(sorted(fits, key=lambda code: -counts[code]))
        one.settled = len(fits) == 1 and best > 0 and 2 * best >= len(words)
    return one


def _is_of_another(one: _Stretch, best: int, spellers: Spellers, text: str) -> bool:
    total = len(one.words)
    if best >= SURE_SHARE * total or (total <= FEW and not guess_language(text)):
        return False
    guessed = guess_language(text)
    if guessed and guessed not in {language_of(code) for code in spellers}:
        return True
    least = LEAST_OF_SOME if total <= SOME else LEAST_SHARE
    return best < (LEAST_OF_ITS_OWN if guessed else least) * total


def _nearest(stretches: Sequence[_Stretch], place: int) -> Iterable[str]:
    """Languages of settled stretches, the nearest first, one before it before one behind it; empty
    for none of those that were chosen."""
    for away in range(1, NEAR + 1):
        for there in (place - away, place + away):
            if 0 <= there < len(stretches) and stretches[there].settled:
                yield next(iter(stretches[there].fits), "")


def _judged(one: _Stretch, passage: Passage, around: tuple[str, ...], spellers: Spellers) -> Judged:
    if not one.fits:
        return Judged(settled=True)
    if around[:1] == ("",) and 2 * max(one.counts.values()) < len(one.words):
        return Judged()
    leaning = next((code for code in around if code in one.fits), one.fits[0])
    fits = (leaning, *(code for code in one.fits if code != leaning))
    mine = [spellers[code] for code in fits]
    others = {} if passage.forced in spellers else spellers
    wrong = [not any(right(speller, word.text) for speller in mine) for word in one.words]
    marks = [
        Mark(start, end, passage.text[start:end], fits)
        for place, word in enumerate(one.words)
        if wrong[place] and not _is_foreign(one, leaning, wrong, place, others)
        for start, end in wrong_spans(word, mine)
    ]
    return Judged(leaning, one.settled, tuple(marks))


def _is_foreign(
    one: _Stretch, language: str, wrong: Sequence[bool], place: int, spellers: Spellers
) -> bool:
    """Whether it is a word of another of the languages."""
    words, word = one.words, one.words[place].text
    beside = [n for n in (place - 1, place + 1) if 0 <= n < len(words) and wrong[n]]
    taken_over = {
        "de": place > 0 and word[:1].isupper(),
        "en": not word.isascii() and "’" not in word,
    }.get(language_of(language), False)
    return any(
        right(speller, word) and (taken_over or any(right(speller, words[n].text) for n in beside))
        for speller in spellers.values()
    )
