"""Hosts of one machine, each with an address of its own, that can be cut off from each other.

A host is a network namespace. All are joined by a bridge; the machine itself, with the database
and Redis, is reached through several addresses of the bridge, so that a host can be cut off from
one of them alone. If namespaces are not allowed, or OUTFLANK_NAMESPACES does not ask for them,
hosts are only loopback addresses. Namespaces are not the default, because browsers of tests drop
their connections when the machine's network changes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence

__all__ = ["Host", "Network", "network"]

_PATIENCE = 30.0  # seconds


def _ip(*arguments: str) -> None:
    command = ["ip", *arguments]
    subprocess.run(command, check=True, timeout=_PATIENCE, stderr=subprocess.DEVNULL)


class Host:
    """One host: the name of its namespace and its address."""

    def __init__(self, address: str, name: str = "", link: str = "") -> None:
        self.address = address
        self.name = name
        self._link = link

    @property
    def command(self) -> Sequence[str]:
        """The words before a command that run it on this host."""
        return ("ip", "netns", "exec", self.name) if self.name else ()

    def cut_off(self) -> None:
        """Cut the host off, like pulling its cable."""
        _ip("link", "set", self._link, "down")

    def reconnect(self) -> None:
        """Connect the host again."""
        _ip("link", "set", self._link, "up")

    @contextlib.contextmanager
    def cut_from(self, address: str) -> Iterator[None]:
        """Block everything to one address."""
        route = "route", "{}", "blackhole", f"{address}/32"
        _ip("-n", self.name, *(part.format("add") for part in route))
        try:
            yield
        finally:
            _ip("-n", self.name, *(part.format("del") for part in route))


class Network:
    """Some hosts, and three addresses for the parts that they share."""

    can_be_cut = False

    def __init__(self, hosts: int, first: int) -> None:
        number = os.getpid()
        self._prefix = f"{first}.{64 + number // 250 % 128}.{number % 250}"
        self.database, self.standby, self.redis = (f"{self._prefix}.{at}" for at in (1, 2, 3))
        self.hosts = [Host(self.address_of(number)) for number in range(1, hosts + 1)]

    def address_of(self, number: int) -> str:
        """Return the address of the host with this number."""
        return f"{self._prefix}.{10 + number}"

    def close(self) -> None:
        """Remove the hosts and their network."""


class Namespaces(Network):
    """Hosts in namespaces, on a bridge with the three addresses."""

    can_be_cut = True

    def __init__(self, hosts: int) -> None:
        super().__init__(0, 10)
        self._bridge = f"of{os.getpid()}"
        try:
            self._begin(hosts)
        except BaseException:
            self.close()
            raise

    def _begin(self, hosts: int) -> None:
        _ip("link", "add", self._bridge, "type", "bridge")
        for address in (self.database, self.standby, self.redis):
            _ip("address", "add", f"{address}/24", "dev", self._bridge)
        _ip("link", "set", self._bridge, "up")
        for number in range(1, hosts + 1):
            self.hosts.append(self._add(number))

    def _add(self, number: int) -> Host:
        name, address = f"{self._bridge}h{number}", self.address_of(number)
        link = f"{self._bridge}v{number}"
        _ip("netns", "add", name)
        _ip("link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", link, "master", self._bridge, "up")
        _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", name, "link", "set", "eth0", "up")
        _ip("-n", name, "link", "set", "lo", "up")
        return Host(address, name, link)

    def close(self) -> None:
        """Remove the hosts and their network."""
        for host in self.hosts:
            with contextlib.suppress(subprocess.CalledProcessError):
                _ip("netns", "delete", host.name)
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("link", "delete", self._bridge)


@contextlib.contextmanager
def network(hosts: int) -> Iterator[Network]:
    """Lend hosts on one network; in namespaces, if these are wanted, they can be cut off."""
    made = Network(hosts, 127)
    if os.environ.get("OUTFLANK_NAMESPACES"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):  # it may be forbidden
            made = Namespaces(hosts)
    try:
        yield made
    finally:
        made.close()
