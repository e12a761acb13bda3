"""Smaller files in place of the pictures of a draft: its next version, and never of a stale one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.rich.reading import own_document
from desktop_app.model.draft import Author, Draft, Origin
from desktop_app.model.errors import BadInput, Conflict, KnownError, NotFound
from desktop_app.tools.person.draft_pictures import (
    PICTURE_FILES,
    REPLACE_PICTURES,
    PictureFiles,
    ReplacePictures,
    SmallerFile,
)
from desktop_app.tools.verbs import create_draft
from tests.crafted.mails import png
from tests.fakes.house import TestHouse
from tests.sure import there

ME = Author(Origin.USER)
BODY = (
    '<div>see <img src="cid:a@x" alt="a cat" width="720"> and'
    ' <img src="cid:b@x" alt="" width="300"></div>'
)
QUOTED = '<blockquote>\n<div><img src="cid:a@x" alt="" width="900"></div>\n</blockquote>'
NEW = SmallerFile(data=b"\xff\xd8\xff new", content_type="image/jpeg", width=640)


def with_pictures(house: TestHouse) -> Draft:
    """A formatted draft with two pictures in its text, one of them quoted too, a photograph beside
    it, and a file."""
    made = house.runner().call(create_draft.TOOL, create_draft.CreateDraft(subject="Cats"))
    draft = house.store.drafts.get(made.unwrap().draft_id)
    files = [("a.png", "image/png", "a@x"), ("b.gif", "image/gif", "b@x")]
    files += [("c.jpg", "image/jpeg", ""), ("d.pdf", "application/pdf", "")]
    parts = tuple(
        house.store.drafts.add_file(draft.id, name, kind, png(9, 9), cid)
        for name, kind, cid in files
    )
    content = replace(
        draft.content, body=BODY, quoted=QUOTED, content_type="text/html", attachments=parts
    )
    return house.store.drafts.save(draft.id, draft.revision, content, ME, now=house.now)


def ask(house: TestHouse, draft: Draft, files: dict[str, SmallerFile], revision: int = 0) -> None:
    params = ReplacePictures(
        draft_id=draft.id, base_revision=revision or draft.revision, files=files
    )
    house.runner().call(REPLACE_PICTURES, params).unwrap()


def test_the_pictures_of_a_draft_are_those_in_its_text_and_beside_it(house: TestHouse) -> None:
    """A GIF may be a film: it is none that could be made smaller."""
    draft = with_pictures(house)
    found = house.runner().call(PICTURE_FILES, PictureFiles(draft_id=draft.id)).unwrap()
    a, _, c, _ = draft.content.attachments
    assert found.by_id.keys() == {a.id, c.id}


def test_a_smaller_file_takes_the_place_of_a_picture(house: TestHouse) -> None:
    draft = with_pictures(house)
    a, b, c, d = draft.content.attachments
    ask(house, draft, {a.id: NEW})
    after = house.store.drafts.get(draft.id)
    made, *others = after.content.attachments
    assert others == [b, c, d]
    assert (made.filename, made.content_type, made.cid) == ("a.jpg", "image/jpeg", "a@x")
    assert house.store.drafts.read_file(made.id) == NEW.data
    assert after.content.body == BODY.replace('width="720"', 'width="640"')
    assert after.content.quoted == QUOTED.replace('width="900"', 'width="640"')
    assert there(own_document(after.content.body)).pictures[0].alt == "a cat"
    assert after.digest != draft.digest, "what was approved before is not this"
    assert draft.content in [v.content for v in house.store.drafts.versions(draft.id)]
    assert house.store.drafts.read_file(a.id) == png(9, 9), "the version has its file"
    mime = compose(
        after.content, message_id="m@x", date=0, read_attachment=house.store.drafts.read_file
    )
    assert b"filename=a.jpg" in mime.replace(b'"', b"")


@pytest.mark.parametrize(
    ("files", "revision", "error"),
    [
        ({"nowhere": NEW}, 0, NotFound),
        ({"a": NEW}, 1, Conflict),
        ({"a": SmallerFile(data=b"x", content_type="image/svg+xml", width=9)}, 0, BadInput),
        ({"a": SmallerFile(data=b"x", content_type="text/html", width=9)}, 0, BadInput),
    ],
)
def test_nothing_is_replaced_otherwise(
    house: TestHouse, files: dict[str, SmallerFile], revision: int, error: type[KnownError]
) -> None:
    draft = with_pictures(house)
    a = draft.content.attachments[0]
    named = {a.id if name == "a" else name: file for name, file in files.items()}
    with pytest.raises(error):
        ask(house, draft, named, revision)
    assert house.store.drafts.get(draft.id) == draft


def test_html_of_others_stays_as_it_is(house: TestHouse) -> None:
    draft = with_pictures(house)
    foreign = '<p style="color:red"><img src="cid:a@x" width="900"></p>'
    content = replace(draft.content, body=foreign)
    draft = house.store.drafts.save(draft.id, draft.revision, content, ME, now=house.now)
    ask(house, draft, {draft.content.attachments[0].id: NEW})
    assert house.store.drafts.get(draft.id).content.body == foreign
