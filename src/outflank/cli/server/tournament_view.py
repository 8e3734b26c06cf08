"""A tournament in a terminal: its standings with Elo bars, and the running games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from outflank.cli.server.client_options import printable
from outflank.cli.words import cell_in_words, heading_in_words
from outflank.extras import require_extra
from outflank.texts import say

if TYPE_CHECKING:
    from rich.console import Console, Group
    from rich.live import Live

__all__ = ["LiveView", "show"]

require_extra("client", "rich")

_TEXTS = "commands.server.tournament.status"
_BAR = 21  # characters of an Elo bar
_BARS = " "  # the heading of the column of Elo bars
_GAP = 2  # between two columns
_DISPENSABLE = (_BARS, "95 %", "SB", "BQ", "Games")  # left out in this order if space is short
_BOARDS_SHOWN = 20


def show(tournament: Mapping[str, Any], standings: Sequence[Mapping[str, Any]]) -> None:
    """Print the state of a tournament."""
    console = _console()
    console.print(view(tournament, standings, console))


class LiveView:
    """The state of a tournament, refreshed in place on a terminal."""

    def __init__(self) -> None:
        from rich.live import Live

        self._console = _console()
        self._live: Live = Live(console=self._console, auto_refresh=False)

    def show(self, tournament: Mapping[str, Any], standings: Sequence[Mapping[str, Any]]) -> None:
        """Draw the present state of a tournament."""
        self._live.update(view(tournament, standings, self._console), refresh=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()


def view(
    tournament: Mapping[str, Any], standings: Sequence[Mapping[str, Any]], console: Console
) -> Group:
    """Return the state of a tournament, laid out for a console."""
    from rich.console import Group
    from rich.text import Text

    progress = tournament["progress"]
    size = tournament["size"]
    head = Text(
        say(
            f"{_TEXTS}.head",
            name=printable(tournament["name"]),
            status=cell_in_words("status", tournament["status"]),
            played=progress["played"],
            count=progress["total"],
            format=tournament["format"],
            variant=tournament["variant"],
            size=f"{size}x{size}",
            clock=tournament["clock"],
        )
    )
    parts: list[Any] = [head]
    unicode = _supports_unicode(console)
    parts.append(
        _table(standings, width=console.width, unicode=unicode)
        if standings
        else _entered(tournament)
    )
    if tournament["boards"]:
        parts.append(_boards(tournament["boards"]))
    return Group(*parts)


def _entered(tournament: Mapping[str, Any]) -> Any:
    """List the entrants, for a tournament without standings yet."""
    from rich.text import Text

    lines = [
        f"  {each['number']} {_with_presence(printable(each['name']), each)}"
        for each in tournament["entrants"]
    ]
    heading = say(f"{_TEXTS}.entered") if lines else say(f"{_TEXTS}.nobody")
    return Text("\n".join([heading, *lines]))


def _with_presence(name: str, entrant: Mapping[str, Any]) -> str:
    """Say whether an entrant is connected, but nothing about computers.

    >>> _with_presence("Ann", {"connected": True}), _with_presence("level 3", {})
    ('Ann (connected)', 'level 3')
    """
    if (connected := entrant.get("connected")) is None:
        return name
    if connected:
        return say(f"{_TEXTS}.is_connected", name=name)
    if (seen := entrant.get("last_seen")) is None:
        return say(f"{_TEXTS}.not_connected", name=name)
    at = dt.datetime.fromtimestamp(seen / 1000).astimezone()
    return say(f"{_TEXTS}.last_seen", name=name, time=f"{at:%H:%M:%S}")


def _table(standings: Sequence[Mapping[str, Any]], *, width: int, unicode: bool) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD if unicode else box.ASCII2, padding=(0, 1, 0, 0), pad_edge=False
    )
    columns = _fitting_columns(_columns(standings, unicode=unicode), width)
    for name in columns:
        is_text = name in ("Name", _BARS)
        table.add_column(
            _heading(name),
            justify="left" if is_text else "right",
            no_wrap=name != "Name",
            overflow="fold",
        )
    for cells in zip(*columns.values(), strict=True):
        table.add_row(*map(Text, cells))
    return table


def _heading(column: str) -> str:
    return heading_in_words(column) if column[:1].isalpha() else column.strip()


def _columns(standings: Sequence[Mapping[str, Any]], *, unicode: bool) -> dict[str, list[str]]:
    """Return the standings as columns of text, by their headings."""

    def column(name: str, form: str = "") -> list[str]:
        return [format(line[name], form) for line in standings]

    has_quotient = any("brightwell" in line for line in standings)
    tie_break = (
        {"BQ": column("brightwell", "g")}
        if has_quotient
        else {"SB": column("sonneborn_berger", "g")}
    )
    return {
        "#": column("rank"),
        "Name": [
            say(f"{_TEXTS}.left", name=printable(line["name"]))
            if line["withdrawn"]
            else printable(line["name"])
            for line in standings
        ],
        "Games": column("played"),
        "+": column("wins"),
        "=": column("draws"),
        "-": column("losses"),
        "Points": column("points", "g"),
        **tie_break,
        "Discs": column("disc_difference", "+d"),
        "Elo": [f"{round(line['elo']):+d}" for line in standings],
        "95 %": [f"±{error}" for error in column("elo_error", ".0f")],
        _BARS: elo_bars(standings, unicode=unicode),
    }


def _fitting_columns(columns: dict[str, list[str]], width: int) -> dict[str, list[str]]:
    """Leave out columns, bars first, until the others fit with whole names."""
    from rich.cells import cell_len

    widths = {
        name: max(map(cell_len, [_heading(name), *cells])) + _GAP for name, cells in columns.items()
    }
    fitting = dict(columns)
    for name in _DISPENSABLE:
        if sum(widths[column] for column in fitting) <= width:
            break
        fitting.pop(name, None)
    return fitting


def elo_bars(standings: Sequence[Mapping[str, Any]], *, unicode: bool = True) -> list[str]:
    """Draw each rating and its interval on one scale.

    >>> elo_bars([{"elo": 100, "elo_error": 100}, {"elo": 0, "elo_error": 50}], unicode=False)
    ['    --------+--------', '----+----            ']
    """
    if not standings:
        return []
    lows = [line["elo"] - line["elo_error"] for line in standings]
    highs = [line["elo"] + line["elo_error"] for line in standings]
    least, most = min(lows), max(highs)
    scale = (_BAR - 1) / ((most - least) or 1)
    line, dot = ("─", "●") if unicode else ("-", "+")
    bars = []
    for standing, low, high in zip(standings, lows, highs, strict=True):
        first, last = round((low - least) * scale), round((high - least) * scale)
        middle = round((standing["elo"] - least) * scale)
        signs = [line if first <= at <= last else " " for at in range(_BAR)]
        signs[middle] = dot
        bars.append("".join(signs))
    return bars


def _boards(boards: Sequence[Mapping[str, Any]]) -> Any:
    from rich.text import Text

    lines = [
        say(
            f"{_TEXTS}.board",
            game=board["pairing"],
            black=printable(board["black"]["name"]),
            white=printable(board["white"]["name"]),
            count=board["moves"],
            match=board["id"],
        )
        for board in boards[:_BOARDS_SHOWN]
    ]
    if len(boards) > _BOARDS_SHOWN:
        lines.append(say(f"{_TEXTS}.more_boards", number=len(boards) - _BOARDS_SHOWN))
    return Text("\n".join([say(f"{_TEXTS}.playing_now"), *(f"  {line}" for line in lines)]))


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, 110)  # a pipe has no width
    return console


def _supports_unicode(console: Console) -> bool:
    from outflank.cli.output import speaks_unicode

    return console.encoding.lower().startswith("utf") and speaks_unicode()
