"""Start of an HTML mail's quoted history, and its signatures, by the marks of mail programs.

Only marks in the markup; recognition by words alone is in `quote`.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

# Elements that contain the history: text after them may be fresh again.
_HOLDERS = (
    ".gmail_quote",
    "blockquote[type=cite]",
    ".yahoo_quoted",
    ".protonmail_quote",
    ".tutanota_quote",
    ".zmail_extra",
    ".moz-cite-prefix",
    ".gmail_attr",
    ".yahoo-quoted-begin",
    ".quoted-history",
)
# Marks after which everything is history.
_FROM_HERE = (
    "#appendonsend",
    "#divRplyFwdMsg",
    "#x_divRplyFwdMsg",
    "#OLK_SRC_BODY_SECTION",
    "#mail-editor-reference-message-container",
    "#stopSpelling",
    'div[style*="border-top:solid #E1E1E1" i]',
    'div[style*="border-top:solid #B5C4DF" i]',
    'div[style*="border-top: solid #E1E1E1" i]',
    'div[style*="border-top: solid #B5C4DF" i]',
)

_SIGNATURES = (
    ".gmail_signature",
    ".moz-signature",
    "#Signature",
    "#AppleMailSignature",
    "#ms-outlook-mobile-signature",
    ".yahoo_signature",
    ".protonmail_signature_block",
    ".x_gmail_signature",
)


def starts(tree: LexborHTMLParser) -> dict[int, bool]:
    """`mem_id` of each element where history starts -> whether it ends with the element."""
    found = {node.mem_id: True for node in tree.css(", ".join(_HOLDERS))}
    return found | {node.mem_id: False for node in tree.css(", ".join(_FROM_HERE))}


def signatures(tree: LexborHTMLParser) -> set[int]:
    """`mem_id` of each element that is a signature."""
    return {node.mem_id for node in tree.css(", ".join(_SIGNATURES))}
