"""Three workers on two hosts keep every promise, whatever goes wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from outflank.rules import Reason
from support.cluster.cluster import cluster
from support.cluster.nemeses import nemeses_of
from support.cluster.trial import Trial

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")

SOAK = "OUTFLANK_SOAK" in os.environ
STRIKES = 100 if SOAK else 1
READS = 50 if SOAK else 3


def test_nothing_acknowledged_is_lost_or_doubled_or_hidden(tmp_path: Path) -> None:
    with cluster(tmp_path) as hosts:
        hosts.start()
        games = max(1, STRIKES // 10)
        result = Trial(
            hosts,
            nemeses_of(hosts),
            seed=18,
            strikes=STRIKES,
            games=games,
            size=6 if SOAK else 4,
            first="fail over late",
        ).run()
        assert (result.broken, result.misfits) == ([], []), hosts.complaints()
        assert all(Reason(reason).is_natural for reason in result.reasons), hosts.complaints()
        assert result.games == 6 * games
        assert result.outages > 0  # whose clocks were given back what they had, and the grace
        assert len(result.strikes) == STRIKES
        assert result.reads > READS
