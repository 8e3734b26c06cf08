"""Pairing all players under constraints and preferences: Edmonds' perfect matching."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

__all__ = ["preferred_matching"]

_Mates = dict[int, int]


def preferred_matching(
    players: Sequence[int],
    may_meet: Callable[[int, int], bool],
    preferences: Callable[[int, Sequence[int]], Sequence[int]],
) -> list[tuple[int, int]] | None:
    """Pair all players, or return None if that is impossible.

    The players choose in their order: each gets the opponent that they prefer among those who are
    left, provided that all the others can still be paired.

    >>> preferred_matching([1, 2, 3, 4], lambda a, b: a + b != 3, lambda _, others: others)
    [(1, 3), (2, 4)]
    """
    known = {
        player: [
            opponent for opponent in players if opponent != player and may_meet(player, opponent)
        ]
        for player in players
    }
    mates: _Mates = {}
    for player in players:
        if player not in mates and not _augment(player, known, mates, set()):
            return None
    paired: list[tuple[int, int]] = []
    gone: set[int] = set()
    for player in players:
        if player in gone:
            continue
        left = [opponent for opponent in players if opponent not in gone and opponent != player]
        for opponent in preferences(player, left):
            if opponent not in known[player]:
                continue
            after = _without(player, opponent, known, mates, gone)
            if after is not None:
                mates = after
                gone |= {player, opponent}
                paired.append((player, opponent))
                break
    return paired


def _without(
    player: int, opponent: int, known: dict[int, list[int]], mates: _Mates, gone: set[int]
) -> _Mates | None:
    """Return a matching of the rest once two are paired, or None if there is none."""
    taken = {player, opponent}
    after = {each: mate for each, mate in mates.items() if taken.isdisjoint((each, mate))}
    if mates[player] == opponent or _augment(mates[player], known, after, gone | taken):
        return after
    return None


def _augment(root: int, known: dict[int, list[int]], mates: _Mates, gone: set[int]) -> bool:
    """Find a mate for a player, rearranging others; return whether that was possible."""
    return _Search(root, known, mates, gone).run()


class _Search:
    """Looks for an augmenting path; odd cycles (blossoms) are contracted to their base."""

    def __init__(
        self, root: int, known: dict[int, list[int]], mates: _Mates, gone: set[int]
    ) -> None:
        self._root, self._known, self._mates, self._gone = root, known, mates, gone
        self._parents: dict[int, int] = {}
        self._bases = {player: player for player in known}
        self._outer = {root}
        self._waiting = deque([root])

    def run(self) -> bool:
        """Look for a path; if there is player, change the mates along it and return True."""
        while self._waiting:
            player = self._waiting.popleft()
            for opponent in self._known[player]:
                if opponent in self._gone or self._bases[player] == self._bases[opponent]:
                    continue
                mate = self._mates.get(opponent)
                if mate == player:
                    continue
                if opponent == self._root or mate in self._parents:
                    self._contract(player, opponent)
                elif opponent not in self._parents:
                    self._parents[opponent] = player
                    if mate is None:
                        self._flip_path(opponent)
                        return True
                    self._outer.add(mate)
                    self._waiting.append(mate)
        return False

    def _contract(self, player: int, opponent: int) -> None:
        """Contract the odd cycle that an edge between two outer players closes."""
        base = self._common_base(player, opponent)
        cycle = self._path_to(base, player, opponent) | self._path_to(base, opponent, player)
        inside = [each for each, own in self._bases.items() if own in cycle]
        for each in inside:
            self._bases[each] = base
            if each not in self._outer:
                self._outer.add(each)
                self._waiting.append(each)

    def _path_to(self, base: int, place: int, child: int) -> set[int]:
        """Follow the path to its base, mark it as reachable from there, and return its vertices."""
        passed: set[int] = set()
        while self._bases[place] != base:
            mate = self._mates[place]
            passed |= {self._bases[place], self._bases[mate]}
            self._parents[place] = child
            child, place = mate, self._parents[mate]
        return passed

    def _common_base(self, player: int, opponent: int) -> int:
        """Return the first base that the paths of both players to the root share."""
        seen = set()
        place = self._bases[player]
        seen.add(place)
        while place in self._mates:
            place = self._bases[self._parents[self._mates[place]]]
            seen.add(place)
        place = self._bases[opponent]
        while place not in seen:
            place = self._bases[self._parents[self._mates[place]]]
        return place

    def _flip_path(self, end: int) -> None:
        """Swap the matched and unmatched edges of a path, so that both of its ends have mates."""
        place: int | None = end
        while place is not None:
            before = self._parents[place]
            following = self._mates.get(before)
            self._mates[place], self._mates[before] = before, place
            place = following
