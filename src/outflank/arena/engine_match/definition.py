"""The definition of an engine match: two players with their limits, and the openings they play."""

from __future__ import annotations

import hashlib
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Self

from outflank.arena.adjudication import Adjudicator
from outflank.engine import UNLIMITED, Limit
from outflank.engine.source import EngineLike, EngineSource
from outflank.errors import TournamentError
from outflank.play.clock import ClockSetting
from outflank.play.oracles import LocalOracle
from outflank.play.setup import require_two
from outflank.rules import Game, Position, Variant
from outflank.rules.geometry import require_size
from outflank.rules.position import as_variant
from outflank.texts import Text

__all__ = ["EngineMatch", "MatchPlayer", "OpeningBook", "Openings", "RandomOpenings"]

# A random opening is fair if this engine sees neither side _FAIR discs ahead.
_JUDGE: Final = "alphabeta"
_JUDGEMENT: Final = Limit(nodes=300)
_FAIR: Final = 4.0
_TRIES: Final = 50
_USUAL_PLIES: Final = 8


class Openings(ABC):
    """The openings of a match: for each pair a game that is continued."""

    variant: Variant
    size: int

    @property
    def most_pairs(self) -> float:
        """How many pairs the openings suffice for."""
        return math.inf

    @abstractmethod
    def draw(self, pairs: int, known: Mapping[int, Game], seed: int) -> Iterator[Game]:
        """Yield the openings of a number of pairs; `known` are openings drawn before, by pair."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return plain values that identify these openings."""


