"""Recipients out of a text that somebody gave: typed, pasted, in a link, by a program.

Every address given is a recipient, or what can't be told apart comes back as one that is no
address, with its text: nothing is dropped and nothing is guessed.
"""

from __future__ import annotations

import re

from desktop_app.mail.wire.addresses import LONGEST, AddressList, Quoted
from desktop_app.mail.wire.headers import decode_words
from desktop_app.model.address import Address

_LINES = re.compile(r"[\r\n\x0b\x0c\x85\u2028\u2029]+")
_SINGLE_QUOTES = re.compile(
    r"(?<![^\s,;])'([^'\s,;<>\"@]{1,64}+@[^'\s,;<>\"@]{1,255}+)'(?![^\s,;])"
)


def given_addresses(text: str) -> tuple[Address, ...]:
    """Every address of a text in order. Commas, semicolons and line ends part them, spaces and tabs
    where both sides have an @; quotation marks may be around the whole.

    What is no address has its text for its `email`, and no name. No name has an @.
    """
    if len(text) > LONGEST:
        return (Address("", text),)
    return _Given(_SINGLE_QUOTES.sub(r"\1", _LINES.sub(",", text))).read()


def as_typed(address: Address) -> str:
    """The address as one would type it, a name with a comma in quotation marks. A name with an @ is
    left out: it would be another address."""
    if not address.name or "@" in address.name:
        return address.email
    name = address.name
    if any(sign in name for sign in ',;:<>@"()'):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{address.email}>"


class _Given(AddressList):
    """A list in which an entry that can be read in two ways is none."""

    def _without_angle(self, words: list[str], comments: list[str]) -> None:
        whole = " ".join("".join(words).split())
        if any("@" in comment for comment in comments):
            self._refuse(f"{whole} ({') ('.join(comments)})")
        elif "@" in whole:
            self._keep_waiting()  # `dana, sam@x.example`: no comma of a name
            self._waiting = []
            self._mailboxes(words, comments)
        else:
            super()._without_angle(words, comments)

    def _mailboxes(self, words: list[str], comments: list[str]) -> None:
        """An entry with an @: quotation marks may be around an address, or around many."""
        before: list[str] = []
        for word in words:
            if isinstance(word, Quoted) and "@" in word:
                super()._without_angle(before, [])
                before = []
                self._found.extend(given_addresses(word))
            else:
                before.append(word)
        super()._without_angle(before, comments)

    def _with_angle(self, words: str, comments: list[str], angle: str) -> None:
        """A name may repeat its address; one with another @ names somebody else."""
        name = decode_words(" ".join(f"{', '.join(self._waiting)} {words}".split()))
        said = " ".join((name, *comments))
        if "@" in said and any(
            part.strip(" '\"").lower() != angle.lower() for part in (name, *comments) if part
        ):
            self._waiting = []
            self._refuse(f"{said} <{angle}>")
            return
        if "@" in said:
            self._waiting, words, comments = [], "", []
        super()._with_angle(words, comments, angle)

    def _keep_waiting(self) -> None:
        for words in self._waiting:
            self._refuse(words)

    def _refuse(self, text: str) -> None:
        self._found.append(Address("", " ".join(text.split())))
