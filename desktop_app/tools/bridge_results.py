"""Typed results about the MCP bridge, for the window alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.model.bridge import BridgeClient


@dataclass(frozen=True, slots=True)
class BridgeClients:
    clients: tuple[BridgeClient, ...]


@dataclass(frozen=True, slots=True)
class NewBridgeClient:
    """`token` is shown once and kept nowhere but by the program it is for."""

    client: BridgeClient
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BridgeHost:
    """A program and the change of its file at `path`; `trouble` says why it can't be made."""

    id: str
    title: str
    path: str
    configuration: str
    diff: str = ""
    connected: bool = False
    installed: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class BridgeHosts:
    hosts: tuple[BridgeHost, ...]
