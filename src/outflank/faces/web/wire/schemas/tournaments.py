"""The wire forms of tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from outflank.faces.web.wire.schemas.matches import COMPUTER_PATTERN, MatchSummary
from outflank.faces.web.wire.schemas.values import (
    MAX_NUMBER,
    ClockText,
    Id,
    Milliseconds,
    Name,
    Number,
    Plain,
    Size,
    VariantName,
)

__all__ = [
    "Adjudication",
    "BoardObject",
    "CrossTable",
    "CrossTableLine",
    "EntrantObject",
    "NewEntrant",
    "NewEntrants",
    "PairingList",
    "PairingObject",
    "PlayersBody",
    "Progress",
    "SomePlayers",
    "StandingLine",
    "Standings",
    "Tournament",
    "TournamentBody",
    "TournamentChange",
    "TournamentInList",
    "TournamentList",
    "TournamentMade",
    "TournamentStarted",
    "TournamentSummary",
    "Withdrawal",
]

EntrantNumber = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the number of an entrant")]
TournamentName = Annotated[str, Meta(min_length=1, max_length=64)]
Status = Literal["draft", "running", "paused", "finished", "archived"]


class TournamentSettings(Plain, frozen=True):
    """The settings that an organiser may choose before the start."""

    format: (
        Annotated[
            str,
            Meta(
                max_length=32,
                description="round-robin, double-round-robin, gauntlet, swiss, knockout, ladder",
            ),
        ]
        | UnsetType
    ) = UNSET
    games: Annotated[int, Meta(ge=1, le=1000, description="per pair")] | UnsetType = UNSET
    challengers: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    rounds: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1000,
                description="for swiss and ladder; 0 chooses by the number of players",
            ),
        ]
        | UnsetType
    ) = UNSET
    variant: VariantName | UnsetType = UNSET
    size: Size | UnsetType = UNSET
    clock: ClockText | UnsetType = UNSET
    boards: Annotated[int, Meta(ge=1, le=1000, description="games at once")] | UnsetType = UNSET
    no_show: (
        Annotated[int, Meta(ge=1, le=86400, description="seconds for the first move")] | UnsetType
    ) = UNSET
    withdraw_after: (
        Annotated[int, Meta(ge=0, le=1000, description="games missed in a row, 0 for never")]
        | UnsetType
    ) = UNSET
    oracle: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    seed: Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | UnsetType = UNSET
    tie_break: (
        Annotated[
            str,
            Meta(
                max_length=32,
                description="sonneborn-berger, brightwell (by its usual coefficient) or "
                "brightwell:6; the quotient is for swiss and round robins",
            ),
        ]
        | UnsetType
    ) = UNSET
    closed: (
        Annotated[
            bool,
            Meta(
                description="whether its players get no computers, hints, analysis and casual "
                "games while it runs, and nobody registers"
            ),
        ]
        | UnsetType
    ) = UNSET


class TournamentBody(TournamentSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a new tournament; those left out have their defaults."""

    name: TournamentName
    players: Annotated[list[Name], Meta(max_length=1000)] | UnsetType = UNSET


class TournamentChange(TournamentSettings, frozen=True, forbid_unknown_fields=True):
    """New settings of a draft; those left out stay as they are."""

    name: TournamentName | UnsetType = UNSET


class Progress(Plain, frozen=True):
    """The number of games with a result, and of all games."""

    played: Number
    total: Number


class TournamentSummary(Plain, frozen=True):
    """A tournament in a list."""

    id: Id
    name: str
    kind: Annotated[str, Meta(description="open, or tryout for the server's own")]
    status: Status
    format: str
    variant: str
    size: int
    clock: str
    players: Number
    progress: Progress
    created: Milliseconds
    started: Milliseconds | None
    ended: Milliseconds | None


class TournamentInList(TournamentSummary, frozen=True, forbid_unknown_fields=True):
    """A tournament in a list; if its data is damaged, `problem` says how."""

    problem: Annotated[str, Meta(description="what is damaged")] | UnsetType = UNSET


class TournamentList(Plain, frozen=True):
    """Tournaments, the newest first."""

    tournaments: list[TournamentInList]


class EntrantObject(Plain, frozen=True):
    """An entrant of a tournament."""

    number: EntrantNumber
    name: str
    player: int | None
    seat: Annotated[str, Meta(description="bot, person or computer:LEVEL")]
    withdrawn: bool
    fate: Annotated[str, Meta(description="struck or forfeited, if the entrant has left")] | None
    connected: (
        Annotated[
            bool,
            Meta(description="whether a request came within ten seconds; left out for computers"),
        ]
        | UnsetType
    ) = UNSET
    last_seen: (
        Annotated[Milliseconds, Meta(description="when the last request came")] | UnsetType
    ) = UNSET
    first_round: (
        Annotated[int, Meta(ge=2, description="the first round of an entrant who came later")]
        | UnsetType
    ) = UNSET


