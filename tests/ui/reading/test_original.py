"""Original: what reaches the web engine can fetch nothing by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.ui.thread.originals import engine_refuses

pytest.importorskip("PySide6.QtWebEngineCore", exc_type=ImportError)

from selectolax.lexbor import LexborHTMLParser

from desktop_app.ui.reading.locked_page import locked_down

GONE = "script, link, base, iframe, frame, object, embed, applet, form, portal"


def test_what_fetches_by_itself_is_gone() -> None:
    html = (
        '<head><base href="https://e.example/"><link rel="preconnect" href="https://e.example">'
        '<meta http-equiv="refresh" content="0;url=https://e.example"></head>'
        '<script>x()</script><iframe src="https://e.example"></iframe><form action="https://e">'
        '<input name=a>kept words</form><a ping="https://e.example" href="https://e">link</a>'
    )
    out = locked_down(html)
    tree = LexborHTMLParser(out)
    assert tree.css(GONE) == []
    assert tree.css("a[ping]") == []
    assert "kept words" in out
    assert [m.attributes.get("http-equiv") for m in tree.css("meta[http-equiv]")] == [
        "Content-Security-Policy",
        "x-dns-prefetch-control",
    ]


def test_no_picture_of_the_web_passes() -> None:
    assert "img-src data:;" in locked_down("<p>x</p>")
    assert "default-src 'none'" in locked_down("")


def test_the_policy_comes_before_anything_the_mail_says() -> None:
    out = locked_down("<!doctype html><html><head><title>t</title></head></html>")
    assert out.index("Content-Security-Policy") < out.index("<title>")


@pytest.mark.corpora
def test_no_hostile_page_keeps_an_element_that_fetches(corpora: Path) -> None:
    pages = sorted((corpora / "html-vectors").rglob("*.html"))
    for page in pages[:300]:
        out = locked_down(page.read_text("utf-8", "replace"))
        assert LexborHTMLParser(out).css(GONE) == [], page.name


def test_the_engine_is_not_started_where_it_would_end_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.delenv("QTWEBENGINE_DISABLE_SANDBOX", raising=False)
    assert engine_refuses()
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert not engine_refuses()