class RandomOpenings(Openings):
    """Openings of random moves, after which neither side is clearly ahead.

    If the variant has an oracle, its answers are random too. No two openings are equal, even after
    rotation or reflection, as long as the board has enough different ones.

    >>> from outflank.rules import Classic
    >>> [game.ply_count for game in RandomOpenings(Classic(), 6, plies=3).draw(2, {}, seed=1)]
    [3, 3]
    """

    def __init__(self, variant: Variant | str, size: int = 8, *, plies: int | None = None) -> None:
        self.variant = as_variant(variant)
        self.size = size
        require_size(size)
        if plies is not None and not isinstance(plies, int):
            raise TypeError(f"plies is a whole number or None, not {plies!r}")
        self.plies: int = min(_USUAL_PLIES, (size * size - 4) // 4) if plies is None else plies

    def to_dict(self) -> dict[str, Any]:
        """Return the number of plies."""
        return {"plies": self.plies}

    def draw(self, pairs: int, known: Mapping[int, Game], seed: int) -> Iterator[Game]:
        """Draw the openings that are not known."""
        from outflank.engine.registry import open_engine

        taken: set[Position] = set()
        with open_engine(_JUDGE, seed=1) as judge:
            for pair in range(pairs):
                opening = known.get(pair)
                if opening is None:
                    best, closest = None, math.inf
                    for drawn in self._candidates(f"{seed} opening {pair}", taken):
                        score = judge.analyse(drawn.position, _JUDGEMENT).score
                        margin = abs(score.discs) if score else 0.0
                        if margin < closest:
                            best, closest = drawn, margin
                        if closest < _FAIR:
                            break
                    # When all are used up, one is used again.
                    opening = best or next(self._candidates(f"{seed} opening {pair}", set()), None)
                if opening is None:
                    raise TournamentError(
                        Text(
                            "errors.arena.opening_longer_than_game",
                            variant=self.variant.text,
                            size=self.size,
                            plies=self.plies,
                        )
                    )
                taken.add(_plain(opening))
                yield opening

    def _candidates(self, seed: str, taken: set[Position]) -> Iterator[Game]:
        """Yield random games that are not over and whose position is not taken."""
        dice = Random(seed)
        for _ in range(_TRIES):
            game = Game(self.variant.start(self.size))
            answers = self.variant.answers
            oracle = LocalOracle(answers, seed=dice.getrandbits(32)) if answers else None
            while game.ply_count < self.plies and not game.is_over:
                if oracle is not None:
                    game.hear(oracle.ask().answer)
                game.push(dice.choice(list(game.position.legal_moves)))
            if not game.is_over and _plain(game) not in taken:
                yield game


class OpeningBook(Openings):
    r"""Openings from a list, such as a file of transcripts; the seed draws their order.

    >>> from outflank.notation import read
    >>> openings = OpeningBook(read("f5d6c3\nf5f6e6").games)
    >>> sorted(game.transcript for game in openings.draw(2, {}, seed=1))
    ['f5d6c3', 'f5f6e6']
    """

    def __init__(self, games: Sequence[Game]) -> None:
        if not games:
            raise TournamentError(Text("errors.arena.no_openings"))
        self._games = tuple(games)
        first = self._games[0].start
        self.variant: Variant = first.variant
        self.size: int = first.size
        for game in self._games:
            if (game.start.variant, game.start.size) != (self.variant, self.size):
                raise TournamentError(Text("errors.arena.openings_of_different_games"))
            if game.root.last().position.is_over:
                raise TournamentError(Text("errors.arena.finished_opening", opening=_moves(game)))

    def __len__(self) -> int:
        return len(self._games)

    @property
    def most_pairs(self) -> float:
        """The number of openings."""
        return len(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the number of openings and a checksum of them."""
        listed = "\n".join(f"{game.start} {_moves(game)}" for game in self._games)
        digest = hashlib.sha256(listed.encode()).hexdigest()
        return {"count": len(self._games), "sha256": digest}

    def draw(self, pairs: int, known: Mapping[int, Game], seed: int) -> Iterator[Game]:  # noqa: ARG002
        """Return openings in a random order, each at most once."""
        if pairs > len(self):
            raise TournamentError(
                Text("errors.arena.too_few_openings", pairs=pairs, openings=len(self))
            )
        order = list(range(len(self)))
        Random(f"{seed} openings").shuffle(order)
        return (_whole(self._games[place]) for place in order[:pairs])


@dataclass(frozen=True, slots=True, init=False)
class MatchPlayer:
    """An engine and its limit per move.

    The engine is a name (`7`, `greedy`, `gtp:COMMAND`), your own `Engine`, or a class or function
    that makes one; with `own_process` it thinks in its own process. A program runs in `directory`.

    >>> MatchPlayer("7", Limit(seconds=0.1)).to_dict()
    {'name': '7', 'seconds': 0.1, 'depth': None, 'nodes': None}
    >>> from outflank.engine.simple import GreedyEngine
    >>> MatchPlayer(GreedyEngine(seed=1)).name
    'greedy'
    """

    name: str
    limit: Limit
    source: EngineSource = field(repr=False)

    def __init__(
        self,
        name: EngineLike,
        limit: Limit = UNLIMITED,
        source: EngineSource | None = None,
        *,
        own_process: bool = False,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        source = source or EngineSource.of(name, own_process=own_process, directory=directory)
        object.__setattr__(self, "name", name if isinstance(name, str) else source.name)
        object.__setattr__(self, "limit", limit)
        object.__setattr__(self, "source", source)

    @classmethod
    def named(
        cls,
        name: str,
        limit: Limit = UNLIMITED,
        *,
        directory: str | os.PathLike[str] | None = None,
    ) -> Self:
        """Return the player of this name; a name that no engine has raises an error.

        >>> MatchPlayer.named("7").name
        '7'
        """
        player = cls(name.strip(), limit, directory=directory)
        player.source.open().close()
        return player

    def to_dict(self) -> dict[str, Any]:
        """Return the name and the limit as plain values."""
        limit = self.limit
        return {
            "name": self.name,
            "seconds": limit.seconds,
            "depth": limit.depth,
            "nodes": limit.nodes,
        }


@dataclass(frozen=True, slots=True)
class EngineMatch:
    """Two players and their openings; the seed decides everything random.

    With `adjudicate` empty squares left a game is solved and ends; with 0 it is played out. A
    player whose `clock` runs out loses; a move over its limit of seconds is only counted as late.
    """

    players: tuple[MatchPlayer, MatchPlayer]
    openings: Openings
    seed: int = 1
    adjudicate: int = 0
    clock: ClockSetting = field(default_factory=ClockSetting)

    def __post_init__(self) -> None:
        require_two(MatchPlayer, self.players)
        if not isinstance(self.openings, Openings):
            raise TypeError(f"the openings of a match are Openings, not {self.openings!r}")
        if self.adjudicate:
            if self.openings.variant.answers:
                raise TournamentError(
                    Text(
                        "errors.arena.chance_cannot_be_solved",
                        variant=self.openings.variant.text,
                    )
                )
            if not 0 < self.adjudicate <= Adjudicator.most_empties():
                raise TournamentError(
                    Text(
                        "errors.arena.adjudicate_too_many_empties",
                        most=Adjudicator.most_empties(),
                        given=self.adjudicate,
                    )
                )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that identify this match, whatever number of pairs is played."""
        return {
            "players": [player.to_dict() for player in self.players],
            "variant": self.openings.variant.name,
            "size": self.openings.size,
            "openings": self.openings.to_dict(),
            "seed": self.seed,
            **({"adjudicate": self.adjudicate} if self.adjudicate else {}),
            **({} if self.clock.is_none else {"clock": str(self.clock)}),
        }


def _moves(game: Game) -> str:
    return "".join(str(ply.move) for ply in game.mainline())


def _whole(game: Game) -> Game:
    """Return a copy of a game that stands at the end of its main line."""
    copy = game.copy()
    copy.to_end()
    return copy


def _plain(game: Game) -> Position:
    """Return the position that represents all rotations and reflections of an opening."""
    return game.position.canonical()
