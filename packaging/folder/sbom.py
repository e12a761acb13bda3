"""What is inside, as a bill of materials: CycloneDX 1.6, JSON, held against its schema.

Python packages, packages of the build system whose libraries were taken, libraries within
libraries, and every native file with its sum. No hour and no random number: the serial is made of
the contents.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable
from pathlib import Path

from folder import elf
from folder.inside import DRAFTDESK, Inside, Owner
from folder.licences import named

JSON = dict[str, object]


def written(
    folder: Path, inside: Inside, version: str, parts: Iterable[tuple[str, str, str]] = ()
) -> str:
    """The text of the document."""
    components = [_component(owner) for owner in inside.all if owner.name != DRAFTDESK]
    components += [
        {"type": "library", "bom-ref": f"within:{name}", "name": name, "version": told}
        for name, told, _ in parts
    ]
    components += _native(folder, inside)
    document: JSON = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": folder.name,
                "name": folder.name,
                "version": version,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": components,
    }
    told = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["serialNumber"] = f"urn:uuid:{uuid.UUID(told[:32], version=4)}"
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def faults(text: str) -> str:
    """What its schema says against a document; empty for a right one. Needs cyclonedx-python-lib,
    which is in the environment that is packaged."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    found = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return "" if found is None else str(found)


def _component(owner: Owner) -> JSON:
    found: JSON = {
        "type": "library",
        "bom-ref": f"{owner.kind}:{owner.name}",
        "name": owner.name,
        "version": owner.version,
    }
    if owner.kind == "python":
        found["purl"] = f"pkg:pypi/{owner.name.lower().replace('_', '-')}@{owner.version}"
    elif owner.kind == "system" and owner.version:
        found["purl"] = f"pkg:deb/debian/{owner.name}@{owner.version.replace(':', '%3A')}"
    if licence := named(owner):
        found["licenses"] = [{"license": {"name": licence}}]
    return found


def _native(folder: Path, inside: Inside) -> list[JSON]:
    """Programs and libraries in machine code, by their places."""
    found: list[JSON] = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or not elf.is_elf(path):
            continue
        place = path.relative_to(folder).as_posix()
        owner = inside.owners.get(place.removeprefix("_internal/"))
        with path.open("rb") as file:
            told = hashlib.file_digest(file, "sha256").hexdigest()
        row: JSON = {
            "type": "file",
            "bom-ref": f"file:{place}",
            "name": place,
            "hashes": [{"alg": "SHA-256", "content": told}],
        }
        if owner is not None:
            row["properties"] = [{"name": "draftdesk:of", "value": owner.name}]
        found.append(row)
    return found
