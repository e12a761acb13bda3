"""How the Reader and paper set the markup of mail/reader/sanitise.py: the one style sheet of mail.

Sizes follow the text's, so that mail grows as a whole when it is shown larger.
"""

from __future__ import annotations

from desktop_app.ui.reading.reader_marks import quote_step
from desktop_app.ui.widgets.tokens import Colours

POINTS = 0.75
"""Points of a pixel, at 96 to the inch."""

FIXED = "monospace, Menlo, Consolas, 'Courier New'"
"""Fonts of a fixed width: fontconfig's name for one, and those of macOS and Windows."""

_HEADINGS = {"h1": 1.5, "h2": 1.3, "h3": 1.12, "h4": 1.0, "h5": 1.0, "h6": 1.0}
_SMALL, _CODE = 0.86, 0.92


def mail_sheet(colours: Colours, text_px: float, *, paper: bool = False) -> str:
    """The style sheet of a document of mail, `text_px` the pixels of its text. On paper type is in
    points, and buttons have their ground: nothing is painted (`reader_marks`)."""

    def px(share: float) -> str:
        return f"{max(1, round(text_px * share))}px"

    def type_(share: float) -> str:
        return f"{text_px * share * POINTS:.1f}pt" if paper else px(share)

    button = colours.wash if paper else "transparent"
    heads = "".join(
        f"{tag} {{ font-size: {type_(share)}; font-weight: bold;"
        f" margin: {px(0.9)} 0 {px(0.4)} 0; }}"
        for tag, share in _HEADINGS.items()
    )
    return heads + (
        f"a {{ color: {colours.accent}; }}"
        f"p {{ margin: 0 0 {px(0.7)} 0; }} div {{ margin: 0; }}"
        f"ul, ol {{ margin: 0 0 {px(0.7)} 0; }} li {{ margin: 0 0 {px(0.25)} 0; }}"
        "li ul, li ol { margin: 0; }"
        f"hr {{ background-color: {colours.line}; margin: {px(0.5)} 0 {px(0.9)} 0; }}"
        f"li p {{ margin: 0 0 {px(0.25)} 0; }}"
        f"blockquote {{ margin: {px(0.4)} 0 {px(0.7)} {quote_step(text_px)}px;"
        f" color: {colours.second}; }}"
        f"pre {{ font-family: {FIXED}; font-size: {type_(_CODE)};"
        f" margin: {px(0.3)} 0 {px(0.7)} 0; }}"
        f"code {{ font-family: {FIXED}; font-size: {type_(_CODE)};"
        f" background-color: {colours.hover}; }}"
        f".host, .old, .sign {{ color: {colours.second}; }}"
        f".hit {{ background-color: {colours.hit}; color: {colours.text}; }}"
        f".alt {{ background-color: {colours.hover}; color: {colours.second}; }}"
        f".button {{ background-color: {button}; color: {colours.accent};"
        " text-decoration: none; font-weight: bold; }"
        f".note {{ color: {colours.second}; font-size: {type_(_SMALL)}; }}"
        f".foot {{ color: {colours.second}; font-size: {type_(_SMALL)}; }}"
        f".foot a {{ color: {colours.second}; }} .foot p {{ margin: 0 0 {px(0.4)} 0; }}"
        f"img {{ max-width: {80 if paper else 100}%; }}"
        f"li img, blockquote img {{ max-width: {70 if paper else 88}%; }}"
        "td img { max-width: 30%; }"
        "table { border-collapse: collapse; border-style: none;"
        f" margin: {px(0.5)} 0 {px(0.8)} 0; }}"
        f"th, td {{ padding: {px(0.28)} {px(0.9)} {px(0.28)} {px(0.3)}; border-style: none;"
        f" border-bottom: 1px solid {colours.line}; }}"
        f"th {{ text-align: left; background-color: {colours.window}; }}"
        ".num, .num-whole { text-align: right; }"
        ".whole, .num-whole { white-space: nowrap; }"
    )
