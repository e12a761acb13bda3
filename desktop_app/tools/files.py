"""Writing a file where the person chose, all or nothing."""

from __future__ import annotations

from pathlib import Path

from desktop_app.model.errors import StorageError


def write_file(path: Path, data: bytes) -> None:
    """Write `data` beside `path` and move it there. Raises `StorageError` with the reason."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise StorageError(f"{path.name} can't be written: {error.strerror}.") from error
