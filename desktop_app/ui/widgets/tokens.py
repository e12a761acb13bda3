"""Tokens of the look: every colour and every size.

Three tables of colours with one set of names. No other file of the program writes a colour or
a pixel down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Look(StrEnum):
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Colours:
    """`#RRGGBB` each. `made` is what an assistant made, and only that; a `…_wash` is the
    ground its hue is written on; `on_accent` is text on the accent; `hit` is the ground of what a
    search has found."""

    window: str
    surface: str
    line: str
    control_line: str
    text: str
    second: str
    accent: str
    wash: str
    on_accent: str
    made: str
    made_wash: str
    warning: str
    warning_wash: str
    danger: str
    danger_wash: str
    good: str
    good_wash: str
    hover: str
    star: str
    hit: str


TRAY_MARK, TRAY_RIM = "#D9480F", "#FFFFFF"
"""The dot on the icon in the tray, and its rim: whatever the look, a tray is of the desktop's."""

COLOURS: Mapping[Look, Colours] = MappingProxyType(
    {
        Look.LIGHT: Colours(
            window="#F6F6F4",
            surface="#FFFFFF",
            line="#E3E3DF",
            control_line="#858C94",
            text="#1F2328",
            second="#59626D",
            accent="#2459C9",
            wash="#E9F0FE",
            on_accent="#FFFFFF",
            made="#5B3FD6",
            made_wash="#F1EEFE",
            warning="#8A5A00",
            warning_wash="#FFF6DD",
            danger="#B42318",
            danger_wash="#FEF0EE",
            good="#1A7F37",
            good_wash="#E9F7EC",
            hover="#EEEEEA",
            star="#8F6200",
            hit="#FFE58F",
        ),
        Look.DARK: Colours(
            window="#15171B",
            surface="#1C1F24",
            line="#2D3138",
            control_line="#757E89",
            text="#E6E8EB",
            second="#A2ABB7",
            accent="#82AAFF",
            wash="#22304A",
            on_accent="#10131A",
            made="#B7A6FF",
            made_wash="#2A2547",
            warning="#F0C36A",
            warning_wash="#352A12",
            danger="#FF9C92",
            danger_wash="#3C1D1B",
            good="#7FD694",
            good_wash="#17321F",
            hover="#23272D",
            star="#E8B84A",
            hit="#5E4A0B",
        ),
        Look.CONTRAST: Colours(
            window="#000000",
            surface="#000000",
            line="#FFFFFF",
            control_line="#FFFFFF",
            text="#FFFFFF",
            second="#FFFFFF",
            accent="#FFFF00",
            wash="#003A66",
            on_accent="#000000",
            made="#D6C8FF",
            made_wash="#1E1640",
            warning="#FFD54A",
            warning_wash="#2B2200",
            danger="#FFB3AB",
            danger_wash="#3A0B07",
            good="#8CFFA6",
            good_wash="#002B0C",
            hover="#1F1F1F",
            star="#FFD54A",
            hit="#6B5600",
        ),
    }
)

AVATARS: Mapping[Look, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        Look.LIGHT: (
            ("#DCE7FB", "#1D4A9E"),
            ("#DDF1E3", "#166332"),
            ("#FBE6D6", "#8A4308"),
            ("#F6DDEA", "#8A2358"),
            ("#DDF0F3", "#12606E"),
            ("#EFE9CC", "#665300"),
            ("#F9DEDB", "#932218"),
            ("#E4E6EA", "#434B55"),
        ),
        Look.DARK: (
            ("#22355A", "#A9C5FF"),
            ("#1B3B27", "#93DDA9"),
            ("#45290F", "#F3BA8B"),
            ("#441F33", "#F2A6CB"),
            ("#173A41", "#8CD7E4"),
            ("#38310F", "#DECB6D"),
            ("#47201D", "#F6ABA4"),
            ("#30353C", "#C3CAD3"),
        ),
        Look.CONTRAST: (("#FFFFFF", "#000000"),) * 8,
    }
)
"""(ground, ink) of initials; an address or an account always has the same place in it."""

TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in ("text", "second") for ground in ("window", "surface", "wash")),
    *((ink, "hover") for ink in ("text", "second", "accent", "danger", "made", "warning")),
    ("second", "made_wash"),
    *((ink, ground) for ink in ("accent", "made") for ground in ("window", "surface")),
    *((ink, "surface") for ink in ("warning", "danger", "good", "star")),
    *((ink, "window") for ink in ("warning", "danger", "good", "star")),
    *((ink, f"{ink}_wash") for ink in ("made", "warning", "danger", "good")),
    *(("text", f"{ink}_wash") for ink in ("made", "warning", "danger", "good")),
    ("text", "hit"),
    ("accent", "wash"),
    ("on_accent", "accent"),
)
"""Every (text, ground) pair that is ever painted: each must reach 4.5:1."""

