"""Berger's tables: everybody meets everybody once, and nobody has one colour too often."""

from __future__ import annotations

__all__ = ["Rounds", "berger_table", "gauntlet_table"]

Rounds = list[list[tuple[int, int]]]
"""For each round its games, each as black's seat and white's seat, counted from 0."""


def berger_table(seats: int) -> Rounds:
    """Return the rounds of a single round robin; with an odd number one has a bye in each.

    In the table the sum of two opponents' numbers is the same in every game of a round, counted
    around the circle of all but the last. Between numbers of the circle the lower begins where
    the sum is odd and the higher where it is even, so that each begins as often as not.

    >>> berger_table(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    >>> berger_table(3)
    [[(1, 2)], [(0, 1)], [(2, 0)]]
    """
    last = seats - 1 if seats % 2 == 0 else seats  # with an odd number the last seat is the bye
    rounds: Rounds = []
    for number in range(last):
        # The seat whose double is the round's sum would meet itself: it meets the last instead.
        lone = number * (last + 1) // 2 % last
        games = []
        if last < seats:
            games.append((lone, last) if 2 * lone < last else (last, lone))
        for distance in range(1, (last + 1) // 2):
            low, high = sorted(((lone + distance) % last, (lone - distance) % last))
            games.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(games)
    return rounds


def gauntlet_table(challengers: int, others: int) -> Rounds:
    """Return the rounds in which each challenger, seated first, meets each of the others once.

    >>> gauntlet_table(1, 3)
    [[(0, 1)], [(2, 0)], [(0, 3)]]
    """
    rounds: Rounds = []
    for number in range(max(challengers, others)):
        games = []
        for place in range(min(challengers, others)):
            shifted = (place + number) % max(challengers, others)
            challenger, other = (place, shifted) if challengers <= others else (shifted, place)
            seat = challengers + other
            # Colours alternate along the rows and the columns of the table.
            games.append(
                (challenger, seat) if (challenger + other) % 2 == 0 else (seat, challenger)
            )
        rounds.append(games)
    return rounds