class BoardObject(MatchSummary, frozen=True, forbid_unknown_fields=True):
    """A running match of a tournament, with the number of its game."""

    pairing: Annotated[int, Meta(ge=1, description="the number of the game, as in /pairings")]


class Tournament(TournamentSummary, frozen=True, forbid_unknown_fields=True):
    """A tournament with its definition, entrants and running games."""

    definition: Annotated[
        dict[str, Any],
        Meta(
            description="the settings as announced; the seed is added when the tournament is over"
        ),
    ]
    entrants: list[EntrantObject]
    boards: list[BoardObject]


class StandingLine(Plain, frozen=True):
    """A line of the standings; ties are broken by Sonneborn-Berger or `brightwell`, then discs."""

    rank: int
    number: EntrantNumber
    name: str
    played: Number
    wins: Number
    draws: Number
    losses: Number
    points: float
    sonneborn_berger: float
    disc_difference: int
    elo: Annotated[float, Meta(description="relative to the field's mean")]
    elo_error: Annotated[float, Meta(description="half of the 95 % interval")]
    withdrawn: bool
    brightwell: (
        Annotated[float, Meta(description="Brightwell's quotient, where it breaks ties")]
        | UnsetType
    ) = UNSET


class Standings(Plain, frozen=True):
    """The standings, from the top."""

    standings: list[StandingLine]


class CrossTableLine(Plain, frozen=True):
    """The scores of an entrant against each other one, by number."""

    rank: int
    number: EntrantNumber
    name: str
    points: float
    against: Annotated[
        dict[str, str],
        Meta(description="1 won, = drawn, 0 lost, + - without play, x void, . not over; or 5.5/8"),
    ]


class CrossTable(Plain, frozen=True):
    """The score of each entrant against each other one, in the order of the standings."""

    lines: list[CrossTableLine]


class PairingObject(Plain, frozen=True):
    """A game of a tournament: its players and its result."""

    number: Annotated[int, Meta(ge=1, description="the number of the game")]
    round: int
    black: EntrantNumber
    white: EntrantNumber
    match: Annotated[str, Meta(description="the id of its match")] | None
    result: Literal["black", "white", "draw", "none"] | None
    reason: str | None
    score: list[int] | None
    ended: Milliseconds | None
    struck: Annotated[
        bool, Meta(description="true if the game does not count because a player left")
    ]


class PairingList(Plain, frozen=True):
    """The games in order."""

    pairings: list[PairingObject]


class PlayersBody(Plain, frozen=True):
    """Entrants to add: new names, which get a key each, known players, and computers."""

    names: Annotated[tuple[Name, ...], Meta(max_length=1000)] = ()
    registered: Annotated[
        tuple[Id | Name, ...],
        Meta(max_length=1000, description="players whom the server knows, by id or by name"),
    ] = ()
    computers: Annotated[
        tuple[Annotated[str, Meta(pattern=f"^{COMPUTER_PATTERN}$")], ...],
        Meta(max_length=100),
    ] = ()


SomePlayers = Annotated[
    PlayersBody,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"required": [one], "properties": {one: {"minItems": 1}}}
                for one in PlayersBody.__struct_fields__
            ]
        }
    ),
]


class NewEntrant(Plain, frozen=True):
    """A new entrant, with the key that was made for it and is shown only once."""

    number: EntrantNumber
    name: str
    key: str | None


class NewEntrants(Plain, frozen=True):
    """The entrants that were added."""

    players: list[NewEntrant]


class TournamentMade(Tournament, frozen=True, forbid_unknown_fields=True):
    """A new tournament, with the keys of its new players."""

    entered: list[NewEntrant]


class TournamentStarted(Tournament, frozen=True, forbid_unknown_fields=True):
    """A started tournament, with a warning about absent players whose clocks run."""

    warning: (
        Annotated[str, Meta(description="names the players who were not connected")] | UnsetType
    ) = UNSET


class Withdrawal(Plain, frozen=True):
    """The entrant who leaves or comes back."""

    number: EntrantNumber


class Adjudication(Plain, frozen=True):
    """An organiser's decision about a game.

    With `void` the game is played again; with `solved` it gets the result of best play.
    """

    winner: Literal["black", "white", "draw", "solved", "void"]
    note: Annotated[str, Meta(max_length=200, description="why, for the record")] = ""
