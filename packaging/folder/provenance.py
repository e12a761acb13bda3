"""Where the files to download come from: an in-toto statement with a SLSA provenance, and sums.

`python -m folder.provenance DIST VERSION FILE…` writes `DIST/SHA256SUMS` and
`DIST/draftdesk-VERSION.provenance.json`. Nobody has signed them: they say what was built of what,
so that anybody can build it again and compare.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = ROOT / "packaging" / "lock" / "package.txt"


def sha256(path: Path) -> str:
    """Of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sums(files: list[Path]) -> str:
    """As `sha256sum` writes and checks them."""
    return "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(files))


def statement(files: list[Path], told: dict[str, str]) -> dict[str, object]:
    """in-toto Statement v1 with SLSA Provenance v1. `told` has `commit`, and `changed` where the
    checkout was not that of the commit."""
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": path.name, "digest": {"sha256": sha256(path)}} for path in sorted(files)
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:draftdesk:packaging/package.sh:1",
                "externalParameters": told,
                "internalParameters": {
                    "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "")
                },
                "resolvedDependencies": [
                    {"name": "source", "digest": {"gitCommit": told["commit"]}},
                    {"name": "packaging/lock/package.txt", "digest": {"sha256": sha256(LOCK)}},
                ],
            },
            "runDetails": {
                "builder": {
                    "id": "urn:draftdesk:packaging/bootstrap.sh",
                    "version": {
                        "python": platform.python_version(),
                        "pyinstaller": version("pyinstaller"),
                        "system": " ".join(platform.libc_ver()) or platform.system(),
                    },
                }
            },
        },
    }


def _git(*arguments: str) -> str:
    git = ["git", "-C", str(ROOT), *arguments]
    done = subprocess.run(git, capture_output=True, text=True, check=False)  # noqa: S603 - git
    return done.stdout.strip()


def main(dist: Path, told_version: str, files: list[Path]) -> None:
    """Writes both files."""
    told = {"commit": _git("rev-parse", "HEAD") or "unknown"}
    if _git("status", "--porcelain"):
        told["changed"] = "files differ from the commit"
    path = dist / f"draftdesk-{told_version}.provenance.json"
    path.write_text(json.dumps(statement(files, told), indent=1) + "\n", "utf-8")
    (dist / "SHA256SUMS").write_text(sums([*files, path]), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], [Path(name) for name in sys.argv[3:]])
