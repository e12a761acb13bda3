"""Every tool there is: the listed ones, one line each, then the window's own by subject."""

from __future__ import annotations

from desktop_app.model.draft import Origin
from desktop_app.tools.base import AnyTool, Group
from desktop_app.tools.person import (
    activity,
    answer_lines,
    attachments,
    backups,
    bridge,
    browser_sign_in,
    conversations,
    draft_lists,
    draft_review,
    folders,
    invitations,
    language_models,
    mail_accounts,
    mail_files,
    mail_list,
    mail_sync,
    mail_view,
    mailbox_sign_in,
    mcp_hosts,
    outbox,
    prepared_answers,
    requests,
    senders,
    surroundings,
    triage,
    writing_styles,
)
from desktop_app.tools.verbs import (
    connection_status,
    create_draft,
    create_label,
    delete_draft,
    delete_messages,
    draft_forward,
    draft_reply,
    get_attachment,
    get_draft,
    get_message,
    get_request,
    get_thread,
    list_drafts,
    list_labels,
    mailbox_stats,
    modify_messages,
    read_drive_file,
    search_calendar_events,
    search_drive_files,
    search_messages,
    send_draft,
    update_draft,
)

ALL_TOOLS: tuple[AnyTool, ...] = (
    search_messages.TOOL,
    get_message.TOOL,
    get_thread.TOOL,
    get_attachment.TOOL,
    list_labels.TOOL,
    list_drafts.TOOL,
    get_draft.TOOL,
    connection_status.TOOL,
    mailbox_stats.TOOL,
    search_drive_files.TOOL,
    read_drive_file.TOOL,
    search_calendar_events.TOOL,
    create_draft.TOOL,
    draft_reply.TOOL,
    draft_forward.TOOL,
    update_draft.TOOL,
    delete_draft.TOOL,
    modify_messages.TOOL,
    create_label.TOOL,
    delete_messages.TOOL,
    send_draft.TOOL,
    get_request.TOOL,
    *activity.TOOLS,
    *answer_lines.TOOLS,
    *attachments.TOOLS,
    *backups.TOOLS,
    *bridge.TOOLS,
    *conversations.TOOLS,
    *draft_lists.TOOLS,
    *draft_review.TOOLS,
    *folders.TOOLS,
    *invitations.TOOLS,
    *browser_sign_in.TOOLS,
    *language_models.TOOLS,
    *mail_accounts.TOOLS,
    *mail_files.TOOLS,
    *mail_list.TOOLS,
    *mail_sync.TOOLS,
    *mailbox_sign_in.TOOLS,
    *mail_view.TOOLS,
    *mcp_hosts.TOOLS,
    *outbox.TOOLS,
    *prepared_answers.TOOLS,
    *requests.TOOLS,
    *senders.TOOLS,
    *surroundings.TOOLS,
    *triage.TOOLS,
    *writing_styles.TOOLS,
)

BY_NAME: dict[str, AnyTool] = {tool.name: tool for tool in ALL_TOOLS}


def listed(origin: Origin, without: frozenset[str] = frozenset()) -> tuple[AnyTool, ...]:
    """Tools listed to `origin`, without the groups that are switched off. The window's own tools
    are listed to the person alone."""
    if origin is not Origin.USER:
        without = without | {Group.WINDOW}
    return tuple(t for t in ALL_TOOLS if origin in t.origins and t.group not in without)
