"""Sentences about a match: the players' titles, their time and their faults."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.arena.engine_match.definition import EngineMatch, MatchPlayer
from outflank.arena.engine_match.score import MatchScore, PlayerScore
from outflank.texts import say

__all__ = [
    "PAIR_RESULTS",
    "fault_counts",
    "fault_sentence",
    "player_titles",
    "time_sentence",
    "warnings_of",
]

PAIR_RESULTS = ("0-2", "½-1½", "1-1", "1½-½", "2-0")
"""The results of a pair of games for the first player, from the worst to the best."""


def player_titles(players: Sequence[MatchPlayer]) -> list[str]:
    """Return titles for players: a level is called one, and two equal names get letters.

    >>> player_titles([MatchPlayer("7"), MatchPlayer("7")])
    ['level 7 (A)', 'level 7 (B)']
    """
    names = [
        say("arena.level", level=each.name) if each.name.isdecimal() else each.name
        for each in players
    ]
    if len(names) == 2 and names[0] == names[1]:
        names = [f"{name} ({letter})" for name, letter in zip(names, "AB", strict=True)]
    return names


def time_sentence(title: str, player: MatchPlayer, score: PlayerScore) -> str:
    """Return a sentence if a player took longer than allowed, else "".

    >>> from outflank.engine import Limit
    >>> slow = PlayerScore(1, 0, 0, 10, 5.93, 0.7, 10, 0, 0, 0, 0)
    >>> print(time_sentence("Edax", MatchPlayer("gtp:edax", Limit(seconds=0.3)), slow))
    Edax used 593 ms a move where 300 were allowed: 10 of 10 moves were late, the longest 700 ms.
    """
    allowed = player.limit.seconds
    if allowed is None or not score.late:
        return ""
    late = say(
        "arena.late_moves",
        late=f"{score.late:,}",
        count=f"{score.asked:,}",
        longest=f"{1000 * score.slowest:,.0f}",
    )
    most = f"{1000 * allowed:,.0f}"
    if score.pace > allowed:
        used = f"{1000 * score.pace:,.0f}"
        return say("arena.used_too_much", player=title, used=used, count=most, late=late)
    return say("arena.was_late", player=title, allowed=most, late=late)


def fault_counts(score: PlayerScore) -> dict[str, int]:
    """Return how many games a player lost other than on the board, by reason."""
    return {
        "illegal moves": score.illegal,
        "time-outs": score.timeouts,
        "crashes": score.crashes,
        "resignations": score.resignations,
    }


def fault_sentence(title: str, score: PlayerScore) -> str:
    """Return a sentence on the games that a player lost other than on the board, or "".

    >>> score = PlayerScore(0, 0, 2, 9, 1.0, 0.3, 0, 0, 1, 1, 0, "it ended")
    >>> print(fault_sentence("mine", score))
    Games that mine lost other than on the board: 1 time-out, 1 crash. The last: it ended.
    """
    lost = ", ".join(
        say(f"arena.faults.{what.replace(' ', '_').replace('-', '_')}", count=f"{times:,}")
        for what, times in fault_counts(score).items()
        if times
    )
    if not lost:
        return ""
    said = say("arena.lost_off_the_board", player=title, faults=lost)
    # The fault may quote the program, which can print anything.
    last = "".join(letter if letter.isprintable() else "?" for letter in score.last_fault)
    if not last:
        return said
    return say("arena.with_last_fault", sentence=said, fault=last.removesuffix("."))


def warnings_of(match: EngineMatch, score: MatchScore) -> list[str]:
    """Return all sentences on time and faults."""
    said = []
    for title, player, part in zip(
        player_titles(match.players), match.players, score.players, strict=True
    ):
        said += [time_sentence(title, player, part), fault_sentence(title, part)]
    return [sentence for sentence in said if sentence]
