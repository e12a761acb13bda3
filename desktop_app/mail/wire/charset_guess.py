"""Character set of 8-bit text that names none, where the evidence is clear.

Each candidate that can read the bytes is judged by how many of its letters are common ones of its
language. A wrong candidate meets those by chance alone, so that one which stands far above the
others is right. What is short, or Western with a few accents, is not guessed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from itertools import pairwise

LOOKED_AT = 2_000
_LEAST_LETTERS, _LEAST_HITS = 4, 2
_LEAST_SHARE, _AHEAD = 0.15, 2.5
_RUN = re.compile(rb"[\x80-\xff]{2,}")

_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实"
    "您邮件公司发票请谢通知订单优惠免费报价议合付款客户产品服务网信息系统测试号月日元"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
    "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實"
    "您郵件公司請謝通知訂單優惠免費報價議合付款客戶產品服務網信息系統測試號月日元電話軟體"
)
_KANA = "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7), 0x30FC)))
_HANGUL = (
    "이다는을가의에지고하한로기사대어도나리인자시서그스정수부보제해아일으라원장전구과있상은동주관습니"
    "를안여요세들게공조무경메신합위성오만연우드트할면내교유산입것선화요용문중회계"
)
_CYRILLIC = "оеаинтсрвлОЕАИНТСРВЛ"
_GREEK = "αοιετσνηυρΑΟΙΕΤΣΝΗΥΡάόίέή"
_HEBREW = "יוהלאמרתבש"

_CANDIDATES: Mapping[str, frozenset[str]] = {
    "gb18030": frozenset(_SIMPLIFIED),
    "big5hkscs": frozenset(_TRADITIONAL),
    "cp932": frozenset(_KANA),
    "euc_jp": frozenset(_KANA),
    "cp949": frozenset(_HANGUL),
    "koi8-r": frozenset(_CYRILLIC),
    "cp1251": frozenset(_CYRILLIC),
    "iso8859-7": frozenset(_GREEK),
    "cp1255": frozenset(_HEBREW),
}
_ALPHABETS: Mapping[str, tuple[str, str]] = {
    "koi8-r": ("\u0400", "\u04ff"),
    "cp1251": ("\u0400", "\u04ff"),
    "iso8859-7": ("\u0370", "\u03ff"),
    "cp1255": ("\u0590", "\u05ff"),
}
"""Where the letters of the sets of one byte are. A few of them make up most of a text."""
_LEAST_OF_ALPHABET = 0.45
_AHEAD_OF_ALPHABET = 1.3
_WESTERN = "éèêëàâäáãåçñíìîïóòôöõøúùûüýÿßæœÉÈÀÂÄÁÅÇÑÍÓÔÖØÚÜŒ€£§©®°·«»¡¿“”‘’„‚–—…•™´½\xa0".encode(
    "cp1252"
)
_ASCII = bytes(range(128))
_LETTERS = bytes(byte for byte in _ASCII if chr(byte).isalpha())
_MOST_WESTERN = 0.5


def guessed(data: bytes) -> str:
    """The Python codec of `data`, or nothing where there is no clear evidence."""
    sample = data[:LOOKED_AT]
    high = len(sample.translate(None, _ASCII))
    if high < _LEAST_LETTERS or (_RUN.search(sample) is None and high < 3 * _LEAST_LETTERS):
        return ""
    if _is_western(sample, high):
        return "cp1252"
    shares = sorted(((_share(sample, codec), codec) for codec in _CANDIDATES), reverse=True)
    (best, codec), (second, _) = shares[:2]
    ahead = _AHEAD_OF_ALPHABET if codec in _ALPHABETS else _AHEAD
    return codec if best >= _LEAST_SHARE and best >= ahead * second else ""


def mostly_utf8(data: bytes) -> bool:
    """Whether bytes that are no UTF-8 are so but for a few."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = len(text) - len(text.encode("ascii", "ignore")) - bad
    return good >= 2 and good >= 3 * bad


def _is_western(sample: bytes, high: int) -> bool:
    """Whether Windows-1252 gives letters with accents here and there."""
    letters = high + len(sample) - len(sample.translate(None, _LETTERS))
    odd = len(sample.translate(None, _ASCII + _WESTERN))
    return high <= _MOST_WESTERN * letters and odd * 20 <= high


def _share(sample: bytes, codec: str) -> float:
    """The share of common letters among those that are not ASCII; 0 where there are too few."""
    try:
        text = codecs.getincrementaldecoder(codec)().decode(sample)
    except (UnicodeError, LookupError):
        return 0.0
    letters = [letter for letter in text if letter > "\x7f"]
    if len(letters) < _LEAST_LETTERS or len(set(letters)) < _LEAST_LETTERS - 1:
        return 0.0
    hits = sum(1 for letter in letters if letter in _CANDIDATES[codec])
    if codec in _ALPHABETS:
        return _of_alphabet(codec, text, letters, hits / len(letters))
    return hits / len(letters) if hits >= _LEAST_HITS else 0.0


def _of_alphabet(codec: str, text: str, letters: list[str], share: float) -> float:
    first, last = _ALPHABETS[codec]
    named = sum(1 for letter in letters if first <= letter <= last)
    if len(letters) < 2 * _LEAST_LETTERS or len(set(letters)) <= _LEAST_LETTERS:
        return 0.0
    if named < 0.9 * len(letters):
        return 0.0
    cased = codec == "cp1255" or _is_cased(text)
    return share if share >= _LEAST_OF_ALPHABET and cased else 0.0


def _is_cased(text: str) -> bool:
    """Whether most letters are small, and capitals begin words: a wrong set gives `oRDS`."""
    letters = [letter for letter in text if letter > "\x7f" and letter.isalpha()]
    small = sum(1 for letter in letters if letter.islower())
    turned = sum(1 for one, other in pairwise(text) if one.islower() and other.isupper())
    return 2 * small > len(letters) and 4 * turned < len(text.split())
