"""Which side of reviewed games is the user's own, so that its mistakes become cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.errors import InvalidValue, UnknownName
from outflank.rules import Color, Game
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.analysis import ReviewedGame

__all__ = ["OwnSides"]


class OwnSides:
    """Knows the user's side: by a player's name, by colour, or from a saved game.

    In a saved game against a computer it is the side of the person.
    """

    def __init__(self, player: str | None, side: str | None) -> None:
        self._player = player
        self._side = None if side is None else Color(side)
        self._saved: list[tuple[Game, Color]] = []

    def saved_game(self, what: str) -> list[Game]:
        """List the one saved game with this number, name or file, or none if there is no such."""
        from outflank.faces.local.exercises.game_cards import own_side
        from outflank.faces.local.game_files import load
        from outflank.faces.local.saved_games import SavedGames
        from outflank.play.match import Match
        from outflank.play.record import record

        games, path = SavedGames(), Path(what)
        if what.isdecimal() or games.has(what):
            path = games.find(what).path
        elif not (path.suffix == ".jsonl" and path.is_file()):
            return []
        match = Match.restore(load(path))
        game = record(match)
        if (side := own_side(match.setup)) is not None:
            self._saved.append((game, side))
        return [game]

    def require(self, games: Sequence[Game]) -> None:
        """Raise UnknownName if nobody with the given name plays in these games."""
        if self._player is None:
            return
        named = [game.headers.get(str(color), "") for game in games for color in Color]
        names = dict.fromkeys(filter(None, named))
        if not names:
            raise InvalidValue(Text("errors.cli.games_name_nobody"))
        if not any(_is_same(self._player, each) for each in names):
            raise UnknownName("player", self._player, names)

    def remember(self, games: Sequence[Game], found: Sequence[ReviewedGame]) -> str:
        """Make cards of the mistakes of the user's sides; return a sentence if there are any."""
        sides = [(each, side) for each in found if (side := self._of(games[each.number - 1]))]
        if not sides:
            return ""
        from outflank.faces.local.exercises.game_cards import remembered
        from outflank.faces.local.exercises.learner import LocalLearner

        return remembered(sides, LocalLearner())

    def left_books(self, games: Sequence[Game]) -> list[str]:
        """Return sentences on where the user left their own book; both sides may be theirs."""
        from outflank.faces.local.exercises.openings.own_book import own_book, where_left_in

        repertoire = own_book()
        sentences = []
        for number, game in enumerate(games, 1):
            side = self._of(game)
            sides = list(Color) if side is None and self._player is None else [side]
            colors = [color for color in sides if color is not None]
            for left in where_left_in(game, colors, repertoire=repertoire):
                of_many = {"number": number, "sentence": left}
                one = say("commands.engine.review.left_book", **of_many) if len(games) > 1 else left
                sentences.append(one)
        return sentences

    def _of(self, game: Game) -> Color | None:
        if self._side is not None:
            return self._side
        if self._player is not None:
            names = {color: game.headers.get(str(color), "") for color in Color}
            return next((each for each in Color if _is_same(self._player, names[each])), None)
        return next((side for saved, side in self._saved if saved is game), None)


def _is_same(name: str, other: str) -> bool:
    return name.strip().casefold() == other.strip().casefold()
