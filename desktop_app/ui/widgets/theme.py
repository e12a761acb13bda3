"""Theme: palette, style sheet, fonts and icons made from the tokens.

It follows the system and the settings live. Nothing else in the program sets a colour, a font
or a length; widgets ask here, or carry a `role` property that the style sheet knows.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop_app.settings import Settings
from desktop_app.ui.widgets.every_widget import every_widget, every_window
from desktop_app.ui.widgets.icons import IconFont, bundled_font, glyph_icon, paint_glyph
from desktop_app.ui.widgets.layout_scale import scale_layouts
from desktop_app.ui.widgets.scrolling import STEADY
from desktop_app.ui.widgets.stylesheet import style_sheet
from desktop_app.ui.widgets.tokens import (
    AVATARS,
    COLOURS,
    SIZES,
    TYPE_SIZES,
    UNSCALED,
    Colours,
    Look,
    Size,
    Type,
)

_PALETTE: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "window"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "surface"),
    (QPalette.ColorRole.AlternateBase, "window"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "second"),
    (QPalette.ColorRole.Button, "surface"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "danger"),
    (QPalette.ColorRole.Highlight, "accent"),
    (QPalette.ColorRole.HighlightedText, "on_accent"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "accent"),
    (QPalette.ColorRole.ToolTipBase, "surface"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.Mid, "line"),
    (QPalette.ColorRole.Midlight, "line"),
    (QPalette.ColorRole.Light, "surface"),
    (QPalette.ColorRole.Dark, "control_line"),
    (QPalette.ColorRole.Shadow, "control_line"),
    (QPalette.ColorRole.Accent, "accent"),
)
_FAINT = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


ICON = "icon_and_ink"
"""Property of a button: its icon's name and ink, so that it can be made again."""


class _Kept(QObject):
    """What gives a widget its lengths; it ends with the widget, and the connection with it."""

    def __init__(self, owner: QObject, measure: Callable[[], object]) -> None:
        super().__init__(owner)
        self._measure = measure

    def run(self) -> None:
        self._measure()


