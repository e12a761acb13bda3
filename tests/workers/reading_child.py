"""A process that reads the attachments of a profile until it is killed: `PROFILE`. It says a line
when it takes up a mail, when it is about to store what was read, in the middle of that, and when it
has."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.settings import Settings
from desktop_app.store.mail import file_texts
from desktop_app.store.mail.file_texts import DueMail
from desktop_app.store.rows.file_rows import write_files
from desktop_app.store.store import Store
from desktop_app.workers import file_reading
from desktop_app.workers.file_reading import FileReader


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(profile: Path) -> None:
    file_reading.PORTION, file_reading.RESTS = 1, 0.0
    store = Store(profile)
    texts = store.file_texts
    take_up, put, write = texts.mail, texts.store, write_files

    def mail(*of: int) -> DueMail | None:
        say("taken up")
        return take_up(*of)

    def storing(read: object) -> int:
        say("storing")
        number = put(read)  # type: ignore[arg-type]
        say("stored")
        return number

    def writing(*of: object) -> bool:
        done = write(*of)  # type: ignore[arg-type]
        say("written")
        return done

    texts.mail, texts.store = mail, storing  # type: ignore[method-assign, assignment]
    vars(file_texts)["write_files"] = writing
    reader = FileReader(store, Settings(profile), battery=lambda: False)
    reader.work()
    reader.shutdown()
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
