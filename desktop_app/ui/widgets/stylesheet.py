"""Style sheet, made from the tokens. Widgets are picked by a `role` property.

Roles: card, strip-{info,warning,danger,good,made}, chip, chip-{warning,made}, caption, strong,
subject, title, link, entry, flat, primary, danger, made, toast, popup, region, error, empty,
narrow, primary-narrow and flat-narrow (a button that is an icon), line and line-strong (a button
that is text), question (a sheet of a window), choice (a button of a list of choices), shown (text
that nobody writes in).
"""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from desktop_app.ui.widgets.tokens import Colours, Size, Type

_BASE = Template("""
* { outline: none; }
QMainWindow, QDialog, QStatusBar, QMenuBar, QDockWidget { background: ${window}; }
QDialog { border: 1px solid ${line}; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { background: ${surface}; color: ${text}; border: 1px solid ${line}; padding: ${s4}px; }
QMenuBar { border-bottom: 1px solid ${line}; }
QMenuBar::item { padding: 3px ${s8}px; background: transparent; }
QMenuBar::item:selected { background: ${wash}; color: ${text}; }
QMenu { background: ${surface}; border: 1px solid ${line}; padding: ${s4}px; }
QMenu::item { padding: ${s4}px ${s24}px ${s4}px ${s24}px; border-radius: ${s4}px; }
QMenu::item:selected { background: ${wash}; color: ${text}; }
QMenu::item:disabled { color: ${second}; }
QMenu::separator { height: 1px; background: ${line}; margin: ${s4}px ${s8}px; }
QToolBar { background: ${window}; border: none; border-bottom: 1px solid ${line};
  padding: 2px; spacing: ${s4}px; }
QToolBar::separator { width: 1px; background: ${line}; margin: ${s8}px ${s4}px; }
QStatusBar { border-top: 1px solid ${line}; padding: 0 ${s8}px; }
QStatusBar::item { border: none; }
QSplitter::handle { background: ${line}; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollArea, QStackedWidget { border: none; background: transparent; }
QScrollBar:vertical { background: transparent; width: ${s8}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${s8}px; margin: 0; }
QScrollBar::handle { background: ${control_line}; border-radius: 2px; margin: 2px; }
QScrollBar::handle:vertical { min-height: ${s24}px; }
QScrollBar::handle:horizontal { min-width: ${s24}px; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: none; border: none; width: 0; height: 0; }
QMainWindow::separator { background: ${line}; width: 1px; height: 1px; }
QTabBar QToolButton { background: ${window}; border: none; padding: 0; min-height: 0; }
QTabBar { background: transparent; }
QTabWidget::pane { border: none; border-top: 1px solid ${line}; }
QTabBar::tab { padding: ${s8}px ${s4}px; margin: 0 2px; border: none;
  border-bottom: 2px solid transparent;
  color: ${second}; }
QTabBar::tab:selected { color: ${text}; border-bottom: 2px solid ${accent}; }
QTabBar::tab:focus { background: ${wash}; }
QProgressBar { border: none; border-radius: 2px; background: ${line}; max-height: ${s4}px;
  text-align: center; }
QProgressBar::chunk { background: ${accent}; border-radius: 2px; }
QGroupBox { border: none; margin-top: ${s24}px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; left: 0; }
""")

