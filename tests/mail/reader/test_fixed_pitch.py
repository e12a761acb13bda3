"""What of a plain text is set in letters of one width, and what never is."""

from __future__ import annotations

import pytest

from desktop_app.mail.reader.fixed_pitch import is_fixed
from desktop_app.mail.reader.plain import plain_html

PATCH = """Please have a look:

diff --git a/x.py b/x.py
index 1234567..89abcde 100644
--- a/x.py
+++ b/x.py
@@ -1,4 +1,4 @@
 import os

-a = 1
+a = 2
 b = 3

That is all of it,
with kind regards."""


def test_a_patch_is_fixed_with_its_empty_lines_and_the_words_around_it_are_not() -> None:
    html, _ = plain_html(PATCH)
    assert html == (
        "<p>Please have a look:</p>"
        "<pre>diff --git a/x.py b/x.py\nindex 1234567..89abcde 100644\n--- a/x.py\n+++ b/x.py\n"
        "@@ -1,4 +1,4 @@\n import os\n\n-a = 1\n+a = 2\n b = 3</pre>"
        "<p>That is all of it,<br>with kind regards.</p>"
    )


def test_a_quoted_patch_is_fixed_too() -> None:
    html, _ = plain_html("> @@ -1 +1 @@\n> -old &\n> +new\nYes.")
    shown = "<pre>@@ -1 +1 @@\n-old &amp;\n+new</pre>"
    assert html == f"<blockquote>{shown}</blockquote><p>Yes.</p>"


@pytest.mark.parametrize(
    "text",
    [
        "Name     Sum\nDana    12.00\nSam      3.50\nEve      4.50",
        "Name     Place   Sum\nDana     Rome    1\nSam      Oslo    2",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "+-----+-----+\n| a   | b   |\n+-----+-----+",
        "def run(x):\n    return x",
        "import os\nfrom sys import argv\nprint(argv)",
        "for (;;) {\n  go();\n}",
        "$ make test\n$ git push",
        "int main() {\n  return 0;\n}",
    ],
)
def test_tables_columns_and_code_are_fixed(text: str) -> None:
    assert is_fixed(text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Hello Dana,\nthank you for the mail;\nit came in time.",
        "One sentence.  Another one.\nA third one here.  And a last.",
        "Alex Morgan\nFernhill | Design | Garden",
        "- first thing\n- second thing\n- third thing",
        "1. first thing\n2. second thing",
        "   An indented line\n   and another one.",
        "Shopping: milk, bread;\nand butter",
        "From: Dana Lee\nTo: Sam\nSubject: lunch",
        "----------\nDana Lee\n----------",
        "Let us meet (if you can) on Monday.\nFor me it is fine.",
        "https://x.example/a\nhttps://x.example/b",
        "Kind regards",
        "One sentence.  Another.\nAnd a little.  One more.",
        "If you like:\nWe could go for a walk (or not).",
        "Dana\t12\nSam",
    ],
)
def test_prose_is_not(text: str) -> None:
    assert not is_fixed(text.split("\n"))
