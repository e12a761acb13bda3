"""Style of the page that the browser shows after a sign-in, made of the same tokens. No Qt."""

from __future__ import annotations

from desktop_app.ui.widgets.tokens import COLOURS, LINE_HEIGHT, SIZES, TYPE_SIZES, Look, Size, Type


def style() -> str:
    """CSS, light and dark as the browser is."""
    dark = _colours(Look.DARK)
    return f"{_colours(Look.LIGHT)}{_SHAPES}@media (prefers-color-scheme: dark) {{{dark}}}"


def _colours(look: Look) -> str:
    c = COLOURS[look]
    return (
        f"body{{background:{c.window};color:{c.text}}}"
        f"main{{background:{c.surface};border-color:{c.line}}}"
        f".name{{color:{c.second}}}.good h1{{color:{c.good}}}.bad h1{{color:{c.danger}}}"
    )


_SHAPES = (
    f"body{{margin:0;font:{TYPE_SIZES[Type.BODY][0]}px/{LINE_HEIGHT} system-ui,sans-serif}}"
    f"main{{max-width:{SIZES[Size.DIALOG]}px;margin:10vh auto;padding:2em;border:1px solid;"
    f"border-radius:{SIZES[Size.RADIUS]}px;overflow-wrap:anywhere}}"
    f"h1{{font-size:{TYPE_SIZES[Type.TITLE][0]}px;margin:0.5em 0}}p{{margin:0}}"
)
