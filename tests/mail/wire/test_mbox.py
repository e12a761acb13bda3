"""mail.wire.mbox: what is written is what is read again."""

from __future__ import annotations

import io
import mailbox
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.local.mbox import spans, unwrap
from desktop_app.mail.wire.mbox import MboxMail, mbox

BODIES = st.lists(st.sampled_from(["From here", ">From there", "text", "", "> q"]), max_size=6)


@given(st.lists(BODIES, min_size=1, max_size=4))
def test_messages_come_back_as_they_were_with_lf(bodies: list[list[str]]) -> None:
    mails = [("Subject: x\r\n\r\n" + "\r\n".join(b) + "\r\n").encode() for b in bodies]
    whole = mbox(MboxMail(raw, "a@b.example", 1795248900) for raw in mails)
    found = [unwrap(span.raw or b"") for span in spans(io.BytesIO(whole))]
    assert [raw for raw, _ in found] == [raw.replace(b"\r\n", b"\n") for raw in mails]
    assert {date for _, date in found} == {1795248900}


def test_the_standard_library_reads_it_too(tmp_path: Path) -> None:
    path = tmp_path / "m.mbox"
    path.write_bytes(mbox([MboxMail(b"Subject: x\r\n\r\nFrom y\r\n", "a b\n@c", -5)] * 2))
    box = mailbox.mbox(path)
    assert [m["Subject"] for m in box] == ["x", "x"]
    box.close()
