"""Further names of our own arguments: what models write who know such tools from elsewhere.

A name stands for the first of its meanings that the tool has an argument for. The families of other
tools (adapters) have tables of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from desktop_app.tools.calls.base import Params
from desktop_app.tools.calls.spelling import names_of, plain

_MEANINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "limit count top n max maxcount pagesize perpage numresults numberofresults",
        ("max_results",),
    ),
    ("q search searchquery searchterm searchtext keywords term terms text", ("query",)),
    ("pagetoken nextpagetoken cursor pagenumber", ("page",)),
    ("folder folders mailbox label labels labelid labelids", ("label_ids", "label_id")),
    ("labelname", ("label_ids", "label_id", "name")),
    ("addlabels addlabel addlabelid labelstoadd", ("add_label_ids",)),
    ("removelabels removelabel removelabelid labelstoremove", ("remove_label_ids",)),
    ("email emailaddress accountid accountemail mailaccount user userid", ("account",)),
    ("id", ("draft_id", "request_id", "file_id", "thread_id", "message_id", "ids", "label_id")),
    ("messageid emailid mailid msgid", ("message_id", "ids", "reply_to_message_id")),
    ("messageids emailids mailids idlist", ("ids",)),
    ("threads conversationids", ("thread_ids",)),
    (
        "threadid conversationid thread",
        ("thread_id", "thread_ids", "message_id", "reply_to_message_id"),
    ),
    ("recipient recipients toaddress toaddresses toemail toemails", ("to",)),
    (
        "content message msg text note comment bodytext plaintext reply replytext replybody",
        ("body",),
    ),
    ("index row rownumber selectionindex position", ("number",)),
    ("sender", ("from_",)),
    ("from fromaddress fromemail", ("from_", "send_as")),
    ("filename name attachmentname", ("attachment_id",)),
    ("attachments filenames", ("attachment_ids",)),
    ("format encoding mode", ("as",)),
    ("includequoted includequotes quotedtext", ("quoted",)),
    ("group groupby", ("by",)),
    ("inreplyto replyto replytoid replytomessage", ("reply_to_message_id",)),
    ("replytoall", ("reply_all",)),
    ("revision baserevision version", ("base_revision", "revision")),
    ("mimetype bodytype", ("content_type",)),
    ("operation op", ("action",)),
    ("newname", ("name",)),
    ("file", ("file_id",)),
    ("days daysforward", ("days_ahead",)),
    ("maxlength maxcharacters", ("max_chars",)),
    ("location", ("place",)),
    ("summary subject", ("title",)),
    ("starttime startdate begin", ("start",)),
    ("endtime enddate", ("end",)),
    ("subject title", ("subject_contains",)),
    ("text body words contains", ("text_contains",)),
)
"""Plain names, and what they may mean."""

OF_A_CONVERSATION = frozenset({"threadid", "conversationid", "thread"})
"""Plain names of a conversation's id, which stands for its newest mail where a mail is wanted."""

WAYS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        ("search_messages", "mailbox_stats"),
        "What mails are wanted stands in query: from: to: subject: is:unread in:inbox after: "
        "before:. They come newest first.",
    )
    | {
        "send_draft": "It is about a draft that is there: create_draft or draft_reply makes one, "
        "get_draft tells its revision.",
    }
)
"""What an error about an unknown argument says besides, by the tool."""


@cache
def other_names(params: type[Params]) -> Mapping[str, str]:
    """The further names of the arguments of a tool, by their plain spelling."""
    own = names_of(params)
    found: dict[str, str] = {}
    for names, meanings in _MEANINGS:
        meant = next((own[plain(each)] for each in meanings if plain(each) in own), None)
        for name in names.split():
            if meant is not None and name not in own:
                found.setdefault(name, meant)
    return found
