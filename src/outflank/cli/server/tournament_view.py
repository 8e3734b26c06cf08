"""A tournament in a terminal: its standings with Elo bars, and the running games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from outflank.cli.server.client_options import printable
from outflank.extras import require_extra

if TYPE_CHECKING:
    from rich.console import Console, Group
    from rich.live import Live

__all__ = ["LiveView", "show"]

require_extra("client", "rich")

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
    head = Text(
        f"{printable(tournament['name'])} ({tournament['status']}): "
        f"{progress['played']} of {progress['total']} games, {tournament['format']}, "
        f"{tournament['variant']} {tournament['size']}x{tournament['size']}, "
        f"clock {tournament['clock']}"
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
        f"  {each['number']} {printable(each['name'])}{_presence(each)}"
        for each in tournament["entrants"]
    ]
    return Text("\n".join(["Entered:", *lines] if lines else ["Nobody has entered."]))


def _presence(entrant: Mapping[str, Any]) -> str:
    """Say whether an entrant is connected, but nothing about computers.

    >>> _presence({"connected": True}), _presence({"connected": False}), _presence({})
    (' (connected)', ' (not connected)', '')
    """
    if (connected := entrant.get("connected")) is None:
        return ""
    if connected:
        return " (connected)"
    if (seen := entrant.get("last_seen")) is None:
        return " (not connected)"
    at = dt.datetime.fromtimestamp(seen / 1000).astimezone()
    return f" (not connected, last seen {at:%H:%M:%S})"


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
            name.strip(),
            justify="left" if is_text else "right",
            no_wrap=name != "Name",
            overflow="fold",
        )
    for cells in zip(*columns.values(), strict=True):
        table.add_row(*map(Text, cells))
    return table


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
            printable(line["name"]) + (" (left)" if line["withdrawn"] else "") for line in standings
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
        name: max(map(cell_len, [name.strip(), *cells])) + _GAP for name, cells in columns.items()
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
        f"game {board['pairing']}: {printable(board['black']['name'])} (black) v "
        f"{printable(board['white']['name'])} (white), {board['moves']} moves, match {board['id']}"
        for board in boards[:_BOARDS_SHOWN]
    ]
    if len(boards) > _BOARDS_SHOWN:
        lines.append(f"and {len(boards) - _BOARDS_SHOWN} more")
    return Text("\n".join(["Playing now:", *(f"  {line}" for line in lines)]))


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, 110)  # a pipe has no width
    return console


def _supports_unicode(console: Console) -> bool:
    from outflank.cli.output import speaks_unicode

    return console.encoding.lower().startswith("utf") and speaks_unicode()
