"""Dovecot on loopback, in a folder of its own; as `nobody` where the tests run as root."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import imapclient
import trustme

from desktop_app.model.mail_server import MailServers, Security, ServerAddress

USER, PASSWORD = "alex@fernhill.example", "correct horse"
STRONG = ""
WEAK = "imap_capability = IMAP4rev1 LITERAL+ SPECIAL-USE"
"""A server without UIDPLUS, MOVE, CONDSTORE and IDLE."""
_PATIENCE = 20.0


def _in_memory() -> str:
    """Where a server's mail lies: in memory if the system has such a folder. A path is short: names
    of sockets are."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"


def installed() -> bool:
    return shutil.which("dovecot") is not None


@dataclass(frozen=True)
class Dovecot:
    """A running server. `home` holds its mail."""

    home: Path
    tls_port: int
    port: int
    ca_file: Path

    def servers(self, security: Security = Security.TLS) -> MailServers:
        port = self.tls_port if security is Security.TLS else self.port
        at = ServerAddress("127.0.0.1", port, security)
        return MailServers(at, None, USER, ca_file=str(self.ca_file))

    def client(self) -> Any:
        """Another mail program at the same mailbox."""
        client = imapclient.IMAPClient("127.0.0.1", self.port, ssl=False)
        client.login(USER, PASSWORD)
        return client

    def empty(self) -> None:
        """Take away all mail, and all folders but those every account has."""
        client = self.client()
        for flags, _, name in sorted(client.list_folders(), key=lambda row: row[2], reverse=True):
            special = {b"\\Drafts", b"\\Sent", b"\\Trash", b"\\Junk", b"\\Archive"} & set(flags)
            if name == "INBOX" or special:
                client.select_folder(name)
                if uids := client.search():
                    client.delete_messages(uids)
                    client.expunge()
                client.select_folder("INBOX")
            elif b"\\Noselect" not in flags:
                client.delete_folder(name)
        client.logout()

    def renumber(self, folder: str) -> None:
        """Give a folder a new UIDVALIDITY, as a server does that was restored from a backup."""
        path = self.home / "mail" / ("" if folder == "INBOX" else f".{folder}")
        (path / "dovecot-uidlist").unlink()
        for index in path.glob("dovecot.index*"):
            index.unlink()


@contextmanager
def dovecot(
    extra: str = STRONG,
    separator: str = ".",
    introspection: str = "",
    *,
    prefix: str = "",
    public: bool = False,
) -> Iterator[Dovecot]:
    """`introspection` is an address that says whose an access token is (RFC 7662): XOAUTH2 is
    offered then. All folders but the inbox begin with `prefix`; `public`: there is a namespace
    that is shared, whose folder `Team` can be read alone."""
    home = Path(tempfile.mkdtemp(prefix="dd", dir=_in_memory()))
    try:
        made = _written(home, extra, separator, introspection, prefix, public=public)
        if os.getuid() == 0:
            subprocess.run(["chown", "-R", "nobody", str(home)], check=True)
        process = subprocess.Popen(
            [*_as_nobody(), "dovecot", "-F", "-c", str(home / "conf")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            process_group=0,
        )  # fmt: skip
        try:
            _wait(made, process)
            yield made
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # told alone, it waits a second for the others
            process.wait(_PATIENCE)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _as_nobody() -> list[str]:
    if os.getuid() != 0:
        return []
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def _wait(made: Dovecot, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            made.client().logout()
        except OSError:
            time.sleep(0.05)
        else:
            return
    log = (made.home / "log").read_text() if (made.home / "log").exists() else ""
    raise RuntimeError(f"Dovecot did not start: {log[-2000:]}")


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _written(
    home: Path, extra: str, separator: str, introspection: str, prefix: str, *, public: bool
) -> Dovecot:
    tls_port, port = _free_ports(2)
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1", "localhost", common_name="127.0.0.1")
    authority.cert_pem.write_to_path(str(home / "ca.pem"))
    certificate.private_key_and_cert_chain_pem.write_to_path(str(home / "server.pem"))
    (home / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}::::::\n")
    user = "nobody" if os.getuid() == 0 else os.environ.get("USER") or str(os.getuid())
    group = "nogroup" if os.getuid() == 0 else str(os.getgid())
    (home / "conf").write_text(_CONF.format(
        home=home, tls_port=tls_port, port=port, user=user, group=group, extra=extra,
        separator=separator, prefix=prefix,
        public=_PUBLIC.format(home=home, separator=separator) if public else "",
        tokens=_TOKENS.format(home=home) if introspection else "",
    ))  # fmt: skip
    if public:
        _fill_public(home / "public")
    (home / "oauth2").write_text(_INTROSPECTION.format(address=introspection))
    home.chmod(0o755)
    return Dovecot(home, tls_port, port, home / "ca.pem")


def _fill_public(folder: Path) -> None:
    """Folders of all: one to read in, one that says it is for sent mail, one that nobody opens."""
    for name, rights in ((".Team", "lr"), (".Sent", "lr"), (".Closed", "l")):
        for part in ("cur", "new", "tmp"):
            (folder / name / part).mkdir(parents=True)
        (folder / name / "dovecot-acl").write_text(f"anyone {rights}\n")
    notice = "From: Team <team@fernhill.example>\r\nSubject: Notice\r\n\r\nHello\r\n"
    (folder / ".Team" / "cur" / "1.notice:2,").write_text(notice)


_TOKENS = """
auth_mechanisms = plain xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {home}/oauth2
}}
"""
_INTROSPECTION = """
introspection_mode = auth
introspection_url = {address}
username_attribute = email
active_attribute = active
active_value = true
"""
_PUBLIC = """
mail_plugins = acl
plugin {{
  acl = vfile
}}
namespace public {{
  type = public
  prefix = Public{separator}
  separator = {separator}
  location = maildir:{home}/public
  subscriptions = no
}}
"""
_CONF = """
protocols = imap
listen = 127.0.0.1
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
mail_uid = {user}
mail_gid = {group}
mail_location = maildir:{home}/mail
mail_max_userip_connections = 100
mail_fsync = never
auth_failure_delay = 0
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{home}/server.pem
ssl_key = <{home}/server.pem
{tokens}
passdb {{
  driver = passwd-file
  mechanisms = plain login
  args = {home}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={home}
}}
service imap-login {{
  chroot =
  # A process for each connection would be started anew.
  service_count = 0
  process_min_avail = 1
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  # No penalty of seconds for who was refused before: auth_failure_delay is not all of it.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap {{
  service_count = 1000
  process_min_avail = 2
}}
service stats {{
  chroot =
}}
protocol imap {{
  {extra}
}}
namespace inbox {{
  inbox = yes
  prefix = {prefix}
  separator = {separator}
  mailbox Drafts {{
    auto = create
    special_use = \\Drafts
  }}
  mailbox Sent {{
    auto = create
    special_use = \\Sent
  }}
  mailbox Trash {{
    auto = create
    special_use = \\Trash
  }}
  mailbox Junk {{
    auto = create
    special_use = \\Junk
  }}
  mailbox Archive {{
    auto = create
    special_use = \\Archive
  }}
}}
{public}
"""
