"""Which attachments a program of the system may open from here, and why the others are not.

Only kinds in `_OPENED` are opened, and only where name and content agree. `_REASONS` says why for
kinds that are known to run or to reach out; what stands in neither table is not opened either.
Saving is always possible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from desktop_app.mail.files.file_signs import DANGEROUS, Content, content_of
from desktop_app.mail.files.files import safe_filename

_PROGRAM = "It is a program."
_SCRIPT = "It is a script, which is a program too."
_DISK = "It is a disk image, which can hide programs from the checks of this computer."
_PACKAGE = "It installs programs."
_SHORTCUT = "It is a shortcut: what it opens is somewhere else."
_WEB_PAGE = "It is a web page, which can run scripts and tell others that you opened it."
_MACROS = "It can carry macros, which are programs."
_NOTEBOOK = "It is a notebook, which can hold programs."
_SETTINGS = "It changes settings, or connects this computer to another one."
_DATA = "It can fetch or run something when it is opened."

_RISKS: tuple[tuple[str, str], ...] = (
    (_PROGRAM, "exe com scr pif cpl dll drv sys ocx ax xll wll mui efi elf bin run out so dylib"),
    (_PROGRAM, "app gadget jar jnlp class apk aab xap swf prg action workflow o ko appimage"),
    (_SCRIPT, "bat cmd btm ps1 ps1xml ps2 psc1 psc2 psd1 psm1 pssc cdxml vb vbe vbs js jse mjs"),
    (
        _SCRIPT,
        "ws wsc wsf wsh sct hta inf sh bash zsh csh ksh fish command tool csx py pyc",
    ),
    (
        _SCRIPT,
        "pyw pyz pyzw pl rb php lua tcl r scpt scptd applescript osas ahk au3 sql awk gvy groovy",
    ),
    (_SCRIPT, "msh msh1 msh2 mshxml msh1xml msh2xml shs shb vsmacros a3x kix mhk"),
    (_DISK, "iso img vhd vhdx vmdk vdi qcow qcow2 dmg sparseimage sparsebundle toast nrg mdf mds"),
    (_DISK, "cue ccd udf wim esd swm ova ovf squashfs daa uif"),
    (
        _PACKAGE,
        "msi msp msu msix msixbundle appx appxbundle appinstaller deb rpm udeb snap",
    ),
    (
        _PACKAGE,
        "flatpak flatpakref flatpakrepo pkg mpkg cab ipa crx xpi vsix oxt nupkg whl egg",
    ),
    (_PACKAGE, "gem air pup"),
    (_SHORTCUT, "lnk url desktop webloc website library-ms search-ms searchconnector-ms scf"),
    (_SHORTCUT, "inetloc fileloc afploc ftploc mailloc symlink glink theme themepack"),
    (_SHORTCUT, "deskthemepack diagcab diagcfg diagpkg settingcontent-ms appref-ms application"),
    (
        _WEB_PAGE,
        "html htm xhtml xht shtml shtm stm mht mhtml mhtm svg svgz asp aspx jsp php5",
    ),
    (_WEB_PAGE, "chm hlp htc xml xsl xslt xbap xaml"),
    (_MACROS, "docm dotm dot dotx xlsm xltm xlsb xlam xla xlt xltx xlm xlw xl pptm potm pot potx"),
    (_MACROS, "ppam ppsm ppa sldm wbk wiz vsdm vssm vstm pub accdb accde accda accdr mdb mde mda"),
    (_MACROS, "adp ade mam maq mar mat maf mag mas mau mav maw ott ots otp"),
    (_NOTEBOOK, "one onetoc2 onepkg ipynb"),
    (_SETTINGS, "reg rdp rdg rdpx ica ovpn mobileconfig msc job prf pcf cer crt der p7b p12 pfx"),
    (_SETTINGS, "grp isp ins its mmc ops plg service timer vcs osd xnk"),
    (_DATA, "iqy oqy dqy rqy odc udl slk dif prn wdp sylk csl lyx tex ps eps prc"),
)

_REASONS: Mapping[str, str] = MappingProxyType(
    {suffix: reason for reason, suffixes in reversed(_RISKS) for suffix in suffixes.split()}
)

_PICTURE = frozenset({Content.PICTURE, Content.OTHER})
_TEXT = frozenset({Content.OTHER})
_ARCHIVE = frozenset({Content.ARCHIVE, Content.OTHER})
_OFFICE = frozenset({Content.OFFICE, Content.ARCHIVE})
_OLD_OFFICE = frozenset({Content.OLD_OFFICE, Content.OFFICE, Content.RICH_TEXT, Content.OTHER})
_ANY = frozenset(Content) - DANGEROUS

_KINDS: tuple[tuple[str, frozenset[Content], str], ...] = (
    ("pdf", frozenset({Content.PDF}), "a PDF"),
    ("png jpg jpeg jpe jfif gif webp bmp tif tiff heic heif avif ico", _PICTURE, "a picture"),
    ("txt text md markdown csv tsv log json ics vcf srt diff patch", _TEXT, "text"),
    ("eml", frozenset({Content.OTHER, Content.WEB_PAGE}), "a mail"),
    ("docx xlsx pptx ppsx vsdx odt ods odp odg", _OFFICE, "an office document"),
    ("doc xls ppt pps vsd msg", _OLD_OFFICE, "an older office document"),
    ("rtf", frozenset({Content.RICH_TEXT}), "a rich text document"),
    ("zip 7z rar gz tgz tar bz2 xz zst", _ARCHIVE, "an archive"),
    ("mp3 m4a ogg oga opus wav flac aac aiff wma mid midi", _ANY, "sound"),
    ("mp4 m4v mov mkv webm avi mpg mpeg ogv wmv 3gp", _ANY, "a film"),
    ("epub mobi pages numbers key psd xcf dwg dxf stl gpx geojson ttf otf", _ANY, "a document"),
)

_OPENED: Mapping[str, tuple[frozenset[Content], str]] = MappingProxyType(
    {suffix: (fits, words) for names, fits, words in _KINDS for suffix in names.split()}
)


_UNSEEN = frozenset({"Cf", "Cc", "Cs", "Co", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Persian words and emoji are written with these between two letters or pictures."""


def why_not_by_name(filename: str) -> str:
    """Why a file of this name is not opened, as sentences for a person; empty where it may be,
    if its content agrees."""
    real = safe_filename(filename)
    if _hides(filename):
        return f"Its name hides characters; its real name is {real}."
    suffix = real.rpartition(".")[2].lower() if "." in real else ""
    if suffix in _OPENED:
        return ""
    if suffix in _REASONS:
        return _REASONS[suffix]
    return "Draftdesk does not know this kind of file." if suffix else "Its name has no ending."


def why_not(filename: str, data: bytes) -> str:
    """As `why_not_by_name`, by the content too."""
    by_name = why_not_by_name(filename)
    if by_name:
        return by_name
    fits, words = _OPENED[safe_filename(filename).rpartition(".")[2].lower()]
    found = content_of(data)
    return "" if found in fits else f"It is named as {words} and is {found}."


def opened_suffixes() -> Iterable[str]:
    """Every ending of a name that may be opened."""
    return _OPENED.keys()


def _hides(filename: str) -> bool:
    """Whether the name has characters that do not show or that turn the order of others: those
    make an ending look like another one. So do spaces that push it out of sight."""
    if "   " in filename.strip():
        return True
    around = zip(f" {filename}", filename, f"{filename[1:]} ", strict=False)
    return any(
        unicodedata.category(c) in _UNSEEN
        and not (c in _JOINERS and not before.isascii() and not after.isascii())
        for before, c, after in around
    )