_CONTROLS = Template("""
QPushButton, QToolButton { background: ${surface}; border: 1px solid ${control_line};
  border-radius: ${control_radius}px; padding: ${s4}px ${s12}px; min-height: ${s20}px;
  icon-size: ${s16}px; }
QPushButton:hover, QToolButton:hover { background: ${hover}; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: ${wash}; }
QPushButton:focus, QToolButton:focus { border: ${focus}px solid ${accent};
  padding: ${p3}px ${p11}px; }
QPushButton:disabled, QToolButton:disabled { color: ${second}; border-color: ${line};
  background: transparent; }
QPushButton::menu-indicator, QToolButton::menu-indicator { width: 0; image: none; }
QToolBar QToolButton { icon-size: ${s20}px; }
QToolBar QToolButton, QPushButton[role="flat"], QToolButton[role="flat"] {
  background: transparent; border: ${focus}px solid transparent; padding: ${p3}px ${s8}px; }
QToolBar QToolButton[role="narrow"], QToolBar QToolButton[role="narrow"]:focus {
  padding: ${p3}px ${s4}px; }
QToolBar QToolButton:disabled, QPushButton[role="flat"]:disabled,
QToolButton[role="flat"]:disabled { border-color: transparent; }
QToolButton[role="flat-narrow"] { background: transparent; padding: ${p3}px;
  border: ${focus}px solid transparent; min-height: 0; }
QToolButton[role="flat-narrow"]:hover { background: ${hover}; }
QToolButton[role="flat-narrow"]:checked, QToolButton[role="flat-narrow"]:pressed {
  background: ${wash}; }
QToolButton[role="flat-narrow"]:focus { border-color: ${accent}; }
QFileDialog QToolButton { padding: ${s4}px; }
QLineEdit QToolButton, QLineEdit QToolButton:hover, QLineEdit QToolButton:focus {
  background: transparent; border: none; padding: 0; min-height: 0; }
QToolBar QToolButton:hover, QPushButton[role="flat"]:hover, QToolButton[role="flat"]:hover {
  background: ${hover}; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked, QToolButton[role="flat"]:checked {
  background: ${wash}; }
QToolBar QToolButton:focus, QPushButton[role="flat"]:focus, QToolButton[role="flat"]:focus {
  border-color: ${accent}; }
QPushButton[role="link"], QToolButton[role="link"] { background: transparent; color: ${accent};
  border: ${focus}px solid transparent; padding: 0 ${s4}px; text-align: left; }
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus, QToolButton[role="link"]:focus { border-color: ${accent}; }
QToolButton[role="line"], QToolButton[role="line-strong"] { background: transparent;
  border: ${focus}px solid transparent; padding: 0; min-height: 0; color: ${second}; }
QToolButton[role="line-strong"] { color: ${text}; font-weight: 600; }
QToolButton[role="line"]:hover, QToolButton[role="line-strong"]:hover {
  text-decoration: underline; }
QToolButton[role="line"]:focus, QToolButton[role="line-strong"]:focus {
  border-color: ${accent}; padding: 0; }
QPushButton[role="narrow"], QToolButton[role="narrow"] { padding: ${s4}px ${s4}px; }
QPushButton[role="narrow"]:focus, QToolButton[role="narrow"]:focus {
  padding: ${p3}px ${p3}px; }
QPushButton[role="choice"] { text-align: left; }
QPushButton[role="primary"], QToolButton[role="primary-narrow"] { background: ${accent};
  color: ${on_accent}; border: ${focus}px solid ${accent}; font-weight: 600;
  padding: ${p3}px ${s12}px; }
QToolButton[role="primary-narrow"] { padding: ${p3}px ${s4}px; }
QPushButton[role="primary"]:focus, QToolButton[role="primary-narrow"]:focus {
  border: ${focus}px solid ${text}; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary-narrow"]:disabled {
  background: transparent; color: ${second}; border: ${focus}px solid ${line}; }
QPushButton[role="danger"] { color: ${danger}; border-color: ${danger}; }
QPushButton[role="danger"]:disabled { color: ${second}; border-color: ${line}; }
QPushButton[role="link"]:disabled { color: ${second}; }
QPushButton[role="made"], QToolButton[role="made"] { color: ${made}; border-color: ${made};
  background: ${made_wash}; }
QLineEdit, QPlainTextEdit, QTextEdit { background: ${surface};
  border: 1px solid ${control_line}; border-radius: ${control_radius}px;
  padding: ${s4}px ${s8}px; min-height: ${s20}px;
  selection-background-color: ${accent}; selection-color: ${on_accent}; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border: ${focus}px solid ${accent}; padding: ${p3}px ${p7}px; }
QLineEdit[role="error"] { border: ${focus}px solid ${danger}; padding: ${p3}px ${p7}px; }
QLineEdit:disabled { color: ${second}; border-color: ${line}; }
QSpinBox, QComboBox, QDateTimeEdit { min-height: ${s24}px; }
QComboBox QAbstractItemView { background: ${surface}; border: 1px solid ${line};
  selection-background-color: ${wash}; selection-color: ${text}; }
QCheckBox, QRadioButton { spacing: ${s8}px; padding: ${s4}px; border: ${focus}px solid transparent;
  border-radius: ${s4}px; }
QCheckBox:focus, QRadioButton:focus { border-color: ${accent}; }
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator,
QTreeView::indicator {
  width: ${tick}px; height: ${tick}px; }
QCheckBox::indicator:unchecked, QRadioButton::indicator:unchecked,
QListView::indicator:unchecked, QTreeView::indicator:unchecked {
  background: ${surface}; border: 1px solid ${control_line}; border-radius: 2px;
  width: ${s12}px; height: ${s12}px; }
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked {
  background: ${accent}; border: 1px solid ${accent}; border-radius: 2px;
  width: ${s12}px; height: ${s12}px; image: url(icons:tick-${tick_ink}.png); }
QCheckBox::indicator:checked:disabled { background: ${second}; border-color: ${second}; }
QRadioButton::indicator:unchecked { border-radius: ${tick_half}px; }
QRadioButton::indicator:checked { background: ${surface}; border-radius: ${tick_half}px;
  border: ${s4}px solid ${accent}; width: ${tick_dot}px; height: ${tick_dot}px; }
QRadioButton::indicator:checked:disabled { border-color: ${control_line}; }
QAbstractItemView { background: transparent; border: none;
  selection-background-color: ${wash}; selection-color: ${text}; }
QAbstractItemView[role="framed"] { background: ${surface}; border: 1px solid ${line};
  border-radius: ${control_radius}px; }
QAbstractItemView[role="framed"]:focus { border: ${focus}px solid ${accent}; }
QTreeView::item, QListView::item { padding: ${s4}px; border-radius: ${s4}px; color: ${text}; }
QTreeView::item:hover, QListView::item:hover { background: ${hover}; }
QTreeView::item:selected, QListView::item:selected { background: ${wash}; color: ${text}; }
QHeaderView::section { background: ${window}; border: none; border-bottom: 1px solid ${line};
  padding: ${s4}px ${s8}px; color: ${second}; }
QTextBrowser[role="reader"], QTextEdit[role="reader"], QPlainTextEdit[role="reader"] {
  background: transparent; border: ${focus}px solid transparent; padding: 0;
  font-size: ${body_px}px; }
QTextBrowser[role="spoken"] { background: transparent; border: ${focus}px solid transparent;
  padding: 0; font-size: ${text_px}px; }
QTextBrowser[role="spoken"]:focus { border-color: ${accent}; }
QTextBrowser[role="reader"]:focus, QPlainTextEdit[role="reader"]:focus {
  border: ${focus}px solid ${accent}; padding: 0; }
""")

