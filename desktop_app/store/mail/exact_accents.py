"""Whether a mail has words with just their accents (`+word`): the index knows none."""

from __future__ import annotations

import apsw

from desktop_app.model.message import MessageId
from desktop_app.search.fold import exact_words
from desktop_app.search.plan import Exact
from desktop_app.store.mail.file_hits import texts_of


def has_exactly(connection: apsw.Connection, id_: MessageId, wanted: tuple[Exact, ...]) -> bool:
    """Whether the message's own text, or that of its files, has the words with their accents."""
    of_files = [exact for exact in wanted if exact.in_files]
    if of_files:
        texts = [exact_words(text) for text in texts_of(connection, id_)]
        return all(any(_holds(text, exact.words) for text in texts) for exact in of_files)
    from desktop_app.mail.message.parse import parse as parse_message
    from desktop_app.store.base.compressed import decompressed

    data = connection.execute("SELECT data FROM raw WHERE id = ?", (id_,)).get
    parsed = parse_message(decompressed(data))
    people = (*parsed.from_, *parsed.to, *parsed.cc, *parsed.bcc)
    fields = [parsed.subject, parsed.text, *(f"{p.name} {p.email}" for p in people)]
    fields += [part.filename for part in parsed.attachments]
    texts = [exact_words(field) for field in fields]
    return all(any(_holds(text, exact.words) for text in texts) for exact in wanted)


def _holds(text: list[str], words: tuple[str, ...]) -> bool:
    first, length = words[0], len(words)
    return any(
        word == first and tuple(text[at : at + length]) == words for at, word in enumerate(text)
    )
