"""Fills the templates of Homebrew, winget and the MCP registry: manifests.py DIST DOWNLOADS.

DIST holds the image, the MSI and the MCP bundle, DOWNLOADS is the address of the folder where
people get them. The filled files are written into DIST/manifests. What is not there ends with a
sentence and status 3.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "linux"))

from draftdesk_linux.names import names  # noqa: E402

TEMPLATES = tuple(
    path
    for name in ("homebrew", "registry", "winget")
    for path in sorted(HERE.glob(f"{name}/*.in"))
)
FILES = {
    "SHA256_ARM64_DMG": "Draftdesk-{}-arm64.dmg",
    "SHA256_X86_64_DMG": "Draftdesk-{}-x86_64.dmg",
    "SHA256_X64_MSI": "Draftdesk-{}-x64.msi",
    "SHA256_MCPB": "Draftdesk-{}.mcpb",
}
"""What stands for the sum of which file, by the version."""


def known(dist: Path, downloads: str) -> dict[str, str]:
    """What can be filled in: words, addresses, and the sums of the files that are there."""
    said = names()
    found = {
        "VERSION": said.version,
        "TITLE": said.title,
        "SUMMARY": said.summary,
        "DEVELOPER": said.developer,
        "LICENSE": said.license,
        "DOWNLOADS": downloads.rstrip("/"),
    }
    if homepage := said.urls.get("Homepage"):
        found["HOMEPAGE"] = homepage
    for word, name in FILES.items():
        path = dist / name.format(said.version)
        if path.is_file():
            with path.open("rb") as file:
                found[word] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def filled(text: str, words: dict[str, str]) -> tuple[str, list[str]]:
    """The text, and what of it is not known."""
    missing: list[str] = []

    def word(found: re.Match[str]) -> str:
        if found[1] not in words:
            missing.append(found[1])
        return words.get(found[1], found[0])

    return re.sub(r"@([A-Z0-9_]+)@", word, text), missing


def main() -> int:
    if len(sys.argv) != 3:
        sys.stderr.write(f"{(__doc__ or '').strip()}\n")
        return 2
    dist, downloads = Path(sys.argv[1]), sys.argv[2]
    words = known(dist, downloads)
    into = dist / "manifests"
    into.mkdir(parents=True, exist_ok=True)
    lacking: set[str] = set()
    for path in TEMPLATES:
        text, missing = filled(path.read_text("utf-8"), words)
        lacking.update(missing)
        if not missing:
            (into / path.name.removesuffix(".in")).write_text(text, "utf-8")
    for word in sorted(lacking):
        what = FILES.get(word, "an address in pyproject.toml").format(words["VERSION"])
        sys.stderr.write(f"{word} is not known: {what} is missing.\n")
    return 3 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
