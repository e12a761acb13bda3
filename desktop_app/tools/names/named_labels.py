"""Labels as a caller names them: by id or name, in the one account that has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Label
from desktop_app.model.query import And, Node, Not, Or, Query, Term
from desktop_app.search.operators import PLACES
from desktop_app.search.parser import parse
from desktop_app.search.values import label_key
from desktop_app.tools.calls.context import Context


def named(context: Context, wanted: str, account_id: str = "") -> Label:
    """The person's own label of that id or name. Raises `NotFound`, `BadInput` where several
    accounts have it."""
    own = [label for label in context.store.labels.list(account_id or None) if not label.system]
    found = [label for label in own if label.id == wanted] or [
        label for label in own if label.name.casefold() == wanted.strip().casefold()
    ]
    if not found:
        raise NotFound(
            f"There is no label “{wanted[:80]}” to change.", next_step="list_labels shows them."
        )
    if len(found) > 1:
        accounts = ", ".join(label.account_id for label in found)
        raise BadInput(
            f"Several accounts have a label “{wanted[:80]}”.",
            next_step=f"Give the account: {accounts}.",
        )
    return found[0]


def carried(label: Label) -> str:
    """How many mails carry the label, as a sentence."""
    return f"{label.total:,} mail{'s carry' if label.total != 1 else ' carries'} it."


def quoted(context: Context, label: Label) -> tuple[tuple[str, str], ...]:
    """The label's name, and the account's, which may be anybody's words."""
    return ("Label", label.name), ("Account", context.store.accounts.get(label.account_id).name)


class KnownLabels:
    """The labels there are, in one account or in all, by every name and id that a caller may
    know them by: those of the mail server too."""

    def __init__(self, context: Context, account_id: str = "") -> None:
        """Raises `NotFound` for the account."""
        labels = context.store.labels.list(account_id or None)
        self._there = {(label.account_id, label.id) for label in labels}
        self._names = {label.id: label.name for label in labels}
        self._ids: dict[str, str] = {}
        self._alike: dict[str, set[str]] = {}
        for label in labels:
            self._note(label.id, label.id, label.name)
        self.elsewhere: set[str] = set()
        for remote in context.store.known_ids.labels():
            if account_id in {"", remote.account_id}:
                self._note(remote.name, remote.remote_id, remote.name)
                self.elsewhere.add(remote.remote_id)

    def _note(self, label_id: str, *names: str) -> None:
        for name in names:
            self._ids.setdefault(name, label_id)
            self._alike.setdefault(label_key(name), set()).add(label_id)

    def __contains__(self, wanted: str) -> bool:
        return wanted in self._ids or label_key(wanted) in self._alike

    def ids(self, wanted: Iterable[str], *, accounts: Iterable[str] = ()) -> tuple[str, ...]:
        """The ids of labels here. Raises `NotFound` for a label that is not there, or that one of
        `accounts` has not; `BadInput` where several are spelt alike."""
        found = tuple(map(self._id, wanted))
        for account_id in accounts:
            for label_id in found:
                if (account_id, label_id) not in self._there:
                    raise _unknown(label_id)
        return found

    def id_of(self, wanted: str) -> str:
        """The id of the one label that is meant; empty for none or several."""
        alike = self._alike.get(label_key(wanted), set())
        return self._ids.get(wanted) or (next(iter(alike)) if len(alike) == 1 else "")

    def name_of(self, wanted: str) -> str:
        """The name of the one label that is meant; empty for none or several."""
        found = self.id_of(wanted)
        name = self._names.get(found, found)
        return "" if '"' in name else name

    def apart(self, wanted: str) -> tuple[str, ...]:
        """The names in a text that lists several labels with commas; itself where it is one."""
        parts = tuple(part.strip() for part in wanted.split(",") if part.strip())
        several = len(parts) > 1 and wanted not in self and all(part in self for part in parts)
        return parts if several else (wanted,)

    def quotes(self, what: str, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """The names of labels, each after `what` is done with it."""
        return tuple((what, self._names.get(each, each)) for each in ids)

    def _id(self, wanted: str) -> str:
        if found := self.id_of(wanted):
            return found
        alike = sorted(self._alike.get(label_key(wanted), ()))
        if alike:
            told = "\n".join(each[:80] for each in alike[:5])
            raise BadInput("Several labels are spelt like that.", untrusted=told)
        raise _unknown(wanted)


def of_query(context: Context, query: Query, account_id: str = "") -> Query:
    """The query with the names of labels in the place of other ids they have (`Label_12`, as Gmail
    has them). Raises `NotFound` for a label that is not there: an empty answer would say that it
    has no mail."""
    wanted = _labels_of(query)
    searched(context, wanted, account_id)
    known = KnownLabels(context, account_id) if wanted else None
    if known is None:
        return query
    text = query.text
    for term in sorted(_terms(query.root), key=lambda term: -term.start):
        name = known.name_of(term.value) if term.operator == "label" else ""
        if name and name != term.value and term.value in known.elsewhere:
            text = f'{text[: term.start]}label:"{name}"{text[term.end :]}'
    return query if text == query.text else parse(text)


def searched(context: Context, wanted: tuple[str, ...], account_id: str = "") -> tuple[str, ...]:
    """The ids of labels that a search names, as they are where no id is known. Raises `NotFound`
    for one that is not there; labels of a server that was never asked for them may be."""
    if not wanted:
        return ()
    known = KnownLabels(context, account_id)
    wanted = tuple(name for each in wanted for name in known.apart(each))
    if not _all_listed(context, account_id):
        return tuple(known.id_of(each) or each for each in wanted)
    for each in wanted:
        if each not in known:
            raise _unknown(each)
    return tuple(known.id_of(each) or each for each in wanted)


def _labels_of(query: Query) -> tuple[str, ...]:
    """The labels that a query names: those after `label:`, and after `in:` what is no place."""
    return tuple(
        term.value
        for term in _terms(query.root)
        if term.operator == "label"
        or (term.operator == "in" and term.value.strip().casefold() not in PLACES)
    )


def not_known_yet(
    context: Context, query: Query, wanted: tuple[str, ...], account_id: str = ""
) -> str:
    """A sentence on labels that are looked for and unknown, while a server in reach has not told
    of its labels; empty where there are none."""
    known = KnownLabels(context, account_id)
    names = (*wanted, *_labels_of(query))
    unknown = [f"“{each[:80]}”" for each in dict.fromkeys(names) if each not in known]
    if not unknown:
        return ""
    return f"No label {', '.join(unknown)} is known here yet: list_labels shows those that are."


def _all_listed(context: Context, account_id: str) -> bool:
    """Whether every server in reach has been in step once: its labels are here since."""
    able = context.ports.accounts.capabilities
    accounts = [a for a in context.store.accounts.list() if account_id in {"", a.id}]
    return all(context.store.sync_state.get(a.id).synced for a in accounts if able(a).syncs)


def _terms(node: Node | None) -> Iterator[Term]:
    if isinstance(node, Term):
        yield node
    elif isinstance(node, Not):
        yield from _terms(node.node)
    elif isinstance(node, (And, Or)):
        for each in node.nodes:
            yield from _terms(each)


def _unknown(wanted: str) -> NotFound:
    return NotFound(f"There is no label “{wanted[:80]}”.", next_step="list_labels shows them.")
