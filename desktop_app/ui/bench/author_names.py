"""Authors of drafts as they are named in a sentence. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.model.draft import Author, Draft, DraftVersion, Origin
from desktop_app.ui.widgets.safe_text import clean

YOU = "you"


def author_name(author: Author) -> str:
    """`you`, `another mail program`, `the starter assistant`, `the model qwen3:8b`, `Claude Desktop
    over MCP`."""
    name = clean(author.name)
    if author.origin is Origin.USER:
        return "another mail program" if name else YOU
    if author.origin is Origin.MCP:
        return f"{name or 'a connected program'} over MCP"
    if name in {"", "Starter assistant"}:
        return f"the {name.lower() or 'assistant'}"
    return f"the model {name}"


def at_start(name: str) -> str:
    """A name at the beginning of a sentence."""
    return name[:1].upper() + name[1:]


def in_a_row(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`; each once."""
    found = list(dict.fromkeys(names))
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def other_hands(draft: Draft, versions: Sequence[DraftVersion]) -> tuple[Author, ...]:
    """Everybody but its first author whose words or fields the draft may have, in order."""
    writers = [*(v.author for v in versions), *(hand.author for hand in draft.hands)]
    return tuple(dict.fromkeys(a for a in writers if a != draft.author))


def proposed_changes(authors: tuple[Author, ...]) -> str:
    """Who proposes changes to a draft, as a sentence without its stop."""
    many = len(authors) > 1
    wish = f"propose{'' if many else 's'} {'changes' if many else 'a change'}"
    return f"{at_start(in_a_row(map(author_name, authors)))} {wish}"
