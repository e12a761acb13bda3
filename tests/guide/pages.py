"""Pages of the user guide in the window, made from the documentation.

`docs/user-guide.md` is what somebody writes; the window has it as pages, by the table below. A
section that is not in the table is a page of its own. `python -m tests.guide.pages` makes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from desktop_app.ui.guide.library import FIRST, anchor_of

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MADE = ROOT / "resources" / "guide"
USER_GUIDE = "user-guide.md"
PICTURES = "../resources/guide/pictures/"
_HEADING = re.compile(r"^(##|###) (.+)$", re.M)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


@dataclass(frozen=True)
class Made:
    """A page: the headings of the user guide whose text it has, the file of `docs/` that it is, or
    that file below such a text. `about` stands beside its link on the first page."""

    name: str
    about: str
    headings: tuple[str, ...] = ()
    file: str = ""


GROUPS: Mapping[str, tuple[Made, ...]] = {
    "Begin": (
        Made("what-to-expect", "what each provider asks of you", file="what-to-expect.md"),
        Made("accounts", "add an account; signatures; copies", ("Accounts", "Any mailbox",
            "Machines without a keyring", "Signatures", "Copies of all you send")),
        Made("gmail", "sign in with Google, how mail is kept in step, Drive and Calendar",
            ("Gmail with a Google client", "Gmail: how mail is kept in step",
            "Drive and Calendar")),
        Made("microsoft", "sign in with Microsoft", ("Outlook.com and Microsoft 365",)),
        Made("moving", "bring mail from another program, and take it away again",
            ("Moving in, and moving out",), "moving.md"),
        Made("importing", "mbox, Maildir and .eml files", ("Importing and exporting",)),
        Made("providers", "a hundred of them, in a table", file="providers.md"),
        Made("never", "what holds whatever happens", file="never.md"),
    ),
    "Read and organise": (
        Made("window", "what is where, and how to go there by keyboard", ("The window",)),
        Made("reading", "the Reader, the Original, attachments, what needs a reply", ("Reading",)),
        Made("searching", "words and operators, inside attachments too", ("Searching",)),
        Made("later", "out of the inbox until it matters", ("Snooze, reminders, mute",)),
        Made("people", "names, groups, notes", ("People",)),
    ),
    "Write and send": (
        Made("writing", "compose, reply, forward; recipients", ("Writing and reviewing",)),
        Made("formatting", "bold, lists, links, pictures", ("Formatted text",)),
        Made("sending", "what is checked, what the press does, Undo", ("Checks and sending",)),
        Made("read-through", "many drafts one under the other, one press", ("Read through",)),
        Made("sending-later", "at a time that you choose", ("Sending later",)),
        Made("spelling", "dictionaries, your own words, emoji", ("Spelling",)),
        Made("templates", "mails that you use again", ("Templates",)),
    ),
    "Have help": (
        Made("assistant", "what it understands, what it asks for", ("The assistant",)),
        Made("models", "choose one; what leaves your computer", ("A language model",)),
        Made("prepared", "drafts that wait for you", ("Prepared answers",)),
        Made("programs", "Claude Desktop, Cursor and others (MCP)", ("Other programs over MCP",)),
    ),
    "Make it yours": (
        Made("notices", "what the desktop tells you", ("Notices",)),
        Made("background", "closing, the tray, start at login",
            ("There when the window is closed",)),
        Made("mail-program", "links and files that open here", ("As your mail program",)),
        Made("settings", "all of them, in a table", ("Settings",)),
        Made("installed", "forms of installation, packages, newer versions",
            ("What is installed", "Installed as a package", "Newer versions")),
        Made("command-line", "for scripts", ("The command line",)),
    ),
    "When something goes wrong": (
        Made("trouble", "where to look first", ("When something goes wrong",
            "When Draftdesk can't start as usual")),
        Made("backups", "what is kept, and how it comes back", ("Backups",)),
    ),
}  # fmt: skip
OTHERS = "Also"
"""The group of sections that are in no page of the table."""


@dataclass(frozen=True)
class Piece:
    """A heading of the user guide with what stands below it, up to the next."""

    level: int
    heading: str
    text: str


def pieces(source: str) -> list[Piece]:
    """The user guide by its headings."""
    parts = _HEADING.split(source)
    return [
        Piece(len(marks), heading, text.strip())
        for marks, heading, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    ]


def placed(found: list[Piece]) -> tuple[dict[str, tuple[Made, ...]], dict[str, str]]:
    """The groups with a page for each section, and the page of each heading."""
    listed = {h: page.name for pages in GROUPS.values() for page in pages for h in page.headings}
    groups, page_of, above = dict(GROUPS), dict[str, str](), ""
    for piece in found:
        if piece.level == 2:
            above = listed.get(piece.heading, "") or anchor_of(piece.heading)
            if piece.heading not in listed:
                more = Made(above, "", (piece.heading,))
                groups[OTHERS] = (*groups.get(OTHERS, ()), more)
        page_of[piece.heading] = listed.get(piece.heading, above)
    return groups, page_of


def made(docs: Path = DOCS) -> dict[str, str]:
    """The text of every page, by its name."""
    found = pieces((docs / USER_GUIDE).read_text("utf-8"))
    groups, page_of = placed(found)
    pages = [page for some in groups.values() for page in some]
    links = Links(page_of, pages)
    out = {}
    for page in pages:
        parts = list(_parts(page, found, page_of, links))
        if page.file:
            title, _, text = (docs / page.file).read_text("utf-8").strip().partition("\n")
            parts = [title, *parts[1:], links.rewritten(text, page.file)]
        out[page.name] = "\n\n".join(parts) + "\n"
    index = ["# User guide", "Search above, or choose a page."]
    for group, some in groups.items():
        index.append(f"## {group}")
        index.append("\n".join(_line(page, out[page.name]) for page in some))
    return {FIRST: "\n\n".join(index) + "\n", **out}


def _line(page: Made, text: str) -> str:
    title = text.partition("\n")[0].removeprefix("# ")
    return f"- [{title}]({page.name}.md)" + (f": {page.about}" if page.about else "")


def _parts(
    page: Made, found: list[Piece], page_of: Mapping[str, str], links: Links
) -> Iterator[str]:
    mine = [piece for piece in found if page_of[piece.heading] == page.name]
    mine.sort(key=lambda piece: piece.heading != page.headings[0])
    for piece in mine:
        first = piece is mine[0]
        yield f"# {piece.heading}" if first else f"## {piece.heading}"
        if piece.text:
            yield links.rewritten(piece.text, USER_GUIDE)


class Links:
    """Links as they stand in the documentation, as they lead in the window."""

    def __init__(self, page_of: Mapping[str, str], pages: list[Made]) -> None:
        self._files = {page.file: page.name for page in pages if page.file}
        self._first = {page.headings[0]: page.name for page in pages if not page.file}
        self._anchors = {anchor_of(heading): heading for heading in page_of}
        self._page_of = page_of

    def rewritten(self, text: str, file: str) -> str:
        """A text of a file of the documentation. What leads out of the guide stays as words; a
        picture that is none of the guide's is left out."""
        text = _LINK.sub(lambda m: self._link(m[1], m[2], m[3], file), text)
        return re.sub(r"\n{3,}", "\n\n", text).strip()

    def _link(self, picture: str, words: str, target: str, file: str) -> str:
        if picture:
            ours = target.startswith(PICTURES)
            return f"![{words}](pictures/{target.removeprefix(PICTURES)})" if ours else ""
        if target.startswith(("https://", "http://")):
            return f"[{words}]({target})"
        path, _, anchor = target.partition("#")
        path = path or file
        if path == USER_GUIDE:
            return self._to_heading(words, anchor)
        if path not in self._files:
            return words
        inside = f"#{anchor}" if anchor else ""
        return f"[{words}]({self._files[path]}.md{inside})"

    def _to_heading(self, words: str, anchor: str) -> str:
        heading = self._anchors.get(anchor)
        if heading is None:
            return f"[{words}]({FIRST}.md)" if not anchor else f"[{words}](nowhere.md#{anchor})"
        page = self._page_of[heading]
        return f"[{words}]({page}.md" + (")" if heading in self._first else f"#{anchor})")


def main() -> None:
    """Write the pages; those that are no longer made go."""
    MADE.mkdir(exist_ok=True)
    texts = made()
    for old in MADE.glob("*.md"):
        if old.stem not in texts:
            old.unlink()
    for name, text in texts.items():
        (MADE / f"{name}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
