"""Remote content of an HTML mail: pictures counted, trackers told apart.

Only counts; no address is ever used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

_REMOTE = re.compile(r"\s*(?:https?:)?[\\/]{2}", re.IGNORECASE)
_IN_STYLE = re.compile(r"url\(\s*+['\"]?\s*+(?:https?:)?//", re.IGNORECASE)
_KNOWN = re.compile(
    r"/(?:open|o|t|trk|track|tracking|wf/open|e/o|ci|beacon|pixel|imp|impression)s?"
    r"(?:[./?_-]|$)[^\s]*|[?&](?:open|pixel|trk|mc_eid|utm_id)=|/(?:pixel|spacer|blank|track|open)"
    r"[\w-]*\.(?:gif|png)|list-manage\.com/track|sendgrid\.net/wf|mailtrack|google-analytics",
    re.IGNORECASE,
)
_TINY = re.compile(
    r"(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px|pt|em|%)?\s*(?:!|;|$)|display\s*:\s*none",
    re.IGNORECASE,
)
_FETCHERS = (
    "img[src], img[srcset], input[src], [background], video[poster], video[src], audio[src],"
    " source[src], embed[src], object[data], iframe[src], image"
)


@dataclass(frozen=True, slots=True)
class Remote:
    images: int = 0
    trackers: int = 0


def look_for(tree: LexborHTMLParser) -> Remote:
    """The remote pictures of the tree, and how many of them look like trackers."""
    images = trackers = 0
    for node in tree.css(_FETCHERS):
        attributes = node.attributes
        address = _address(attributes)
        if not address:
            continue
        images += 1
        if node.tag in {"img", "image", "input"} and is_tracker(attributes, address):
            trackers += 1
    for node in tree.css("[style]"):
        images += len(_IN_STYLE.findall(node.attributes.get("style") or ""))
    for node in tree.css("style"):
        images += len(_IN_STYLE.findall(node.text() or ""))
    return Remote(images, trackers)


def _address(attributes: Mapping[str, str | None]) -> str:
    for name in ("src", "srcset", "background", "poster", "data", "href", "xlink:href"):
        value = attributes.get(name) or ""
        if _REMOTE.match(value):
            return value
    return ""


def is_tracker(attributes: Mapping[str, str | None], address: str) -> bool:
    """Whether a picture looks as if it only tells that the mail was read."""
    sizes = [
        (attributes.get(name) or "").strip().removesuffix("px") for name in ("width", "height")
    ]
    if any(size in {"0", "1"} for size in sizes):
        return True
    return bool(_TINY.search(attributes.get("style") or "") or _KNOWN.search(address[:2000]))
