"""AppStream metadata of the program (https://www.freedesktop.org/software/appstream/docs/): what a
software centre shows. Addresses are those of pyproject.toml; where it has none, none is made up."""

from __future__ import annotations

from collections.abc import Sequence
from configparser import RawConfigParser
from xml.sax.saxutils import escape, quoteattr

from draftdesk_linux.changelog import Release
from draftdesk_linux.names import Names

PICTURES = (
    ("review-light.png", "A proposed reply, reviewed before it is sent"),
    ("assistant-light.png", "A conversation, and the assistant beside it"),
)
"""Files of resources/guide/pictures, and what they show."""
_URLS = {"Homepage": "homepage", "Issues": "bugtracker", "Documentation": "help"}
_LEFT_OUT = {"Qt"}
"""Categories of the desktop entry that say how it is made."""


def metainfo(names: Names, releases: list[Release], entry: str) -> str:
    """The file of /usr/share/metainfo. `entry` is the text of the desktop entry."""
    said = _entry(entry)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<component type="desktop-application">',
        _tag("id", names.id),
        _tag("metadata_license", "CC0-1.0"),
        _tag("project_license", names.license),
        _tag("name", names.title),
        _tag("summary", names.summary),
        _tag("developer_name", names.developer),
        "  <description>",
        *(f"    <p>{escape(words)}</p>" for words in names.description),
        "  </description>",
        f'  <launchable type="desktop-id">{names.desktop}</launchable>',
        _tag("icon", names.name, type="stock"),
        *_list("categories", "category", _split(said["categories"])),
        *_list("keywords", "keyword", names.keywords),
        *_provides(names, _split(said["mimetype"])),
        *_addresses(names),
        # Mail of one's own is no content of the program, and nothing is shared by it.
        '  <content_rating type="oars-1.1"/>',
        *_releases(releases),
        "</component>",
    ]
    return "\n".join(lines) + "\n"


def _entry(text: str) -> dict[str, str]:
    parser = RawConfigParser(interpolation=None)
    parser.read_string(text)
    return dict(parser["Desktop Entry"])


def _split(value: str) -> list[str]:
    return [each for each in value.split(";") if each and each not in _LEFT_OUT]


def _tag(name: str, words: str, **attributes: str) -> str:
    said = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"  <{name}{said}>{escape(words)}</{name}>"


def _list(name: str, each: str, words: Sequence[str]) -> list[str]:
    return [f"  <{name}>", *(f"  {_tag(each, word)}" for word in words), f"  </{name}>"]


def _provides(names: Names, kinds: list[str]) -> list[str]:
    files = [kind for kind in kinds if not kind.startswith("x-scheme-handler/")]
    return [
        "  <provides>",
        f"  {_tag('binary', names.name)}",
        *(f"  {_tag('mediatype', kind)}" for kind in files),
        "  </provides>",
    ]


def _addresses(names: Names) -> list[str]:
    lines = [
        _tag("url", names.urls[key], type=kind) for key, kind in _URLS.items() if key in names.urls
    ]
    base = names.urls.get("Screenshots", "").rstrip("/")
    if not base:
        return lines
    lines.append("  <screenshots>")
    for number, (file, caption) in enumerate(PICTURES):
        first = ' type="default"' if number == 0 else ""
        lines += [
            f"    <screenshot{first}>",
            f"      <caption>{escape(caption)}</caption>",
            f'      <image type="source">{escape(f"{base}/{file}")}</image>',
            "    </screenshot>",
        ]
    return [*lines, "  </screenshots>"]


def _releases(found: list[Release]) -> list[str]:
    lines = ["  <releases>"]
    for one in found:
        begins = f'    <release version={quoteattr(one.version)} date="{one.day.isoformat()}"'
        if not one.news:
            lines.append(f"{begins}/>")
            continue
        points = [f"          <li>{escape(words)}</li>" for words in one.news]
        lines += [
            *(f"{begins}>", "      <description>", "        <ul>", *points),
            *("        </ul>", "      </description>", "    </release>"),
        ]
    return [*lines, "  </releases>"]
