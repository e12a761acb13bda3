"""Pages of the user guide, read from the folder `guide` of the resources.

Each is a Markdown file; `index.md` links them, in the order in which they are listed. All of it is
the program's own text. What is made of it is HTML of a few tags, with an anchor at each heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.model.errors import StorageError

if TYPE_CHECKING:
    from markdown_it.token import Token

FIRST = "index"
"""The page that the guide opens with."""
LIGHT, DARK = "-light", "-dark"
"""How the name of a picture ends, before `.png`: one for each look."""
CELL = " · "
_LINKED = re.compile(r"\]\(([a-z0-9-]+)\.md\)")
_NO_SLUG = re.compile(r"[^\w\- ]")
_ENDS_SECTION = frozenset({"h1", "h2", "h3"})
_AFTER = {
    **dict.fromkeys(("paragraph_close", "heading_close", "tr_close"), "\n"),
    **dict.fromkeys(("td_close", "th_close"), CELL),
}
"""What follows a piece among the words of a section: a row of a table is a line."""


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below one heading: the words alone, paragraphs parted by line ends."""

    page: str
    anchor: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """`name` is that of its file, without the ending; `links` and `pictures` are what it names."""

    name: str
    title: str
    html: str
    sections: tuple[Section, ...]
    pictures: tuple[str, ...] = ()
    links: tuple[str, ...] = ()

    @property
    def anchors(self) -> frozenset[str]:
        return frozenset(section.anchor for section in self.sections)


@dataclass(frozen=True, slots=True)
class Guide:
    """All pages, by name, in the order of the list."""

    pages: Mapping[str, Page]


def anchor_of(heading: str) -> str:
    """The anchor of a heading, as web sites that show Markdown make it."""
    return _NO_SLUG.sub("", heading.lower()).strip().replace(" ", "-")


def read_guide(folder: Path) -> Guide:
    """All pages of a folder; a job calls it. Raises `StorageError` where it can't be read."""
    try:
        index = (folder / f"{FIRST}.md").read_text("utf-8")
        names = dict.fromkeys((FIRST, *_LINKED.findall(index)))
        pages = [page_of(name, (folder / f"{name}.md").read_text("utf-8")) for name in names]
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(
            "The user guide can't be read.",
            next_step="Install Draftdesk again; its files are not whole.",
            details={"folder": str(folder), "error": type(error).__name__},
        ) from None
    return Guide({page.name: page for page in pages})


def page_of(name: str, source: str) -> Page:
    """A page of its Markdown."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    sections: list[Section] = []
    words: list[str] = []
    heading = ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in _ENDS_SECTION:
            _close(sections, name, heading, words)
            heading, words = words_of(tokens[place + 1]), []
            _anchor(tokens[place + 1], anchor_of(heading))
        elif token.type in {"inline", "fence", "code_block"} and not _is_heading(tokens, place):
            words.append(words_of(token))
        else:
            words.append(_AFTER.get(token.type, ""))
    _close(sections, name, heading, words)
    inline = [child for token in tokens for child in token.children or ()]
    html = parser.renderer.render(tokens, parser.options, {})
    return Page(
        name,
        sections[0].heading if sections else name,
        str(html),
        tuple(sections),
        tuple(str(c.attrGet("src")) for c in inline if c.type == "image"),
        tuple(str(c.attrGet("href")) for c in inline if c.type == "link_open"),
    )


def words_of(token: Token) -> str:
    """What a piece says, without its marks; a picture says nothing."""
    if not token.children:
        return token.content
    said = (" " if "break" in c.type else c.content for c in token.children if c.type != "image")
    return "".join(said)


def _is_heading(tokens: list[Token], place: int) -> bool:
    return tokens[place - 1].type == "heading_open"


def _close(sections: list[Section], page: str, heading: str, words: list[str]) -> None:
    if heading:
        lines = (line.strip(f"{CELL}\n") for line in "".join(words).split("\n"))
        text = "\n".join(line for line in lines if line)
        sections.append(Section(page, anchor_of(heading), heading, text))


def _anchor(token: Token, name: str) -> None:
    from markdown_it.token import Token

    mark: dict[str, Any] = {"content": f'<a name="{name}"></a>'}
    token.children = [Token("html_inline", "", 0, **mark), *(token.children or ())]


def picture_files(page: Page, *, dark: bool) -> Iterator[tuple[str, str]]:
    """(address in the page, file below the folder) of each picture, as a look has it."""
    for address in page.pictures:
        stem, end = address.removesuffix(".png"), ".png"
        if stem.endswith(LIGHT) and dark:
            yield address, stem.removesuffix(LIGHT) + DARK + end
        else:
            yield address, address
