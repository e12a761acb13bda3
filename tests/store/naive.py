"""The query language once more, the slow and plain way: to compare the index with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from desktop_app.model.message import ParsedMessage
from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Term, Words
from desktop_app.search.fold import exact_words, words
from desktop_app.search.operators import BY_NAME
from desktop_app.search.values import age_of, date_of, label_key, size_of

OWN = "alex@fernhill.example"


@dataclass(frozen=True)
class Item:
    """A mail with its labels and fields, each as its words."""

    mail: ParsedMessage
    labels: frozenset[str]

    def fields(self) -> dict[str, list[str]]:
        def people(group: Iterable[object]) -> str:
            return " , ".join(f"{a.name} {a.email}" for a in group)  # type: ignore[attr-defined]

        mail = self.mail
        return {
            "subject": words(mail.subject),
            "sender": words(people(mail.from_)),
            "recipient": words(people(mail.to)),
            "cc": words(people(mail.cc)),
            "bcc": words(people(mail.bcc)),
            "body": words(mail.text),
            "filename": words(" ".join(a.filename for a in mail.attachments)),
            "list": words(mail.list_id),
            "delivered": words(" ".join(mail.delivered_to)),
        }


def matches(node: Node | None, item: Item, now: float) -> bool:
    """Whether the mail fulfils the query, spam and trash not considered."""
    match node:
        case None:
            return True
        case And():
            return all(matches(child, item, now) for child in node.nodes)
        case Or():
            return any(matches(child, item, now) for child in node.nodes)
        case Not():
            return not matches(node.node, item, now)
        case Words():
            return _words(node, item)
        case Term():
            return _TERMS.get(node.operator, _text)(node, item, now)
        case GmailOnly():
            raise AssertionError("what Gmail alone can find is not searched for here")


def _words(node: Words, item: Item) -> bool:
    fields = list(item.fields().values())
    if node.exact:
        texts = [item.mail.subject, item.mail.text]
        texts += [f"{a.name} {a.email}" for a in item.mail.from_ + item.mail.to + item.mail.cc]
        texts += [a.filename for a in item.mail.attachments]
        return any(_has(exact_words(t), exact_words(node.text), prefix=False) for t in texts)
    return _chunks(node.text, fields, phrase=node.phrase, prefix=node.prefix)


def _chunks(text: str, fields: list[list[str]], *, phrase: bool, prefix: bool) -> bool:
    chunks = [c for c in ([text] if phrase else text.split()) if words(c)]
    return all(
        any(_has(f, words(c), prefix=prefix and n == len(chunks) - 1) for f in fields)
        for n, c in enumerate(chunks)
    )


def _has(field: list[str], wanted: list[str], *, prefix: bool) -> bool:
    size = len(wanted)
    for at in range(len(field) - size + 1):
        part = field[at : at + size]
        if part == wanted:
            return True
        if prefix and part[:-1] == wanted[:-1] and part[-1].startswith(wanted[-1]):
            return True
    return False


def _text(term: Term, item: Item, now: float) -> bool:
    fields = item.fields()
    chosen = [fields[column] for column in BY_NAME[term.operator].columns]
    if term.value == "me" and BY_NAME[term.operator].takes == "person" and not term.phrase:
        return any(_has(f, words(OWN), prefix=False) for f in chosen)
    return _chunks(term.value, chosen, phrase=term.phrase, prefix=term.prefix)


def _date(term: Term, item: Item, now: float) -> bool:
    at = date_of(term.value, now)
    assert at is not None
    return item.mail.date >= at if term.operator == "after" else item.mail.date < at


def _age(term: Term, item: Item, now: float) -> bool:
    at = age_of(term.value, now)
    assert at is not None
    return item.mail.date >= at if term.operator == "newer_than" else item.mail.date < at


def _size(term: Term, item: Item, now: float) -> bool:
    size = size_of(term.value)
    assert size is not None
    own = len(item.mail.raw)
    return own > size if term.operator == "larger" else own < size


def _label(term: Term, item: Item, now: float) -> bool:
    key = label_key(term.value)
    return any(
        label_key(label) == key or (term.prefix and label_key(label).startswith(key))
        for label in item.labels
    )


_AWAY = frozenset(("INBOX", "SENT", "DRAFT", "SPAM", "TRASH"))


def _in(term: Term, item: Item, now: float) -> bool:
    if term.value == "anywhere":
        return True
    if term.value == "archive":
        return not item.labels & _AWAY
    if term.value == "drafts":
        return "DRAFT" in item.labels
    return term.value.upper() in item.labels or _label(term, item, now)


def _is(term: Term, item: Item, now: float) -> bool:
    if term.value == "read":
        return "UNREAD" not in item.labels
    return term.value.upper() in item.labels


def _has_thing(term: Term, item: Item, now: float) -> bool:
    user = any(not label.isupper() for label in item.labels)
    return {"attachment": bool(item.mail.attachments), "userlabels": user}.get(term.value, not user)


def _category(term: Term, item: Item, now: float) -> bool:
    return f"CATEGORY_{term.value.upper()}" in item.labels


def _message_id(term: Term, item: Item, now: float) -> bool:
    return item.mail.rfc822_message_id == term.value.strip("<>")


_TERMS: dict[str, Callable[[Term, Item, float], bool]] = {
    "after": _date,
    "before": _date,
    "newer_than": _age,
    "older_than": _age,
    "larger": _size,
    "smaller": _size,
    "label": _label,
    "in": _in,
    "is": _is,
    "has": _has_thing,
    "category": _category,
    "rfc822msgid": _message_id,
}


def asks_for_all(node: Node | None) -> bool:
    """Whether spam and trash are asked for, anywhere but under a minus."""
    if isinstance(node, And | Or):
        return any(asks_for_all(child) for child in node.nodes)
    return (
        isinstance(node, Term)
        and node.operator in ("in", "label")
        and node.value.lower() in ("spam", "trash", "anywhere")
    )
