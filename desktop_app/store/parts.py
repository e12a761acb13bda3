"""The parts of a store, one for each subject. Each is created, and its module imported, on first
use, so that the first window waits only for those it shows.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.store.base.days import Days
    from desktop_app.store.base.db import Database
    from desktop_app.store.contacts.contacts import Contacts
    from desktop_app.store.contacts.found_people import FoundPeople
    from desktop_app.store.drafts.draft_claims import DraftClaims
    from desktop_app.store.drafts.draft_links import StoredDraftLinks
    from desktop_app.store.drafts.drafts import Drafts
    from desktop_app.store.drafts.outbox import Outbox
    from desktop_app.store.mail.accounts import Accounts
    from desktop_app.store.mail.arrivals import Arrivals
    from desktop_app.store.mail.file_texts import FileTexts
    from desktop_app.store.mail.finder import Finder
    from desktop_app.store.mail.import_progress import ImportProgress
    from desktop_app.store.mail.known_ids import KnownIds
    from desktop_app.store.mail.known_words import KnownWords
    from desktop_app.store.mail.labels import Labels
    from desktop_app.store.mail.later import Later
    from desktop_app.store.mail.messages import Messages
    from desktop_app.store.mail.pending import Pending
    from desktop_app.store.mail.people import People
    from desktop_app.store.mail.receivers import Receivers
    from desktop_app.store.mail.remote_labels import RemoteLabels
    from desktop_app.store.mail.saved_searches import SavedSearches
    from desktop_app.store.mail.threads import Threads
    from desktop_app.store.programs.audit import Undos
    from desktop_app.store.programs.bridge_clients import BridgeClients
    from desktop_app.store.programs.bridge_tokens import BridgeTokens
    from desktop_app.store.programs.conversations import Conversations
    from desktop_app.store.programs.openings import Openings
    from desktop_app.store.programs.proposals import Proposals
    from desktop_app.store.programs.requests import Requests
    from desktop_app.store.programs.stopping import Stopping
    from desktop_app.store.removal import Removals
    from desktop_app.store.server.api_use import ApiUse
    from desktop_app.store.server.folder_mirror import FolderMirror
    from desktop_app.store.server.in_sight import InSight
    from desktop_app.store.server.mail_servers import StoredMailServers
    from desktop_app.store.server.remote_mail import RemoteMail
    from desktop_app.store.server.set_aside import SetAside
    from desktop_app.store.server.sign_ins import StoredSignIns
    from desktop_app.store.server.sync_state import SyncStates
    from desktop_app.store.triage.prepared import Prepared
    from desktop_app.store.triage.summaries import Summaries
    from desktop_app.store.triage.triage import Triage
    from desktop_app.store.triage.writing_styles import WritingStyles


class Parts:
    """The parts that need nothing but the database and each other."""

    db: Database

    @cached_property
    def accounts(self) -> Accounts:
        from desktop_app.store.mail.accounts import Accounts

        return Accounts(self.db)

    @cached_property
    def days(self) -> Days:
        from desktop_app.store.base.days import Days

        return Days(self.db)

    @cached_property
    def removals(self) -> Removals:
        from desktop_app.store.removal import Removals

        return Removals(self.db)

    @cached_property
    def messages(self) -> Messages:
        from desktop_app.store.mail.messages import Messages

        return Messages(self.db, self.accounts)

    @cached_property
    def later(self) -> Later:
        from desktop_app.store.mail.later import Later

        return Later(self.db, self.messages)

    @cached_property
    def threads(self) -> Threads:
        from desktop_app.store.mail.threads import Threads

        return Threads(self.db)

    @cached_property
    def triage(self) -> Triage:
        from desktop_app.store.triage.triage import Triage

        return Triage(self.db, self.accounts)

    @cached_property
    def prepared(self) -> Prepared:
        from desktop_app.store.triage.prepared import Prepared

        return Prepared(self.db)

    @cached_property
    def summaries(self) -> Summaries:
        from desktop_app.store.triage.summaries import Summaries

        return Summaries(self.db)

    @cached_property
    def writing_styles(self) -> WritingStyles:
        from desktop_app.store.triage.writing_styles import WritingStyles

        return WritingStyles(self.db)

    @cached_property
    def arrivals(self) -> Arrivals:
        from desktop_app.store.mail.arrivals import Arrivals

        return Arrivals(self.db)

    @cached_property
    def labels(self) -> Labels:
        from desktop_app.store.mail.labels import Labels

        return Labels(self.db)

    @cached_property
    def known_ids(self) -> KnownIds:
        from desktop_app.store.mail.known_ids import KnownIds

        return KnownIds(self.db)

    @cached_property
    def known_words(self) -> KnownWords:
        from desktop_app.store.mail.known_words import KnownWords

        return KnownWords(self.db)

    @cached_property
    def people(self) -> People:
        from desktop_app.store.mail.people import People

        return People(self.db)

    @cached_property
    def contacts(self) -> Contacts:
        from desktop_app.store.contacts.contacts import Contacts

        return Contacts(self.db)

    @cached_property
    def found_people(self) -> FoundPeople:
        from desktop_app.store.contacts.found_people import FoundPeople

        return FoundPeople(self.db)

    @cached_property
    def saved_searches(self) -> SavedSearches:
        from desktop_app.store.mail.saved_searches import SavedSearches

        return SavedSearches(self.db)

    @cached_property
    def finder(self) -> Finder:
        from desktop_app.store.mail.finder import Finder

        return Finder(self.db, self.accounts)

    @cached_property
    def file_texts(self) -> FileTexts:
        from desktop_app.store.mail.file_texts import FileTexts

        return FileTexts(self.db)

    @cached_property
    def import_progress(self) -> ImportProgress:
        from desktop_app.store.mail.import_progress import ImportProgress

        return ImportProgress(self.db)

    @cached_property
    def drafts(self) -> Drafts:
        from desktop_app.store.drafts.drafts import Drafts

        return Drafts(self.db)

    @cached_property
    def mail_servers(self) -> StoredMailServers:
        from desktop_app.store.server.mail_servers import StoredMailServers

        return StoredMailServers(self.db)

    def folder_mirror(self, account_id: str) -> FolderMirror:
        """The mirror of the folders of the account's mail server."""
        from desktop_app.store.server.folder_mirror import FolderMirror

        return FolderMirror(self.db, account_id, self.in_sight)

    @cached_property
    def in_sight(self) -> InSight:
        from desktop_app.store.server.in_sight import InSight

        return InSight(self.db)

    def draft_links(self, account_id: str) -> StoredDraftLinks:
        """The links between drafts of the account's server and ours."""
        from desktop_app.store.drafts.draft_links import StoredDraftLinks

        return StoredDraftLinks(self.db, account_id)

    @cached_property
    def draft_claims(self) -> DraftClaims:
        from desktop_app.store.drafts.draft_claims import DraftClaims

        return DraftClaims(self.db)

    @cached_property
    def outbox(self) -> Outbox:
        from desktop_app.store.drafts.outbox import Outbox

        return Outbox(self.db)

    @cached_property
    def requests(self) -> Requests:
        from desktop_app.store.programs.requests import Requests

        return Requests(self.db)

    @cached_property
    def openings(self) -> Openings:
        from desktop_app.store.programs.openings import Openings

        return Openings(self.db, self.bridge_clients)

    @cached_property
    def proposals(self) -> Proposals:
        from desktop_app.store.programs.proposals import Proposals

        return Proposals(self.db)

    @cached_property
    def stopping(self) -> Stopping:
        from desktop_app.store.programs.stopping import Stopping

        return Stopping(self.db)

    @cached_property
    def bridge_clients(self) -> BridgeClients:
        from desktop_app.store.programs.bridge_clients import BridgeClients

        return BridgeClients(self.db)

    @cached_property
    def bridge_tokens(self) -> BridgeTokens:
        from desktop_app.store.programs.bridge_tokens import BridgeTokens

        return BridgeTokens(self.db, self.bridge_clients)

    @cached_property
    def conversations(self) -> Conversations:
        from desktop_app.store.programs.conversations import Conversations

        return Conversations(self.db)

    @cached_property
    def api_use(self) -> ApiUse:
        from desktop_app.store.server.api_use import ApiUse

        return ApiUse(self.db)

    @cached_property
    def undos(self) -> Undos:
        from desktop_app.store.programs.audit import Undos

        return Undos(self.db)

    @cached_property
    def pending(self) -> Pending:
        from desktop_app.store.mail.pending import Pending

        return Pending(self.db)

    @cached_property
    def sync_state(self) -> SyncStates:
        from desktop_app.store.server.sync_state import SyncStates

        return SyncStates(self.db)

    @cached_property
    def set_aside(self) -> SetAside:
        from desktop_app.store.server.set_aside import SetAside

        return SetAside(self.db)

    @cached_property
    def receivers(self) -> Receivers:
        from desktop_app.store.mail.receivers import Receivers

        return Receivers(self.db)

    @cached_property
    def remote_labels(self) -> RemoteLabels:
        from desktop_app.store.mail.remote_labels import RemoteLabels

        return RemoteLabels(self.db)

    @cached_property
    def remote_mail(self) -> RemoteMail:
        from desktop_app.store.server.remote_mail import RemoteMail

        return RemoteMail(self.db, self.accounts, self.messages)

    @cached_property
    def sign_ins(self) -> StoredSignIns:
        from desktop_app.store.server.sign_ins import StoredSignIns

        return StoredSignIns(self.db)
