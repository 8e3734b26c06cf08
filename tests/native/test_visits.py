"""Records of games and positions: the core divides and sorts them as Python does."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.native import encoding, visits
from outflank.native.visits import VISIT, divide_visits, pack_visits, sort_visits

# Few different keys, among them the highest, so that positions are shared.
KEYS = st.sampled_from([0, 1, 5, 1 << 51, 1 << 52, 1 << 63, (1 << 64) - 1]) | st.integers(0, 99)
VISITS = st.lists(
    st.tuples(KEYS, st.integers(0, 9), st.integers(0, 0xFFFF)),
    max_size=60,
    unique_by=lambda visit: visit[:2],
)


def packed(found: list[tuple[int, int, int]]) -> bytes:
    return b"".join(VISIT.pack(*visit) for visit in found)


@given(VISITS)
def test_columns_are_packed_into_records(found: list[tuple[int, int, int]]) -> None:
    keys, games, moves = ([visit[at] for visit in found] for at in range(3))
    assert pack_visits(array("Q", keys), array("I", games), array("I", moves)) == packed(found)


@pytest.mark.native
@given(VISITS, st.sampled_from([1, 6]), st.permutations(range(10)))
def test_the_core_and_python_divide_and_sort_alike(
    found: list[tuple[int, int, int]], bits: int, numbers: list[int]
) -> None:
    records, renumbered = packed(found), array("I", numbers)
    in_core = list(divide_visits(records, bits)), sort_visits(records, renumbered)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(visits, "available", lambda: False)
        assert in_core == (list(divide_visits(records, bits)), sort_visits(records, renumbered))
    parts, (shared, lone) = in_core
    assert len(parts) == 1 << bits
    assert sorted(b"".join(parts)) == sorted(records)
    expected = sorted((key, numbers[game], move) for key, game, move in found)
    assert sorted(VISIT.iter_unpack(shared + lone)) == expected
    assert encoding.available()


@pytest.mark.native
def test_the_core_refuses_half_a_record_and_games_without_a_number() -> None:
    from outflank import _core

    with pytest.raises(ValueError, match="whole records"):
        _core.sort_visits(b"abc", b"")
    with pytest.raises(ValueError, match="every game must have a new number"):
        _core.sort_visits(VISIT.pack(1, 7, 0), bytes(4))
    with pytest.raises(ValueError, match="from 1 to 16"):
        _core.divide_visits(b"", 17)
