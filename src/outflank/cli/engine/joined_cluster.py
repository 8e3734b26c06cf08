"""The option --cluster: a connection to a Dask cluster while a command runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from outflank.errors import ClusterError
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.arena.cluster import Cluster

__all__ = ["joined_cluster"]


@contextlib.contextmanager
def joined_cluster(address: str | None) -> Iterator[Cluster | None]:
    """Join the cluster at an address, if one was given, and leave it at the end."""
    if address is None:
        yield None
        return
    from outflank.arena.cluster import Cluster

    cluster = Cluster(address)
    try:
        yield cluster
    except cluster.failures as problem:
        raise ClusterError(
            Text("errors.cli.cluster_failed", address=address, problem=problem)
        ) from None
    finally:
        cluster.close()
