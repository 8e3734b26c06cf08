"""The variants: what each changes about placing, answering and winning; and the rules in words."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import UnknownName
from outflank.rules.answer import Answer, Odds
from outflank.rules.board import BLACK, WHITE
from outflank.rules.position import Placement, Position, Variant
from outflank.rules.square import Square
from outflank.rules.squareset import SquareSet
from outflank.texts import catalogue

__all__ = [
    "Anti",
    "Classic",
    "Variant",
    "YesNo",
    "as_variant",
    "find_variant",
    "handbook",
    "register_variant",
    "variants",
]


_WEB_ORACLE = Odds({Answer.YES: 0.49995, Answer.NO: 0.49995, Answer.MAYBE: 0.0001})


@dataclass(frozen=True, slots=True)
class Classic(Variant):
    """Ordinary Othello: the player with more discs wins.

    >>> Classic().start(6).board.empties
    32
    """

    name: str = "classic"
    title: str = "Othello"
    aliases: tuple[str, ...] = ("othello", "reversi", "standard", "normal")


@dataclass(frozen=True, slots=True)
class Anti(Variant):
    """Othello in reverse: the player with fewer discs wins.

    >>> Anti().fewest_wins
    True
    """

    name: str = "anti"
    title: str = "Anti-Othello"
    aliases: tuple[str, ...] = ("antiothello", "antireversi", "misere", "fewest")
    fewest_wins: bool = True


@dataclass(frozen=True, slots=True)
class YesNo(Variant):
    """Othello with an oracle that decides at each turn which disc is placed.

    `answers` are the odds that engines assume; the default odds are those of the web oracle.

    >>> position = YesNo().start().hear("maybe")
    >>> position.place(Square.parse("f5")).forced
    SquareSet.of(8)
    """

    name: str = "yesno"
    title: str = "Yes/No Othello"
    aliases: tuple[str, ...] = ("yesnoothello", "yn")
    answers: Odds = _WEB_ORACLE

    def __post_init__(self) -> None:
        if not self.answers:
            raise ValueError(f"{self.title} needs the odds of at least one answer")

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


_registry: dict[str, Variant] = {}


def register_variant(variant: Variant, *, replace: bool = False) -> None:
    """Make a variant known by its name and aliases to every reader and command.

    A name that another variant has is refused, unless `replace` is true.

    >>> register_variant(Classic())
    >>> find_variant("Reversi") == Classic()
    True
    """
    if not isinstance(variant, Variant):
        raise TypeError(f"only a Variant can be registered, not {variant!r}")
    names = [_plain(name) for name in (variant.name, *variant.aliases)]
    for name in names:
        if not replace and _registry.get(name, variant) != variant:
            raise ValueError(f"{_registry[name].title} is already called {name!r}")
    _registry.update(dict.fromkeys(names, variant))


def find_variant(name: str) -> Variant:
    """Return the variant with that name or alias, ignoring case and punctuation.

    >>> find_variant("Yes/No").name
    'yesno'
    """
    if not isinstance(name, str):
        raise TypeError(f"a variant is found by its name, such as 'classic', not by {name!r}")
    try:
        return _registry[_plain(name)]
    except KeyError:
        raise UnknownName("variant", name, [variant.name for variant in variants()]) from None


def as_variant(given: Variant | str) -> Variant:
    """Return a variant that is given as a Variant or by its name.

    >>> as_variant("anti") == as_variant(Anti())
    True
    """
    return given if isinstance(given, Variant) else find_variant(given)


def variants() -> list[Variant]:
    """Return all known variants, each once, in the order they were registered.

    >>> [variant.name for variant in variants()]
    ['classic', 'yesno', 'anti']
    """
    return list(dict.fromkeys(_registry.values()))


def handbook() -> str:
    """Return the rules of the game as Markdown text; a language may have its own `handbook.md`.

    >>> handbook().splitlines()[0]
    '# The rules'
    """
    from importlib.resources import files

    own = files("outflank.rules").joinpath("handbook.md")
    return catalogue().document("handbook.md") or own.read_text(encoding="utf-8")


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


for _variant in (Classic(), YesNo(), Anti()):
    register_variant(_variant)
