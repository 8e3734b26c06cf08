"""Geometries are cached, so these tests call the function below the cache."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import SizeError
from outflank.rules import SIZES
from outflank.rules.geometry import Axis, Geometry, geometry
from support import naive
from support.strategies import masks


def made(size: int) -> Geometry:
    return geometry.__wrapped__(size)


def bit(spot: naive.Spot, size: int) -> int:
    return 1 << (spot[1] * size + spot[0])


def mask(spots: list[naive.Spot] | set[naive.Spot], size: int) -> int:
    return sum(bit(spot, size) for spot in spots)


@pytest.mark.parametrize("size", SIZES)
def test_rays_run_from_each_square_to_the_edge_nearest_first(size: int) -> None:
    shape = made(size)
    assert (shape.size, shape.full) == (size, mask(naive.spots(size), size))
    for spot, rays in zip(naive.spots(size), shape.rays, strict=True):
        walks = [list(naive.ray(spot, step, size)) for step in naive.DIRECTIONS]
        expected = {tuple(bit(step, size) for step in walk) for walk in walks if walk}
        assert set(rays) == expected
        assert len(rays) == len(expected)


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_and_columns_are_where_they_belong(size: int) -> None:
    shape = made(size)
    assert shape.first_column == mask([(0, row) for row in range(size)], size)
    assert shape.last_column == mask([(size - 1, row) for row in range(size)], size)
    for spot, neighbours in zip(naive.spots(size), shape.neighbours, strict=True):
        assert neighbours == mask(naive.around(spot, size), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_axes_hold_every_line_once_with_its_ends(size: int) -> None:
    shape = made(size)
    steps = [(1, 0), (0, 1), (1, 1), (-1, 1)]
    for axis, step in zip(shape.axes, steps, strict=True):
        back = (-step[0], -step[1])
        lines, ends = set(), set()
        for spot in naive.spots(size):
            both = [list(naive.ray(spot, way, size)) for way in (step, back)]
            lines.add(mask([spot, *both[0], *both[1]], size))
            if not all(both):
                ends.add(spot)
        assert set(axis.lines) == lines
        assert len(axis.lines) == len(lines)
        assert axis.ends == mask(ends, size)
        assert axis.shift == step[0] + step[1] * size
        rim = {spot for spot in naive.spots(size) if step[0] and spot[0] in (0, size - 1)}
        assert axis.inner == shape.full & ~mask(rim, size)


@given(st.sampled_from(SIZES).flatmap(lambda size: st.tuples(st.just(size), masks(size))))
def test_a_mask_grows_by_the_squares_beside_it(drawn: tuple[int, int]) -> None:
    size, before = drawn
    inside = {spot for spot in naive.spots(size) if before & bit(spot, size)}
    wider = inside.union(*(naive.around(spot, size) for spot in inside))
    assert geometry(size).grow(before) == mask(wider, size)


def test_the_masks_of_a_size_are_made_once() -> None:
    assert geometry(8) is geometry(8)
    assert isinstance(geometry(8).axes[0], Axis)
    with pytest.raises(SizeError, match=r"^a board has an even size from 4 to 16, not 9$"):
        geometry(9)
