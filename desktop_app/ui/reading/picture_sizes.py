"""Sizes of a mail's own pictures in the Reader: as the mail asks, never larger than they are.

A picture that can't be shown gives way to the words for it. What is wider than the column is made
smaller by Qt (`reader_style`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtGui import QImage

DOT = 2
"""Pixels of a side up to which a picture is there to be loaded, not to be seen."""

_IMAGE = re.compile(r'<img src="cid:([^"]*)" alt="([^"]*+)"([^<>]*+)>')
_SIDE = re.compile(r'(width|height)="(\d{1,4})"')


def sized(html: str, images: Mapping[str, QImage]) -> str:
    """Sanitised `html` with a width for each picture of `images`; those that are null are told by
    their words, those beyond `images` stay as they are."""

    def shown(found: re.Match[str]) -> str:
        image = images.get(found[1])
        if image is None:
            return found[0]
        if image.isNull():
            return f'<i class="alt">[{found[2] or "picture"}]</i>'
        wanted = {name: int(side) for name, side in _SIDE.findall(found[3])}
        if min(image.width(), image.height(), *wanted.values()) <= DOT:
            return ""
        return f'<img src="cid:{found[1]}" alt="{found[2]}" width="{_width(image, wanted)}">'

    return _IMAGE.sub(shown, html)


def _width(image: QImage, wanted: Mapping[str, int]) -> int:
    """As wide as asked for by either side; Qt keeps the shape."""
    widths = [image.width()]
    if "width" in wanted:
        widths.append(wanted["width"])
    if "height" in wanted:
        widths.append(round(wanted["height"] * image.width() / image.height()))
    return max(1, min(widths))