_ROLES = Template("""
QFrame[role="card"] { background: ${surface}; border: 1px solid ${line};
  border-radius: ${radius}px; }
QFrame[role="card-current"] { background: ${surface}; border: 1px solid ${accent};
  border-radius: ${radius}px; }
QFrame[role="made-card"] { background: ${made_wash}; border: 1px solid ${made};
  border-radius: ${radius}px; }
QFrame[role="popup"] { background: ${surface}; border: 1px solid ${control_line};
  border-radius: ${radius}px; }
QDialog[role="question"] { background: ${surface}; border: 1px solid ${control_line}; }
QDialog[role="palette"] { background: ${surface}; border: 1px solid ${control_line}; }
QFrame[role="toast"] { background: ${surface}; border: 1px solid ${control_line};
  border-radius: ${radius}px; }
QFrame[role="rule"] { background: ${line}; border: none; max-height: 1px; }
QFrame[role^="strip-"] { border-radius: ${control_radius}px; }
QFrame[role="strip-info"] { background: ${wash}; }
QFrame[role="strip-warning"] { background: ${warning_wash}; }
QFrame[role="strip-danger"] { background: ${danger_wash}; }
QFrame[role="strip-good"] { background: ${good_wash}; }
QFrame[role="strip-made"] { background: ${made_wash}; }
QLabel { background: transparent; border: none; }
QLabel[role="caption"] { font-size: ${caption_px}px; color: ${second}; }
QLabel[role="second"] { color: ${second}; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="subject"] { font-size: ${body_px}px; font-weight: 600; }
QLabel[role="title"] { font-size: ${title_px}px; font-weight: 600; }
QLabel[role="error"] { color: ${danger}; }
QLabel[role="made"] { color: ${made}; }
QLabel[role="chip"] { background: ${hover}; color: ${second}; border-radius: ${s4}px;
  padding: 1px ${s8}px; font-size: ${caption_px}px; }
QLabel[role="chip-warning"] { background: ${warning_wash}; color: ${warning};
  border-radius: ${s4}px; padding: 1px ${s8}px; font-size: ${caption_px}px; }
QLabel[role="chip-made"] { background: ${made_wash}; color: ${made}; border-radius: ${s4}px;
  padding: 1px ${s8}px; font-size: ${caption_px}px; }
QWidget[role="region"] { background: ${window}; }
QWidget[role="sheet"], QFrame[role="sheet"] { background: ${surface}; }
QFrame[role="row"] { background: transparent; border: none; border-bottom: 1px solid ${line}; }
QFrame[role="row-focus"] { background: transparent; border: none;
  border-bottom: ${focus}px solid ${accent}; }
QFrame[role="entry"] { background: ${surface}; border: 1px solid ${control_line};
  border-radius: ${control_radius}px; }
QFrame[role="receiving"] { background: ${wash}; border: none; border-radius: ${s4}px; }
QLineEdit[role="bare"], QLineEdit[role="bare"]:focus { background: transparent; border: none;
  padding: 0 ${s4}px; min-height: 0; }
QComboBox[role="bare"] { background: transparent; border: none; padding: 0 ${s4}px;
  min-height: 0; }
QToolButton[role="switch"] { background: transparent; border: ${focus}px solid transparent;
  padding: 0 ${s8}px; min-height: 0; max-height: ${s16}px; color: ${second}; }
QToolButton[role="switch"]:hover { background: ${hover}; }
QToolButton[role="switch"]:checked { background: ${wash}; color: ${text}; }
QToolButton[role="switch"]:focus { border-color: ${accent}; }
QFrame[role="recipient"] { background: ${hover}; border: ${focus}px solid ${hover};
  border-radius: ${control_radius}px; }
QToolButton[role="chip-close"] { background: transparent; border: ${focus}px solid transparent;
  padding: 0; min-height: ${s16}px; }
QToolButton[role="chip-close"]:hover { background: ${wash}; }
QToolButton[role="chip-close"]:focus { border-color: ${accent}; }
QPushButton[role="tool"], QPushButton[role="result"] { background: transparent;
  border: ${focus}px solid transparent; padding: 0 ${s4}px; color: ${second};
  text-align: left; }
QPushButton[role="result"] { color: ${accent}; }
QPushButton[role="tool"]:hover, QPushButton[role="result"]:hover { background: ${hover}; }
QPushButton[role="tool"]:focus, QPushButton[role="result"]:focus { border-color: ${accent}; }
QPushButton[role="entry"] { background: transparent; border: ${focus}px solid transparent;
  padding: ${s4}px ${s8}px; text-align: left; }
QPushButton[role="entry"]:hover { background: ${hover}; }
QPushButton[role="entry"]:focus { border-color: ${accent}; }
QPushButton[role="answer"]:checked { background: ${wash}; border-color: ${accent}; }
QPushButton[role="starter"] { text-align: left; border-color: ${line}; }
QPushButton[role="starter"]:focus { border: ${focus}px solid ${accent}; padding: ${p3}px ${p11}px; }
QPlainTextEdit[role="body"], QPlainTextEdit[role="body"]:focus,
QTextEdit[role="body"], QTextEdit[role="body"]:focus { font-size: ${body_px}px;
  background: transparent; border: none; border-radius: 0; padding: 0 ${p7}px; }
QTextEdit[role="shown"] { font-size: ${body_px}px; background: transparent; border: none;
  border-radius: 0; padding: 0; }
QStatusBar QLabel, QStatusBar QToolButton { font-size: ${caption_px}px; color: ${second}; }
QStatusBar QToolButton { background: transparent; border: ${focus}px solid transparent;
  padding: 0 ${s4}px; min-height: 0; }
QStatusBar QToolButton:hover { background: ${hover}; }
QStatusBar QToolButton:focus { border-color: ${accent}; }
""")


