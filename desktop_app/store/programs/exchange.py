"""What a call was given and what it gave, for the activity record.

The record has the size and a digest of both. The digest is over the row's salt and then the bytes:
once the salt is forgotten, nobody can find short ones, a search for one, by trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from desktop_app.store.programs.chain import canonical

MOST_KEPT = 20_000
"""Characters of the words of either, where they are kept."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """`given` and `gave` are JSON in UTF-8. `mails` are the ids of mails in what it gave. `draft`
    is the id of the draft that came of it, empty for none, at its `revision`. `keeps_words`: the
    person has the words themselves kept."""

    given: bytes
    gave: bytes
    mails: tuple[int, ...] = ()
    draft: str = ""
    revision: int = 0
    keeps_words: bool = False

    def facts(self, salt: str) -> dict[str, object]:
        """What stays when the words are forgotten."""
        found: dict[str, object] = {
            name: {"bytes": len(data), "digest": sha256(salt.encode() + data).hexdigest()}
            for name, data in (("given", self.given), ("gave", self.gave))
        }
        return found | ({"draft": self.draft, "revision": self.revision} if self.draft else {})

    def words(self) -> str:
        """Further words, as `chain.sealed` takes them."""
        more: dict[str, object] = {"mails": list(self.mails)} if self.mails else {}
        if self.keeps_words:
            for name, data in (("given", self.given), ("gave", self.gave)):
                more[name] = data.decode("utf-8", "replace")[:MOST_KEPT]
        return canonical(more) if more else ""
