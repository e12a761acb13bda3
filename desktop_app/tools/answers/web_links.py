"""Links of mail to Gmail's own pages, for rows of results and for the window."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.message import Message, MessageSummary
from desktop_app.model.web_mail import message_page
from desktop_app.tools.calls.context import Context


class WebLinks:
    """Links of one call; what an account can do is asked once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._addresses: dict[str, str] = {}

    def of(self, message: Message | MessageSummary) -> str:
        """Address of the message in Gmail; empty where the account is not at Gmail, or the message
        has never been there."""
        if not message.source_id:
            return ""
        if message.account_id not in self._addresses:
            account = self._context.store.accounts.get(message.account_id)
            self._addresses[message.account_id] = self._address(account)
        address = self._addresses[message.account_id]
        return message_page(address, message.source_id, message.labels) if address else ""

    def _address(self, account: Account) -> str:
        able = self._context.ports.accounts.capabilities(account)
        return account.sign_in_address if able.web_mail else ""