def style_sheet(
    colours: Colours, px: Callable[[Size | int], int], type_px: Callable[[Type], float]
) -> str:
    """The whole sheet for a set of colours; lengths and text sizes come scaled. Pictures are found
    at `icons:` (`QDir.addSearchPath`)."""
    values: dict[str, str | int] = {
        name: getattr(colours, name) for name in Colours.__dataclass_fields__
    }
    values |= {f"s{step}": px(step) for step in (4, 8, 12, 16, 20, 24)}
    values |= {f"p{step}": px(step + 1) - 1 for step in (3, 7, 11)}
    tick = px(12) + 2
    values["tick_ink"] = "light" if int(colours.on_accent[1:3], 16) > 127 else "dark"
    values |= {"tick": tick, "tick_half": tick // 2, "tick_dot": tick - 2 * px(4)}
    values |= {
        "focus": px(Size.FOCUS),
        "radius": px(Size.RADIUS),
        "control_radius": px(Size.CONTROL_RADIUS),
        "text_px": round(type_px(Type.TEXT)),
        "caption_px": round(type_px(Type.CAPTION)),
        "body_px": round(type_px(Type.BODY)),
        "title_px": round(type_px(Type.TITLE)),
    }
    return "".join(part.substitute(values) for part in (_BASE, _CONTROLS, _ROLES))
