"""Othello implemented a second time, as simply as possible, to check the rules with.

A board is a dictionary from (column, row) to "black" or "white"; empty squares are absent.
Nothing here uses bits, masks or the package under test.
"""

from collections.abc import Iterable, Mapping

Spot = tuple[int, int]
Cells = Mapping[Spot, str]

OTHER = {"black": "white", "white": "black"}
COLOR_OF_ANSWER = {"yes": "black", "no": "white"}
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def spots(size: int) -> list[Spot]:
    """Every square, row by row from the top left."""
    return [(x, y) for y in range(size) for x in range(size)]


def start(size: int) -> dict[Spot, str]:
    """The four discs in the centre, white on the diagonal from the upper left."""
    right = size // 2
    left = right - 1
    return {
        (left, left): "white",
        (right, right): "white",
        (right, left): "black",
        (left, right): "black",
    }


def ray(spot: Spot, step: Spot, size: int) -> Iterable[Spot]:
    """The squares from a square in one direction, up to the edge."""
    x, y = spot
    while True:
        x, y = x + step[0], y + step[1]
        if not (0 <= x < size and 0 <= y < size):
            return
        yield x, y


def around(spot: Spot, size: int) -> set[Spot]:
    """The squares that touch a square, at most eight."""
    x, y = spot
    return {(x + dx, y + dy) for dx, dy in DIRECTIONS if 0 <= x + dx < size and 0 <= y + dy < size}


def outflanked(cells: Cells, size: int, color: str, spot: Spot) -> set[Spot]:
    """The discs that this colour would outflank with a disc on this square."""
    if spot in cells:
        return set()
    found: set[Spot] = set()
    for step in DIRECTIONS:
        row: list[Spot] = []
        for beyond in ray(spot, step, size):
            if beyond not in cells:
                break
            if cells[beyond] == color:
                found.update(row)
                break
            row.append(beyond)
    return found


def playable(cells: Cells, size: int, color: str) -> list[Spot]:
    """The squares where this colour may play, row by row."""
    return [spot for spot in spots(size) if outflanked(cells, size, color, spot)]


def is_over(cells: Cells, size: int) -> bool:
    """Whether neither side can move."""
    return not playable(cells, size, "black") and not playable(cells, size, "white")


def placed(
    cells: Cells, size: int, color: str, spot: Spot, answer: str | None = None
) -> tuple[str, set[Spot], set[Spot]]:
    """The colour of the placed disc, the outflanked discs, and those that `maybe` flips besides."""
    if answer in COLOR_OF_ANSWER and COLOR_OF_ANSWER[answer] != color:
        return OTHER[color], set(), set()
    flipped = outflanked(cells, size, color, spot)
    forced = set()
    if answer == "maybe":
        forced = {
            near
            for near in around(spot, size)
            if cells.get(near) == OTHER[color] and near not in flipped
        }
    return color, flipped, forced


def played(
    cells: Cells, size: int, color: str, spot: Spot, answer: str | None = None
) -> dict[Spot, str]:
    """The board after a legal move, as the oracle's answer changes it."""
    landed, flipped, forced = placed(cells, size, color, spot, answer)
    after = dict(cells)
    after[spot] = landed
    for turned in flipped | forced:
        after[turned] = color
    return after


def count(cells: Cells, color: str) -> int:
    """The number of discs of a colour."""
    return sum(1 for disc in cells.values() if disc == color)


def frontier(cells: Cells, size: int, color: str) -> set[Spot]:
    """The discs of a colour that touch an empty square."""
    return {
        spot
        for spot, disc in cells.items()
        if disc == color and any(near not in cells for near in around(spot, size))
    }


def potential(cells: Cells, size: int, color: str) -> set[Spot]:
    """The empty squares that touch a disc of the opponent."""
    return {
        spot
        for spot in spots(size)
        if spot not in cells and any(cells.get(near) == OTHER[color] for near in around(spot, size))
    }


def regions(cells: Cells, size: int) -> set[frozenset[Spot]]:
    """The groups of empty squares that touch each other, at least at a corner."""
    unseen = {spot for spot in spots(size) if spot not in cells}
    found = set()
    while unseen:
        edge = {unseen.pop()}
        region: set[Spot] = set()
        while edge:
            region |= edge
            edge = {near for spot in edge for near in around(spot, size)} & unseen
            unseen -= edge
        found.add(frozenset(region))
    return found


def stable(cells: Cells, size: int, color: str) -> set[Spot]:
    """The discs that on each of their four lines are safe: full, at an end, or by a stable disc."""

    def is_safe(spot: Spot, step: Spot) -> bool:
        back = (-step[0], -step[1])
        both = [list(ray(spot, way, size)) for way in (step, back)]
        is_full = all(other in cells for other in both[0] + both[1])
        return is_full or not all(both) or any(way[0] in found for way in both)

    found: set[Spot] = set()
    while True:
        more = {
            spot
            for spot, disc in cells.items()
            if disc == color
            and all(is_safe(spot, step) for step in [(1, 0), (0, 1), (1, 1), (1, -1)])
        }
        if more == found:
            return found
        found = more


def perft(cells: Cells, size: int, color: str, depth: int, *, passes_count: bool) -> int:
    """Count the games of `plies` plies; a game that ends earlier counts once."""
    if depth == 0:
        return 1
    moves = playable(cells, size, color)
    if moves:
        return sum(
            perft(
                played(cells, size, color, spot),
                size,
                OTHER[color],
                depth - 1,
                passes_count=passes_count,
            )
            for spot in moves
        )
    if not playable(cells, size, OTHER[color]):
        return 1
    return perft(
        cells, size, OTHER[color], depth - 1 if passes_count else depth, passes_count=passes_count
    )
