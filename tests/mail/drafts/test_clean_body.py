"""What models and programs leave around the words of a proposal is taken out and told; what a
person's plain text holds stays byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts import clean_body as names
from desktop_app.mail.drafts.clean_body import clean_content
from desktop_app.mail.drafts.foreign_marks import foreign_mark
from desktop_app.mail.drafts.mail_shape import written_mail
from desktop_app.mail.drafts.visible_content import visible_content
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

WANTED = "Hi Dana,\n\nThursday is fine. Bring Tom & Kim.\n\nBest,\nAlex"
QUOTED = (
    "On 12 Nov 2026 at 14:02, Dana Lee wrote:\n> Hi Alex,\n>\n> is Thursday fine? Shall I bring\n"
    "> anybody?"
)
SIGNATURE = "Alex Morgan\nFernhill Joinery"


def draft(body: str, *, quoted: str = "", signature: str = "", subject: str = "s") -> DraftContent:
    return DraftContent(
        Address("", "me@x.example"),
        to=(Address("", "dana@x.example"),),
        subject=subject,
        body=body,
        quoted=quoted,
        signature=signature,
    )


DIRTY = {
    "line ends": (WANTED.replace("\n", "\\n"), names.LINE_ENDS),
    "line ends with returns": (WANTED.replace("\n", "\\r\\n"), names.LINE_ENDS),
    "some line ends": (WANTED.replace("Kim.\n\n", "Kim.\\n\\n"), names.LINE_ENDS),
    "a page": (
        "<p>Hi Dana,</p><p>Thursday is fine. Bring Tom &amp; Kim.</p><p>Best,<br>Alex</p>",
        names.TAGS,
    ),
    "a document": (
        (
            "<html><body><p>Hi Dana,</p>\n<p>Thursday is fine. Bring Tom &amp; Kim.</p>\n"
            "<p>Best,<br/>Alex</p></body></html>"
        ),
        names.TAGS,
    ),
    "lines by tags": (
        "Hi Dana,<br><br>Thursday is fine. Bring Tom & Kim.<br><br>Best,<br>Alex",
        names.TAGS,
    ),
    "lines by tags and ends": (WANTED.replace("\n", "<br>\n"), names.TAGS),
    "bold words": (WANTED.replace("Thursday", "<b>Thursday</b>"), names.TAGS),
    "nested tags": (
        WANTED.replace("Thursday", "<span style='x'><b>Thursday</b></span>"),
        names.TAGS,
    ),
    "entities": (WANTED.replace("&", "&amp;"), names.ENTITIES),
    "spaces as entities": (WANTED.replace("is fine", "is&nbsp;fine"), names.ENTITIES),
    "a fence": (f"```\n{WANTED}\n```", names.FENCE),
    "a fence with a name": (f"```text\n{WANTED}\n```\n", names.FENCE),
    "a fence in words about it": (
        f"Here is the reply:\n\n```\n{WANTED}\n```\n\nLet me know!",
        names.FENCE,
    ),
    "words about it": (f"Sure! Here's a draft:\n\n{WANTED}", names.CHATTER),
    "words about it in German": (f"Gerne, hier ist ein Entwurf:\n\n{WANTED}", names.CHATTER),
    "words about it and lines": (
        f"Here is the mail:\n\n---\n\n{WANTED}\n\n---\n\nShall I change it?",
        names.CHATTER,
    ),
    "a subject": (f"Subject: Re: Thursday\n\n{WANTED}", names.HEAD),
    "a subject in bold": (f"**Subject:** Thursday\n\n{WANTED}", names.HEAD),
    "a head": (f"To: dana@x.example\nSubject: Thursday\n\n{WANTED}", names.HEAD),
    "a German subject": (f"Betreff: Donnerstag\n{WANTED}", names.HEAD),
    "words and a subject": (f"Here is the mail:\n\nSubject: Thursday\n\n{WANTED}", names.HEAD),
    "reasoning": (f"<think>They want Thursday.</think>\n{WANTED}", names.MARKS),
    "reasoning without a beginning": (f"They want Thursday.\n</think>\n\n{WANTED}", names.MARKS),
    "the end of a turn": (f"{WANTED}<|im_end|>", names.MARKS),
    "a quote": (f"{WANTED}\n\n{QUOTED}", names.QUOTE),
    "a quote alone": (f"{WANTED}\n\n> is Thursday fine? Shall I bring\n> anybody?", names.QUOTE),
    "a signature": (f"{WANTED}\n\n{SIGNATURE}", names.SIGNATURE),
    "a signature below its mark": (f"{WANTED}\n\n-- \n{SIGNATURE}", names.SIGNATURE),
}


@pytest.mark.parametrize("name", DIRTY)
def test_what_is_none_of_the_words_is_taken_out_and_told(name: str) -> None:
    body, what = DIRTY[name]
    content, taken = clean_content(draft(body, quoted=QUOTED, signature=SIGNATURE))
    assert content.body == WANTED
    assert what in taken
    assert foreign_mark(content.body) == ""


@pytest.mark.parametrize("name", DIRTY)
def test_what_was_cleaned_is_clean(name: str) -> None:
    content, _ = clean_content(draft(DIRTY[name][0], quoted=QUOTED, signature=SIGNATURE))
    assert clean_content(content) == (content, ())


def test_a_subject_in_the_text_is_the_draft_s_where_it_has_none() -> None:
    body = f"Subject: Thursday\n\n{WANTED}"
    assert clean_content(draft(body, subject=""))[0].subject == "Thursday"
    assert clean_content(draft(body, subject="Meeting"))[0].subject == "Meeting"


MEANT = [
    "Hi Dana,\n\nyes, at 10 < 11 & 3 > 2; R&D; AT&T; a=b=c, x <dana@x.example>.",
    "The log is in C:\\new\\notes\\n1 and \\\\server\\nas\\x41.",
    "It is in C:\\docs.\n\\News\nBest,\nAlex",
    "Use \\n for a new line. Then it works.",
    "The file is C:\\temp.\\n1\\x.",
    'They print("a\\n\\nb") there.\nYes.',
    "Use `<br>` and `\\n` there:\n\n    <p>Hi &amp; bye</p>\n\n```\nprint('a\\n')\n```\n",
    "Write <b>bold</b> as an HTML tag.",
    "The entity &amp; stands for &.",
    "> is Thursday fine?\nYes.\n> Shall I bring\n> anybody?\nTom.",
    "Tag <urgent> and List<int>, Map<b, i>",
    "The subject: boards.\nSubject: as we said, it is open.",
    "Hi,\n\nSubject: to be settled\n\nBest,\nAlex",
    "Here is the list:\n- oak\n- ash\n\nBest,\nAlex",
    "Here is the config:\n\n```\na = 1\n```\n\nBest,\nAlex",
    "Best,\nAlex",
    "I met Alex Morgan\n\nof Fernhill Joinery.",
    "a\n-- \nKim, who stands in for Alex",
    "See https://x.example/?a=1&amp=2&b=3 and $\\nu$ and \\nabla",
    "One\n---\nTwo\n***\nThree",
    "1 <p> 2",
    "",
    "   ",
]


def test_a_name_below_a_closing_is_no_second_signature() -> None:
    content = draft(WANTED, signature="Alex")
    assert clean_content(content) == (content, ())
    above = "Thursday is fine. Kim comes too."
    cleaned, taken = clean_content(draft(f"{above}\n\nAlex", signature="Alex"))
    assert (cleaned.body, taken) == (above, (names.SIGNATURE,))


@pytest.mark.parametrize("body", MEANT)
def test_what_is_meant_stays(body: str) -> None:
    content = draft(body, quoted=QUOTED, signature=SIGNATURE)
    assert clean_content(content) == (content, ())


WORD = st.sampled_from(
    [
        *"yes no Thursday 10:30 <11 >2 & R&D; <dana@x.example> C:\\new\\n1 a/b 5% (see)".split(),
        *"Subject: here's Here is: *now* _so_ x_y - • 1. [x] <urgent> \\nu $5 für 日本 —".split(),
        *"\\\\server\\notes https://x.example/?a=1&b=2 Best wrote: Re: &c ;-) <3 -> ... ?".split(),
    ]
)
LINE = st.lists(WORD, max_size=8).map(" ".join)
TEXT = st.lists(LINE, max_size=8).map(lambda lines: "Hi Dana,\n" + "\n".join(lines))


@given(TEXT, st.sampled_from(["", QUOTED]), st.sampled_from(["", SIGNATURE, "Alex"]))
def test_a_persons_plain_text_stays_byte_for_byte(body: str, quoted: str, signature: str) -> None:
    content = draft(body, quoted=quoted, signature=signature)
    assert clean_content(content) == (content, ())


@given(st.text(max_size=300), st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_cleaned_and_then_is_clean(body: str, quoted: str, signature: str) -> None:
    content, taken = clean_content(draft(body, quoted=quoted, signature=signature))
    assert bool(body.strip()) == bool(content.body.strip())
    assert set(taken) <= set(names.CLEANED)


@given(TEXT, st.sampled_from(sorted(DIRTY)))
def test_the_rest_of_a_dirty_text_is_kept(text: str, name: str) -> None:
    """Every word of the mail survives what is taken out around it."""
    body, _ = DIRTY[name]
    kept = clean_content(draft(body, quoted=QUOTED, signature=SIGNATURE))[0].body
    assert kept.split() == WANTED.split()


def test_a_proposal_is_clean_when_it_is_kept() -> None:
    content, taken = visible_content(draft("<p>Hi\u200b</p>"))
    assert content.body == "Hi"
    assert taken == (names.TAGS, "the text")


def test_html_stays_html() -> None:
    content = replace(draft("```html\n<p>Hi &amp; bye</p>\n```"), content_type="text/html")
    cleaned, taken = clean_content(content)
    assert cleaned.body == "<p>Hi &amp; bye</p>"
    assert taken == (names.FENCE,)


@pytest.mark.parametrize("tag", ["<b>", "</b>", "<p>", "<br>", "&amp;", "\\n\\n", "> x\n", "```\n"])
def test_the_work_is_linear(tag: str) -> None:
    clean_content(draft(f"Hi,\n{tag * 30_000}x.", quoted=QUOTED, signature=SIGNATURE))


CHAT = f"Of course. Here is a reply:\n\n**Subject:** Thursday\n\n{WANTED}\n\nShall I save it?"


def test_a_mail_in_an_answer_is_found() -> None:
    mail = written_mail(CHAT)
    assert mail is not None
    assert (mail.subject, mail.body) == ("Thursday", WANTED)


@pytest.mark.parametrize(
    "text",
    [
        "Dana asks about Thursday. Say hello to her.",
        "Thanks\nfor asking. It is at nine.",
        f"{WANTED}\n\nOr:\n\n{WANTED}",
        "Hello,\n\nI found two mails about it.",
        "",
    ],
)
def test_other_answers_are_no_mail(text: str) -> None:
    assert written_mail(text) is None
