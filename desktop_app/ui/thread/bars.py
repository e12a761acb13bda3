"""Warning bars of a message: what the application noticed, apart from what the mail says.

One table from the kind of warning to a strip; the words in it are ours, the mail's own words
are only shown as evidence, in plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from desktop_app.model.message import Body, BodyWarning, WarningKind
from desktop_app.ui.reading.readable_message import ReadableMessage
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import Button, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme

MOST_TOLD = 20
"""Lines of what was found that are listed below a bar."""


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
        WarningKind.LINK_MISMATCH: _Look("warning", "link", "", "list"),
        WarningKind.ENCRYPTED: _Look("info", "info", "", "source"),
        WarningKind.SIGNED: _Look("info", "info", ""),
        WarningKind.UNPARSED: _Look("warning", "warning", "", "source"),
    }
)
"""Hidden and doubtful text, remote content and the simplified view have bars of their own below."""

OF_THE_SENDER = (
    WarningKind.LOOKALIKE_SENDER,
    WarningKind.SENDER_FAILED,
    WarningKind.SENDER_DOUBT,
    WarningKind.SENDER_UNPROVEN,
)
"""Kinds that are told in one strip, the gravest first."""

MOST_SAID = 2
"""Sentences about the sender that are said at once."""


def bars_of(theme: Theme, readable: ReadableMessage, work: BarWork) -> list[QWidget]:
    """The strips to show above a body, the gravest first."""
    body = readable.body
    bars = _sender_bars(theme, body.warnings)
    bars += [
        bar
        for kind in _LOOKS
        for warning in body.warnings
        if warning.kind is kind and kind not in OF_THE_SENDER
        for bar in _warning_bars(theme, warning, work)
    ]
    alarming = set(body.alarming)
    if told := [text for text in body.hidden_text if text in alarming]:
        bars += _hidden_bars(theme, told)
    if told := [text for text in body.doubtful if text in alarming]:
        bars += _doubtful_bars(theme, told)
    elif unknown := [w.text for w in body.warnings if w.kind is WarningKind.HARD_TO_SEE]:
        bars.append(Strip(theme, "info", "hidden", unknown[0]))
    if body.remote_images or body.trackers:
        bars.append(_remote_bar(theme, body, work))
    if body.simplified:
        text = "Simplified view: this mail is too long or too nested to show as designed."
        bars.append(Strip(theme, "info", "info", text, buttons=(("Show original", work.original),)))
    if readable.left_out:
        text = _left_out_sentence(readable.left_out)
        bars.append(Strip(theme, "info", "image", text, buttons=(("View source", work.source),)))
    return bars


def bars_of_file(theme: Theme, body: Body) -> list[QWidget]:
    """The strips of a mail that lies in a file: they tell, and offer nothing."""
    bars = _sender_bars(theme, body.warnings)
    for kind, look in _LOOKS.items():
        told = [w for w in body.warnings if w.kind is kind and kind not in OF_THE_SENDER]
        bars += [
            Strip(theme, look.kind, look.icon, f"{look.title} {warning.text}".strip())
            for warning in told
        ]
    alarming = set(body.alarming)
    if hidden := [text for text in body.hidden_text if text in alarming]:
        bars += _hidden_bars(theme, hidden)
    if doubtful := [text for text in body.doubtful if text in alarming]:
        bars += _doubtful_bars(theme, doubtful)
    if body.remote_images or body.trackers:
        bars.append(Strip(theme, "info", "image", remote_sentence(body)))
    return bars


def cut_bar(theme: Theme, count: int, show_all: Callable[[], object]) -> Strip:
    """The strip that says that only the first of `count` parts of a text is shown."""
    text = f"This mail is long or hard to lay out. You see the first of its {number(count)} parts."
    return Strip(theme, "info", "info", text, buttons=(("Show all", show_all),))


def _left_out_sentence(count: int) -> str:
    what, where = ("picture", "it") if count == 1 else ("pictures", "them")
    verb = "is" if count == 1 else "are"
    return (
        f"{count} {what} of this mail {verb} too large to show here."
        f" You find {where} in the source of the mail."
    )


def _warning_bars(theme: Theme, warning: BodyWarning, work: BarWork) -> list[QWidget]:
    look = _LOOKS[warning.kind]
    text = f"{look.title} {warning.text}".strip()
    if look.offer == "list" and len(warning.evidence) > 1:
        return _unfolding(theme, look, text, "Links of this mail", warning.evidence)
    buttons: tuple[Button, ...] = (("View source", work.source),) if look.offer == "source" else ()
    return [Strip(theme, look.kind, look.icon, text, buttons=buttons)]


def _sender_bars(theme: Theme, warnings: Sequence[BodyWarning]) -> list[QWidget]:
    """One strip of what is odd about the sender, the gravest first; the rest is folded."""
    told = [w for kind in OF_THE_SENDER for w in warnings if w.kind is kind]
    if not told:
        return []
    look = _LOOKS[told[0].kind]
    text = " ".join([look.title, *(w.text for w in told[:MOST_SAID])]).strip()
    if len(told) <= MOST_SAID:
        return [Strip(theme, look.kind, look.icon, text)]
    name = "What is odd about the sender"
    return _unfolding(theme, look, text, name, tuple(w.text for w in told))


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
    text = f"Hidden text found ({len(hidden)}). It was left out of the mail shown here."
    look = _Look("warning", "hidden", "")
    quoted = tuple(f"“{clean(words)}”" for words in hidden)
    return _unfolding(theme, look, text, "Hidden text of this mail", quoted)


def _doubtful_bars(theme: Theme, doubtful: list[str]) -> list[QWidget]:
    where = "a place" if len(doubtful) == 1 else f"{number(len(doubtful))} places"
    text = f"Text that is hard to see in the mail's own design, in {where}. It is marked below."
    look = _Look("info", "hidden", "")
    quoted = tuple(f"“{clean(words)}”" for words in doubtful)
    return _unfolding(theme, look, text, "Text of this mail that is hard to see", quoted)


def _unfolding(
    theme: Theme, look: _Look, text: str, name: str, found: tuple[str, ...]
) -> list[QWidget]:
    """A strip, and below it what was found, folded until asked for."""
    told = [clean(line) for line in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        told.append(
            f"… and {number(len(found) - MOST_TOLD)} more. The source of the mail has them all."
        )
    words = plain("\n".join(told), "second", wrap=True, select=True, name=name)
    words.setContentsMargins(theme.px(36), 0, theme.px(12), theme.px(4))
    words.hide()
    strip = Strip(theme, look.kind, look.icon, text)

    def show(shown: bool) -> None:
        words.setVisible(shown)
        button.setText("Hide" if shown else "Show")

    button = strip.add_button("Show", lambda: show(words.isHidden()))
    return [strip, words]
