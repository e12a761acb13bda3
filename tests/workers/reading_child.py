"""A process that reads the attachments of a profile until it is killed: `PROFILE`. It says a line
for each portion that is stored."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers import file_reading
from desktop_app.workers.file_reading import FileReader


def main(profile: Path) -> None:
    file_reading.PORTION, file_reading.RESTS = 1, 0.0
    store = Store(profile)
    texts = store.file_texts
    plain = texts.store

    def told(read: object) -> int:
        number = plain(read)  # type: ignore[arg-type]
        sys.stdout.write("stored\n")
        sys.stdout.flush()
        return number

    texts.store = told  # type: ignore[method-assign]
    reader = FileReader(store, Settings(profile), battery=lambda: False)
    reader.work()
    reader.shutdown()
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
