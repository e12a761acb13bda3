"""A process that does one pass over a profile: `python -m tests.fakes.mail_servers.sync_once
PROFILE PORT CA_FILE`. Something to kill, and to measure."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.model.mail_server import MailServers, ServerAddress
from tests.fakes.mail_servers.desk import imap_desk
from tests.fakes.mail_servers.dovecot import USER


def main() -> None:
    profile, port, ca_file = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    at = ServerAddress("127.0.0.1", port)
    with imap_desk(profile, MailServers(at, None, USER, ca_file=ca_file)) as mine:
        mine.sync()


if __name__ == "__main__":
    main()