EDGE_PAIRS: tuple[tuple[str, str], ...] = (
    ("control_line", "surface"),
    ("control_line", "window"),
    ("accent", "surface"),
    ("accent", "window"),
)
"""Every (edge of a control, ground) pair: 3:1 (WCAG 2.2, 1.4.11)."""


class Type(StrEnum):
    """The roles text is set in."""

    CAPTION = "caption"
    TEXT = "text"
    STRONG = "strong"
    BODY = "body"
    SUBJECT = "subject"
    TITLE = "title"


TYPE_SIZES: Mapping[Type, tuple[float, int]] = MappingProxyType(
    {
        Type.CAPTION: (11.5, 400),
        Type.TEXT: (13, 400),
        Type.STRONG: (13, 600),
        Type.BODY: (15, 400),
        Type.SUBJECT: (15, 600),
        Type.TITLE: (20, 600),
    }
)
"""Pixels at 100 %, and weight."""

LINE_HEIGHT = 1.45


class Size(StrEnum):
    """Lengths that are more than a step of the 4 px grid."""

    ROW = "row"
    ROW_COMPACT = "row_compact"
    PERSON_ROW = "person_row"
    RADIUS = "radius"
    CONTROL_RADIUS = "control_radius"
    FOCUS = "focus"
    ICON = "icon"
    ICON_SMALL = "icon_small"
    AVATAR = "avatar"
    AVATAR_SMALL = "avatar_small"
    TEXT_WIDTH = "text_width"
    PAGE = "page"
    CONTROL = "control"
    SIDEBAR = "sidebar"
    LIST = "list"
    ASSISTANT = "assistant"
    WORDS_FROM = "words_from"
    ROOMY_FROM = "roomy_from"
    WINDOW_WIDTH = "window_width"
    WINDOW_HEIGHT = "window_height"
    LEAST_WIDTH = "least_width"
    LEAST_HEIGHT = "least_height"
    LEAST_SIDEBAR = "least_sidebar"
    LEAST_LIST = "least_list"
    LEAST_THREAD = "least_thread"
    LEAST_SEARCH = "least_search"
    REVIEW = "review"
    BESIDE_FROM = "beside_from"
    PAIR = "pair"
    LOW = "low"
    SHORT = "short"
    TIGHT = "tight"
    DIALOG = "dialog"
    SETTINGS = "settings"
    DOT = "dot"


SIZES: Mapping[Size, int] = MappingProxyType(
    {
        Size.ROW: 68,
        Size.ROW_COMPACT: 44,
        Size.PERSON_ROW: 28,
        Size.RADIUS: 8,
        Size.CONTROL_RADIUS: 6,
        Size.FOCUS: 2,
        Size.ICON: 18,
        Size.ICON_SMALL: 14,
        Size.AVATAR: 32,
        Size.AVATAR_SMALL: 20,
        Size.TEXT_WIDTH: 720,
        Size.PAGE: 768,
        Size.CONTROL: 32,
        Size.SIDEBAR: 208,
        Size.LIST: 368,
        Size.ASSISTANT: 340,
        Size.WORDS_FROM: 1240,
        Size.ROOMY_FROM: 600,
        Size.WINDOW_WIDTH: 1360,
        Size.WINDOW_HEIGHT: 860,
        Size.LEAST_WIDTH: 900,
        Size.LEAST_HEIGHT: 600,
        Size.LEAST_SIDEBAR: 160,
        Size.LEAST_LIST: 240,
        Size.LEAST_THREAD: 360,
        Size.LEAST_SEARCH: 48,
        Size.REVIEW: 480,
        Size.BESIDE_FROM: 1200,
        Size.PAIR: 1000,
        Size.LOW: 720,
        Size.SHORT: 560,
        Size.TIGHT: 420,
        Size.DIALOG: 560,
        Size.SETTINGS: 860,
        Size.DOT: 8,
    }
)
"""Pixels at 100 % text."""

UNSCALED = frozenset(
    {
        Size.RADIUS,
        Size.CONTROL_RADIUS,
        Size.FOCUS,
        Size.WINDOW_WIDTH,
        Size.WINDOW_HEIGHT,
        Size.LEAST_WIDTH,
        Size.LEAST_HEIGHT,
    }
)
"""What stays as it is when the text grows."""


def luminance(colour: str) -> float:
    """Relative luminance of `#RRGGBB`, 0 to 1 (WCAG 2.2, 'relative luminance')."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2, 'contrast ratio')."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
