"""The variants: what each changes about placing, answering and winning; and the rules in words."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import InvalidValue
from outflank.rules.answer import Answer, Odds
from outflank.rules.board import BLACK, WHITE
from outflank.rules.moves import Placement
from outflank.rules.position import Classic, Position, Variant, as_variant, known_variants
from outflank.rules.square import Square
from outflank.rules.squareset import SquareSet
from outflank.texts import Text

__all__ = [
    "Anti",
    "Classic",
    "Variant",
    "YesNo",
    "as_variant",
    "find_variant",
    "register_variant",
    "variants",
]


_WEB_ORACLE = Odds({Answer.YES: 0.49995, Answer.NO: 0.49995, Answer.MAYBE: 0.0001})


@dataclass(frozen=True, slots=True, repr=False)
class Anti(Variant):
    """Othello in reverse: the player with fewer discs wins.

    >>> Anti().fewest_wins
    True
    """

    name: str = "anti"
    title: str = "Anti-Othello"
    aliases: tuple[str, ...] = ("antiothello", "antireversi", "misere", "fewest")
    fewest_wins: bool = True


@dataclass(frozen=True, slots=True, repr=False)
class YesNo(Variant):
    """Othello with an oracle that decides at each turn which disc is placed.

    `answers` are the odds that engines assume; the default odds are those of the web oracle.

    >>> position = Position.start(8, "yesno").hear("maybe")
    >>> position.place(Square.parse("f5")).forced
    SquareSet.of(8)
    """

    name: str = "yesno"
    title: str = "Yes/No Othello"
    aliases: tuple[str, ...] = ("yesnoothello", "yn")
    answers: Odds = _WEB_ORACLE

    def __post_init__(self) -> None:
        Variant.__post_init__(self)
        if not self.answers:
            raise InvalidValue(Text("errors.rules.no_odds", variant=self.title))

    def place(self, position: Position, square: Square) -> Placement:
        """Place the disc that the answer names; only the mover's own disc flips others."""
        mover = position.turn
        none = SquareSet.unchecked(position.size, 0)
        if position.answer is Answer.MAYBE:
            flipped = position.board.outflanked(mover, square)
            around = position.board.neighbours(square) & position.board.discs(mover.opponent)
            return Placement(mover, square, flipped, around - flipped)
        named = BLACK if position.answer is Answer.YES else WHITE
        flipped = position.board.outflanked(mover, square) if named is mover else none
        return Placement(named, square, flipped, none)


def register_variant(variant: Variant, *, replace: bool = False) -> None:
    """Make a variant known by its name and aliases to every reader and command.

    A name that another variant has is refused, unless `replace` is true.

    >>> register_variant(Classic())
    >>> find_variant("Reversi") == Classic()
    True
    """
    if not isinstance(variant, Variant):
        raise TypeError(f"only a Variant can be registered, not {variant!r}")
    known_variants.add(variant, replace=replace)


def find_variant(name: str) -> Variant:
    """Return the variant with that name or alias, ignoring case and punctuation.

    >>> find_variant("Yes/No").name
    'yesno'
    """
    return known_variants.find(name)


def variants() -> list[Variant]:
    """Return all known variants, each once, in the order they were registered.

    >>> [variant.name for variant in variants()]
    ['classic', 'yesno', 'anti']
    """
    return list(known_variants)


for _variant in (Classic(), YesNo(), Anti()):
    register_variant(_variant)
