"""Gmail's query language, from text to a tree.

::

    query    = or-group { ["AND"] or-group }
    or-group = unary { "OR" unary }          OR binds tighter than a space, as in Gmail
    unary    = ("-" | "NOT") unary | "(" query ")" | "{" unary … "}" | term
             | unary "AROUND" number unary
    term     = operator ":" (value | quoted | "(" query ")" | "{" … "}") | ["+"] (word | quoted)

What cannot be understood is a QueryError with its place. Pure; what a value means is
search/values.py's, what an operator does is search/sql.py's. What Gmail alone can evaluate (AROUND,
`has:drive`) is a node of its own, which search/gmail_only.py refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from desktop_app.model.errors import QueryError
from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Query, Term, Words
from desktop_app.search.checks import check_value, likely_name, may_become
from desktop_app.search.fold import stands_alone, words
from desktop_app.search.operators import BY_NAME, GMAIL_ONLY, Operator, Takes

_LONGEST = 5000
_DEEPEST = 20
_MOST_TERMS = 300
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_NAME = re.compile(r"([A-Za-z][A-Za-z0-9_]*):")
_BARE = re.compile(r"[^\s(){}\"]+")
_KEYWORD = re.compile(r"(AND|OR|NOT)(?=[\s(){}\"]|$)")
_AROUND = re.compile(r"\s+AROUND\s*\(?\s*\d{1,3}\s*\)?(?=[\s({\"“„«]+[^\s)}])")
_AROUND_INSIDE = re.compile(r"\S\s+AROUND\s+\d{1,3}\s+\S")
_OPEN = frozenset((Takes.PERSON, Takes.TEXT, Takes.LABEL, Takes.PLACE))
_GROUPS = {"(": ")", "{": "}"}
_ONE_SIDED = "“OR” needs something on both sides."


def parse(text: str, *, typing: bool = False) -> Query:
    """The tree of a query; an empty query has no root and matches everything.

    With `typing` nothing is refused: an open quote or parenthesis is closed, an incomplete value is
    left out, and the last word may be a prefix. Raises QueryError.
    """
    if len(text) > _LONGEST:
        if not typing:
            raise QueryError("This query is too long.", query=text, start=_LONGEST, end=len(text))
        text = text[:_LONGEST]
    return Query(text, _Parser(text, typing=typing).parse())


class _Parser:
    """One pass over one text; `_at` is the offset of the next character."""

    def __init__(self, text: str, *, typing: bool) -> None:
        self._text = text
        self._typing = typing
        self._at = 0
        self._depth = 0
        self._terms = 0

    def parse(self) -> Node | None:
        nodes: list[Node] = []
        while True:
            node = self._sequence(None)
            if node is not None:
                nodes.append(node)
            if self._at >= len(self._text):
                return _joined(And, nodes)
            self._refuse(f"There is no “{self._opener()}” before this.", self._at, self._at + 1)
            self._at += 1

    def _opener(self) -> str:
        return "(" if self._text[self._at] == ")" else "{"

    def _sequence(self, operator: Operator | None) -> Node | None:
        """Everything up to a closing bracket or the end, all of it wanted."""
        nodes: list[Node] = []
        while self._more():
            self._keyword("AND")
            node = self._alternatives(operator)
            if node is not None:
                nodes.append(node)
        return _joined(And, nodes)

    def _more(self) -> bool:
        self._skip()
        return self._at < len(self._text) and self._text[self._at] not in ")}"

    def _skip(self) -> None:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1

    def _keyword(self, word: str) -> bool:
        self._skip()
        found = _KEYWORD.match(self._text, self._at)
        if found and found[1] == word:
            self._at = found.end()
            return True
        return False

    def _alternatives(self, operator: Operator | None) -> Node | None:
        start = self._at
        nodes = [self._near(operator)]
        while self._keyword("OR"):
            if not self._more():
                ended = self._at_end()
                self._refuse(_ONE_SIDED, start, self._at, unfinished=ended)
                break
            nodes.append(self._near(operator))
        return _joined(Or, [node for node in nodes if node is not None])

    def _near(self, operator: Operator | None) -> Node | None:
        """One part, or the whole of several that are to stand near each other."""
        self._skip()
        start = self._at
        node = self._unary(operator)
        while found := _AROUND.match(self._text, self._at):
            self._at = found.end()
            self._unary(operator)
            node = self._gmails(start)
        return node

    def _gmails(self, start: int) -> GmailOnly:
        return GmailOnly(self._text[start : self._at], start, self._at)

    def _unary(self, operator: Operator | None) -> Node | None:
        self._skip()
        start = self._at
        if self._minus() or self._keyword("NOT"):
            if not self._more():
                ended = self._at_end()
                self._refuse(
                    "There is nothing here to leave out.", start, self._at, unfinished=ended
                )
                return None
            return self._nested(lambda: self._negated(operator), start)
        if not self._more():
            return None
        if (opened := self._text[self._at]) in _GROUPS:
            return self._nested(lambda: self._group(opened, operator), start)
        if self._keyword("OR"):
            self._refuse(_ONE_SIDED, start, self._at)
            return None
        return self._term(operator)

    def _minus(self) -> bool:
        if not self._text.startswith("-", self._at) or self._text[self._at + 1 : self._at + 2] in (
            "",
            " ",
        ):
            return False
        self._at += 1
        return True

    def _negated(self, operator: Operator | None) -> Node | None:
        node = self._unary(operator)
        return None if node is None or _is_barely_begun(node) else Not(node)

    def _nested(self, read: Callable[[], Node | None], start: int) -> Node | None:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._depth -= 1
            self._refuse("This is nested too deeply.", start, len(self._text))
            self._at = len(self._text)
            return None
        node = read()
        self._depth -= 1
        return node

    def _group(self, opened: str, operator: Operator | None) -> Node | None:
        start = self._at
        closer = _GROUPS[opened]
        self._at += 1
        node = self._sequence(operator) if opened == "(" else self._any_of(operator)
        if self._text.startswith(closer, self._at):
            self._at += 1
        else:
            self._refuse(f"This “{opened}” is never closed.", start, start + 1, unfinished=True)
        return node

    def _any_of(self, operator: Operator | None) -> Node | None:
        nodes: list[Node] = []
        while self._more():
            if self._keyword("OR") or self._keyword("AND"):
                continue
            node = self._unary(operator)
            if node is not None:
                nodes.append(node)
        return _joined(Or, nodes)

    def _term(self, operator: Operator | None) -> Node | None:
        start = self._at
        self._terms += 1
        if self._terms > _MOST_TERMS:
            self._refuse("This query has too many words.", start, len(self._text))
            self._at = len(self._text)
            return None
        named = _NAME.match(self._text, self._at)
        if operator is None and named:
            found = BY_NAME.get(named[1].lower())
            if found is not None:
                self._at = named.end()
                return self._operated(found, start)
            self._doubt(named)
        exact = self._plus()
        value, phrase, open_ended = self._value()
        if operator is not None:
            return self._checked(operator, value, start, phrase=phrase, open_ended=open_ended)
        if not words(value):
            return None
        if phrase and _AROUND_INSIDE.search(value):
            return self._gmails(start)
        return Words(value, phrase=phrase, exact=exact, prefix=open_ended and not exact)

    def _doubt(self, named: re.Match[str]) -> None:
        """Refuses a name that is most likely a misspelled operator."""
        meant = likely_name(named[1])
        if meant and self._text[named.end() : named.end() + 1].strip():
            sentence = f"There is no operator “{named[1]}:”. Did you mean “{meant}:”?"
            self._refuse(sentence, named.start(), named.end(), meant=f"{meant}:")

    def _plus(self) -> bool:
        follows = self._text[self._at + 1 : self._at + 2]
        if not self._text.startswith("+", self._at) or not (
            follows.isalnum() or follows in _QUOTES
        ):
            return False
        self._at += 1
        return True

    def _operated(self, operator: Operator, start: int) -> Node | None:
        if self._text[self._at : self._at + 1] in _GROUPS:
            opened = self._text[self._at]
            return self._nested(lambda: self._group(opened, operator), start)
        value, phrase, open_ended = self._value()
        if not value.strip():
            sentence = f"“{operator.name}:” needs a value, as in {operator.example}."
            self._refuse(sentence, start, self._at, unfinished=self._at_end())
            return None
        return self._checked(operator, value, start, phrase=phrase, open_ended=open_ended)

    def _checked(
        self, operator: Operator, value: str, start: int, *, phrase: bool, open_ended: bool
    ) -> Node | None:
        if value.lower() in GMAIL_ONLY.get(operator.name, ()):
            return GmailOnly(f"{operator.name}:{value}", start, self._at)
        value, problem = check_value(operator, value, typing=self._typing)
        if problem:
            unfinished = self._at == len(self._text) and may_become(operator, value)
            self._refuse(problem, start, self._at, unfinished=unfinished)
            return None
        if operator.columns and operator.takes is not Takes.MESSAGE_ID and not words(value):
            return None
        open_ended = open_ended and operator.takes in _OPEN
        return Term(operator.name, value, start, self._at, phrase=phrase, prefix=open_ended)

    def _value(self) -> tuple[str, bool, bool]:
        """The next value: its text, whether it was quoted, whether it may still be going on."""
        opened = self._text[self._at : self._at + 1]
        if opened in _QUOTES:
            return self._quoted(_QUOTES[opened])
        found = _BARE.match(self._text, self._at)
        if found is None:
            return "", False, False
        self._at = found.end()
        return found[0], False, self._typing and self._at == len(self._text)

    def _quoted(self, closer: str) -> tuple[str, bool, bool]:
        start = self._at
        end = self._text.find(closer, start + 1)
        if end < 0:
            self._refuse("This quote is never closed.", start, start + 1, unfinished=True)
            self._at = len(self._text)
            return self._text[start + 1 :], True, True
        self._at = end + 1
        return self._text[start + 1 : end], True, False

    def _at_end(self) -> bool:
        return not self._text[self._at :].strip()

    def _refuse(
        self, sentence: str, start: int, end: int, *, unfinished: bool = False, meant: str = ""
    ) -> None:
        if not self._typing:
            end = max(end, start)
            raise QueryError(
                sentence,
                query=self._text,
                start=start,
                end=end,
                unfinished=unfinished,
                meant=meant,
            )


def _is_barely_begun(node: Node) -> bool:
    """Whether a word that is being typed has one letter yet: it would leave out nearly all mail,
    and every word with that letter would be looked up."""
    if isinstance(node, Words):
        text, prefix = node.text, node.prefix
    elif isinstance(node, Term):
        text, prefix = node.value, node.prefix
    else:
        return False
    return prefix and len(text) == 1 and not stands_alone(text)


def _joined(kind: type[And | Or], nodes: list[Node]) -> Node | None:
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return kind(tuple(nodes))


def without_prefix(node: Node) -> Node:
    """The same tree with every word complete, as after pressing Enter."""
    if isinstance(node, Words | Term):
        return replace(node, prefix=False)
    if isinstance(node, GmailOnly):
        return node
    if isinstance(node, Not):
        return Not(without_prefix(node.node))
    return type(node)(tuple(without_prefix(child) for child in node.nodes))