class Theme(QObject):
    """Source of colours, fonts, lengths and icons. `changed` tells when to ask again."""

    changed = Signal()
    reading_changed = Signal()
    """Mail is shown larger or smaller, nothing else."""

    def __init__(
        self, app: QApplication, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._settings = settings
        self._family = app.font().family()
        self._icon_font: IconFont | None = None
        self._icons: dict[tuple[str, str], QIcon] = {}
        self.look = Look.LIGHT
        self.colours: Colours = COLOURS[Look.LIGHT]
        self._scale = settings.number("look.text_percent") / 100
        app.setStyle("Fusion")
        app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)  # words alone, in all
        self.refresh()
        app.styleHints().colorSchemeChanged.connect(self.refresh)

    def refresh(self) -> None:
        """Read settings and system again and put the look in force."""
        self.look = self._wanted_look()
        self.colours = COLOURS[self.look]
        before, self._scale = self._scale, self._settings.number("look.text_percent") / 100
        self._icons.clear()
        self._app.setProperty(STEADY, self.look is Look.CONTRAST)
        self._app.setFont(self.font(Type.TEXT))
        self._app.setPalette(self._palette())
        self._app.setStyleSheet(style_sheet(self.colours, self.px, self.type_px))
        self._tint()
        scale_layouts(every_window(), before, self._scale)
        self.changed.emit()
        self._lay_out_anew()

    def follow(self, key: str) -> None:
        """A setting changed (connect to `Announcements.setting`)."""
        if key in {"look.theme", "look.text_percent"}:
            self.refresh()
        elif key == "look.reading_percent":
            self.reading_changed.emit()

    @property
    def reading_scale(self) -> float:
        """How much larger the text of mail is than other text."""
        return self._settings.number("look.reading_percent") / 100

    def colour(self, name: str) -> QColor:
        """The colour of a token of `Colours`."""
        return QColor(getattr(self.colours, name))

    def px(self, size: Size | int) -> int:
        """A length in pixels: a named size, or a number of the 4 px grid, at the text's scale."""
        if isinstance(size, Size):
            plain = SIZES[size]
            return plain if size in UNSCALED else round(plain * self._scale)
        return round(size * self._scale)

    def keep(self, owner: QObject, measure: Callable[[], object]) -> None:
        """Call `measure`, which gives `owner` its lengths, now and after each change of the text's
        size or the theme, for as long as `owner` lives."""
        measure()
        kept = _Kept(owner, measure)
        self.changed.connect(kept.run)

    def type_px(self, role: Type) -> float:
        """The pixel size of a text role at the text's scale."""
        return TYPE_SIZES[role][0] * self._scale

    def font(self, role: Type, *, bold: bool = False) -> QFont:
        """The system's font in the size and weight of a role."""
        font = QFont(self._family)
        font.setPixelSize(round(self.type_px(role)))
        font.setWeight(QFont.Weight(600 if bold else TYPE_SIZES[role][1]))
        return font

    def icon(self, name: str, ink: str = "text") -> QIcon:
        """The icon `name` (icons.ICONS) in a token's colour."""
        if (name, ink) not in self._icons:
            plain = [self.px(Size.ICON_SMALL), self.px(Size.ICON)]
            sides = [*plain, *(2 * side for side in plain)]
            colour, faint = self.colour(ink), self._faint()
            self._icons[name, ink] = glyph_icon(self._glyphs(), name, colour, faint, sides)
        return self._icons[name, ink]

    def put_icon(self, button: QAbstractButton, name: str, ink: str = "text") -> None:
        """Give a button an icon, which follows the look."""
        button.setProperty(ICON, [name, ink])
        button.setIcon(self.icon(name, ink))

    def drop_icon(self, button: QAbstractButton) -> None:
        """Words alone from now on."""
        button.setProperty(ICON, None)
        button.setIcon(QIcon())

    def paint_icon(self, painter: QPainter, name: str, rect: QRectF, ink: str) -> None:
        """Draw an icon straight into a delegate's or a widget's painting."""
        paint_glyph(painter, self._glyphs(), name, rect, self.colour(ink))

    def avatar_colours(self, seed: str | int) -> tuple[QColor, QColor]:
        """Ground and ink for an address key or an account's colour number, always the same."""
        table = AVATARS[self.look]
        place = seed if isinstance(seed, int) else zlib.crc32(seed.encode("utf-8", "replace"))
        ground, ink = table[place % len(table)]
        return QColor(ground), QColor(ink)

    def _tint(self) -> None:
        for widget in every_widget():
            kept = widget.property(ICON)
            if kept and isinstance(widget, QAbstractButton):
                widget.setIcon(self.icon(*kept))

    def _lay_out_anew(self) -> None:
        """A style sheet changes fonts, and no layout hears of it: each would keep the sizes that
        its widgets had."""
        for widget in every_widget():
            widget.updateGeometry()

    def _glyphs(self) -> IconFont:
        if self._icon_font is None:
            self._icon_font = bundled_font()
        return self._icon_font

    def _wanted_look(self) -> Look:
        chosen = self._settings.text("look.theme")
        if chosen != "system":
            return Look(chosen)
        hints = self._app.styleHints()
        access = getattr(hints, "accessibility", None)
        if (
            access is not None
            and access().contrastPreference() == Qt.ContrastPreference.HighContrast
        ):
            return Look.CONTRAST
        return Look.DARK if hints.colorScheme() == Qt.ColorScheme.Dark else Look.LIGHT

    def _faint(self) -> QColor:
        colour = self.colour("second")
        colour.setAlphaF(0.5)
        return colour

    def _palette(self) -> QPalette:
        palette = QPalette()
        for role, token in _PALETTE:
            palette.setColor(role, self.colour(token))
        for role in _FAINT:
            palette.setColor(QPalette.ColorGroup.Disabled, role, self._faint())
        return palette


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget one of the style sheet's roles, now or while it is shown."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
