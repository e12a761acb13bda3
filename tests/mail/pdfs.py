"""PDFs that tests write: one page with a content stream of their own."""

from __future__ import annotations

import io
from collections.abc import Mapping

A4 = "0 0 595 842"

RESOURCES = (
    "/Font << /F 3 0 R /V << /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding "
    "/90ms-RKSJ-V /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Helvetica "
    ">>] >> /T3 << /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] "
    "/FontBBox [0 0 1 1] /CharProcs << >> /Encoding /WinAnsiEncoding >> >> "
    "/ExtGState << /Clear << /ca 0 /CA 0 >> /Half << /ca 0.5 >> /Full << /ca 1 >> >> "
    "/ColorSpace << /Icc [/ICCBased 4 0 R] /Spot [/Separation /Gold /DeviceRGB << >>] "
    "/Cal [/CalRGB << >>] >> "
    "/XObject << /Picture 5 0 R /Form 6 0 R /Group 7 0 R /Nest 8 0 R >>"
)
"""A font, `/V` whose lines run down, `/T3` with sizes of its own; transparent, half and full
paint; colour spaces; a picture, and the forms of `page`."""


def page(
    content: str | bytes,
    *,
    form: str = "",
    form_more: str = "",
    box: str = A4,
    crop: str = "",
    resources: str = RESOURCES,
) -> bytes:
    """A PDF of one page. `form` is what `/Form` draws and, as a group, `/Group`; `/Nest` draws
    `/Form` moved by 100 points; `form_more` are further entries of theirs."""
    crop_box = f"/CropBox [{crop}] " if crop else ""
    of_form = f"/Type /XObject /Subtype /Form /BBox [-9000 -9000 9000 9000] {form_more}"
    of_form += f" /Resources << {resources} >>"
    kid = f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] {crop_box}"
    kid += f"/Resources << {resources} >> /Contents 9 0 R >>"
    picture = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
    objects: dict[int, tuple[str, bytes | None]] = {
        1: ("/Type /Catalog /Pages 2 0 R", None),
        2: (f"/Type /Pages /Count 1 /Kids [{kid}]", None),
        3: ("/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", None),
        4: ("/N 3", b""),
        5: (f"{picture} /BitsPerComponent 8", b"\x80"),
        6: (of_form, form.encode()),
        7: (f"{of_form} /Group << /S /Transparency >>", form.encode()),
        8: (f"{of_form} /Matrix [1 0 0 1 100 0]", b"/Form Do"),
        9: ("", content if isinstance(content, bytes) else content.encode()),
    }
    return written(objects)


def written(objects: Mapping[int, tuple[str, bytes | None]]) -> bytes:
    """A file of these objects, by their numbers: dictionaries, and streams where bytes are given;
    the first is the catalogue."""
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    offsets = []
    for number, (entries, stream) in objects.items():
        offsets.append(out.tell())
        length = "" if stream is None else f" /Length {len(stream)}"
        body = b"" if stream is None else b"\nstream\n" + stream + b"\nendstream"
        out.write(f"{number} 0 obj\n<< {entries}{length} >>".encode() + body + b"\nendobj\n")
    start = out.tell()
    lines = ["xref", f"0 {len(offsets) + 1}", "0000000000 65535 f "]
    lines += [f"{offset:010} 00000 n " for offset in offsets]
    lines += [f"trailer\n<< /Size {len(offsets) + 1} /Root 1 0 R >>", f"startxref\n{start}\n%%EOF"]
    out.write("\n".join(lines).encode())
    return out.getvalue()


def line(words: str, x: float = 72, y: float = 700, size: float = 11, before: str = "") -> str:
    """Text at a place, with what is set before it."""
    return f"BT /F {size} Tf {before} 1 0 0 1 {x} {y} Tm ({words}) Tj ET\n"
