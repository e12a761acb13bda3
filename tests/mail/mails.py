"""Mails the tests of this folder are made of: strategies, and one way to build bytes."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

from hypothesis import strategies as st

WORDS = st.text(
    alphabet=st.characters(
        codec="utf-8", exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp")
    ),
    max_size=60,
)
LINES = st.lists(WORDS, max_size=8).map("\n".join)
LOCAL = st.from_regex(r"[a-z0-9]{1,10}(\.[a-z0-9]{1,8})?", fullmatch=True)
DOMAIN = st.sampled_from(["example.com", "mail.example.org", "x.example", "sub.host.example.net"])
EMAIL = st.builds(lambda local, domain: f"{local}@{domain}", LOCAL, DOMAIN)
HOSTILE = st.text(max_size=80)
"""Any text at all: control characters, separators, lone surrogates left out by hypothesis."""


@st.composite
def library_mails(draw: st.DrawFn) -> bytes:
    """Mails as the standard library writes them: plain, alternative, with files."""
    message = EmailMessage(policy=SMTP.clone(linesep=draw(st.sampled_from(["\n", "\r\n"]))))
    message["From"] = f"{draw(LOCAL)} <{draw(EMAIL)}>"
    message["To"] = ", ".join(draw(st.lists(EMAIL, min_size=1, max_size=3)))
    message["Subject"] = " ".join(draw(WORDS).split())
    message["Date"] = "Sat, 21 Nov 2026 08:15:00 +0100"
    message["Message-ID"] = f"<{draw(LOCAL)}@example.com>"
    cte = draw(st.sampled_from(["base64", "quoted-printable", "8bit"]))
    message.set_content(draw(LINES) + "\n", cte=cte)
    if draw(st.booleans()):
        message.add_alternative(f"<p>{draw(LOCAL)}</p>\n", subtype="html", cte=cte)
    if draw(st.booleans()):
        data = draw(st.binary(max_size=200))
        name = draw(LOCAL) + ".bin"
        message.add_attachment(data, maintype="application", subtype="x-thing", filename=name)
    for number, part in enumerate(p for p in message.walk() if p.is_multipart()):
        part.set_boundary(f"=_boundary-{number}")
    return message.as_bytes()


def mail(head: str, body: str = "Hello\n") -> bytes:
    """A small mail from header lines and a body, as UTF-8 with LF."""
    return f"{head.strip()}\n\n{body}".encode("utf-8", "surrogateescape")
