"""The extension for Claude Desktop, and the entry in the MCP registry: shape, words, a start."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_app import __version__
from tests.packages import ROOT, linux
from tests.sure import there

PACKAGING = ROOT / "packaging"
NAMES = linux("names").names()
START = PACKAGING / "mcpb" / "start.js"
NODE = shutil.which("node") or shutil.which("node", path=str(ROOT / ".venv" / "bin"))
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed here")


def module(name: str) -> Any:
    spec = there(importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py"))
    found = importlib.util.module_from_spec(spec)
    there(spec.loader).exec_module(found)
    return found


def test_the_bundle_has_what_its_manifest_names_and_nothing_else(tmp_path: Path) -> None:
    made = module("mcpb").make(tmp_path)
    assert made.name == f"Draftdesk-{__version__}.mcpb"
    with zipfile.ZipFile(made) as bundle:
        assert bundle.testzip() is None
        said = json.loads(bundle.read("manifest.json"))
        assert set(bundle.namelist()) == {
            "manifest.json",
            "LICENSE",
            said["icon"],
            said["server"]["entry_point"],
        }
        assert bundle.read(said["server"]["entry_point"]) == START.read_bytes()
        assert bundle.read(said["icon"])[:8] == b"\x89PNG\r\n\x1a\n"
    assert said["manifest_version"] == "0.3"
    assert (said["name"], said["version"]) == (NAMES.name, __version__)
    assert said["server"]["type"] == said["server"]["mcp_config"]["command"] == "node"
    [entry] = said["server"]["mcp_config"]["args"]
    assert entry == "${__dirname}/" + said["server"]["entry_point"]
    named = re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(said["server"]))
    assert set(named) == set(said["user_config"])
    for option in said["user_config"].values():
        assert {"type", "title", "description"} <= set(option)
        assert option["type"] in {"string", "number", "boolean", "directory", "file"}
    assert set(said["compatibility"]["platforms"]) == {"darwin", "win32", "linux"}


def test_the_same_version_is_the_same_bytes(tmp_path: Path) -> None:
    made = [module("mcpb").make(tmp_path / name).read_bytes() for name in ("a", "b")]
    assert made[0] == made[1]


def test_the_manifest_says_nothing_that_the_makers_tool_does_not_know() -> None:
    """Names of MANIFEST.md at version 0.3; `packaging/mcpb.sh` has the tool itself look."""
    known = set(
        "manifest_version name display_name version description long_description author repository"
        " homepage documentation support icon icons screenshots localization server tools"
        " tools_generated prompts prompts_generated keywords license privacy_policies compatibility"
        " user_config".split()
    )
    assert set(module("mcpb").manifest(NAMES)) <= known


def test_the_entry_of_the_registry_is_of_this_bundle(tmp_path: Path) -> None:
    made = module("mcpb").make(tmp_path)
    manifests = module("manifests")
    [template] = [path for path in manifests.TEMPLATES if path.name == "server.json.in"]
    words = manifests.known(tmp_path, "https://x.example/mcp/")
    text, missing = manifests.filled(template.read_text("utf-8"), words)
    assert missing == []
    said = json.loads(text)
    assert re.fullmatch(r"https://static\.modelcontextprotocol\.io/.*\.json", said["$schema"])
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", said["name"])
    assert len(said["description"]) <= 100
    [package] = said["packages"]
    assert set(package) == {"registryType", "identifier", "version", "fileSha256", "transport"}
    assert package["fileSha256"] == hashlib.sha256(made.read_bytes()).hexdigest()
    assert package["identifier"] == f"https://x.example/mcp/{made.name}"
    assert said["version"] == package["version"] == __version__
    assert package["transport"] == {"type": "stdio"}


def started(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [there(NODE), str(START)],
        input="one line\n",
        env={"HOME": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def program(place: Path) -> Path:
    """A Draftdesk that says how it was called and gives back what it is told."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!{sys.executable}\nimport sys\nprint(*sys.argv[1:], sys.stdin.read())\n")
    place.chmod(0o755)
    return place


@needs_node
@pytest.mark.skipif(os.name == "nt", reason="scripts are started by their first line")
def test_it_starts_the_program_that_is_installed_and_passes_all_on(tmp_path: Path) -> None:
    if Path("/usr/bin/draftdesk").exists():
        pytest.skip("a Draftdesk is installed on this computer")
    nobody = started(tmp_path, PATH="")
    assert nobody.returncode == 1
    assert "not found on this computer" in nobody.stderr
    assert nobody.stdout == ""
    beside = program(tmp_path / "bin" / "draftdesk")
    for given in ({"PATH": str(beside.parent)}, {"PATH": "", "DRAFTDESK_PROGRAM": str(beside)}):
        found = started(tmp_path, **given)
        assert (found.returncode, found.stdout) == (0, "mcp one line\n\n")
    unset = started(tmp_path, PATH=str(beside.parent), DRAFTDESK_PROGRAM="${user_config.program}")
    assert unset.stdout == "mcp one line\n\n"
    wrong = started(tmp_path, PATH=str(beside.parent), DRAFTDESK_PROGRAM=str(tmp_path / "nothing"))
    assert (wrong.returncode, wrong.stdout) == (1, "")
