"""Warning bars of a message: what the application noticed, apart from what the mail says.

One table from the kind of warning to a strip; the words in it are ours, the mail's own words
are only shown as evidence, in plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from desktop_app.model.message import Body, BodyWarning, WarningKind
from desktop_app.ui.reading.readable_message import ReadableMessage
from desktop_app.ui.widgets.parts import Button, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme


@dataclass(frozen=True)
class BarWork:
    """Callbacks of the bars' buttons."""

    show_images: Callable[[], object]
    always_images: Callable[[], object]
    original: Callable[[], object]
    source: Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Look:
    kind: str
    icon: str
    title: str
    offer: str = ""


_LOOKS: Mapping[WarningKind, _Look] = MappingProxyType(
    {
        WarningKind.LOOKALIKE_SENDER: _Look("danger", "forged", "Sender looks forged."),
        WarningKind.SENDER_FAILED: _Look("danger", "forged", ""),
        WarningKind.SENDER_DOUBT: _Look("warning", "forged", "Look at the sender."),
        WarningKind.SENDER_UNPROVEN: _Look("info", "info", ""),
        WarningKind.LINK_TRICK: _Look("warning", "link", ""),
        WarningKind.LINK_MISMATCH: _Look("warning", "link", ""),
        WarningKind.ENCRYPTED: _Look("info", "info", "", "source"),
        WarningKind.UNPARSED: _Look("warning", "warning", "", "source"),
    }
)
"""Hidden text, remote content and the simplified view have bars of their own below."""


def bars_of(theme: Theme, readable: ReadableMessage, work: BarWork) -> list[QWidget]:
    """The strips to show above a body, the gravest first."""
    body = readable.body
    bars: list[QWidget] = [
        _warning_bar(theme, warning, work)
        for kind in _LOOKS
        for warning in body.warnings
        if warning.kind is kind
    ]
    told = [text for text in body.hidden_text if text not in body.preheader]
    if told:
        bars += _hidden_bars(theme, told)
    if body.remote_images or body.trackers:
        bars.append(_remote_bar(theme, body, work))
    if body.simplified or readable.cut:
        text = "Simplified view: this mail is too long or too nested to show as designed."
        bars.append(Strip(theme, "info", "info", text, buttons=(("Show original", work.original),)))
    return bars


def _warning_bar(theme: Theme, warning: BodyWarning, work: BarWork) -> Strip:
    look = _LOOKS[warning.kind]
    text = f"{look.title} {warning.text}".strip()
    buttons: tuple[Button, ...] = (("View source", work.source),) if look.offer == "source" else ()
    return Strip(theme, look.kind, look.icon, text, buttons=buttons)


def _remote_bar(theme: Theme, body: Body, work: BarWork) -> Strip:
    buttons = (("Show once", work.show_images), ("Always from this sender", work.always_images))
    return Strip(theme, "info", "image", remote_sentence(body), buttons=buttons)


def remote_sentence(body: Body) -> str:
    """`Remote content blocked (3 images, 1 looks like a tracker).`"""
    images = body.remote_images
    parts = [f"{images} image{'s' if images != 1 else ''}"] if images else []
    if body.trackers:
        looks = "looks like a tracker" if body.trackers == 1 else "look like trackers"
        parts.append(f"{body.trackers} {looks}")
    return f"Remote content blocked ({', '.join(parts)})."


def _hidden_bars(theme: Theme, hidden: list[str]) -> list[QWidget]:
    """The strip, and below it the hidden words, folded until asked for."""
    told = "\n".join(f"“{clean(text)}”" for text in hidden[:20])
    words = plain(told, "second", wrap=True, select=True, name="Hidden text of this mail")
    words.setContentsMargins(theme.px(36), 0, theme.px(12), theme.px(4))
    words.hide()
    count = len(hidden)
    text = f"Hidden text found ({count}). It was left out of the mail shown here."
    strip = Strip(theme, "warning", "hidden", text)

    def show(shown: bool) -> None:
        words.setVisible(shown)
        button.setText("Hide" if shown else "Show")

    button = strip.add_button("Show", lambda: show(words.isHidden()))
    return [strip, words]
