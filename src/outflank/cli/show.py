"""`outflank show`: look at a position or a game."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from outflank.cli.commands import option
from outflank.cli.completion import skin_names, theme_names
from outflank.cli.options import (
    BoardCommand,
    WholeNumber,
    from_option,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import (
    Row,
    format_options,
    print_rows,
    speaks_unicode,
    wants_color,
    write_file,
)
from outflank.drawing.options import Options
from outflank.errors import NotationError
from outflank.rules import BLACK, WHITE, Game
from outflank.texts import Text, catalogue, say
from outflank.texts.phrases import capitalised

__all__ = ["command"]


@click.command(
    "show",
    help=Text("commands.show.help"),
    details=Text("commands.show.details"),
    cls=BoardCommand,
    examples=(
        "outflank show",
        "outflank show f5d6c3d3c4",
        "outflank show '-----OX--XO----- X'",
        "outflank show --start r18 --seed 7",
        "outflank show games.ggf --game 3 --ply 20",
        "outflank show f5d6c3 --svg tiger.svg",
        "outflank show f5d6c3 --picture tiger.png",
        "cat game.txt | outflank show - --json",
    ),
)
@click.argument("what", required=False)
@from_option
@option(
    "--start",
    metavar="NAME",
    help=Text("commands.show.options.start"),
)
@option("--openings", metavar="FILE", help=Text("commands.show.options.openings"))
@option("--seed", type=WholeNumber(0), help=Text("commands.show.options.seed"))
@size_option
@variant_option
@option("--game", "number", type=WholeNumber(1), help=Text("commands.show.options.game"))
@option("--ply", type=WholeNumber(0), help=Text("commands.show.options.ply"))
@option(
    "--svg",
    "--picture",
    "picture",
    type=click.Path(dir_okay=False),
    help=Text("commands.show.options.svg"),
)
@option("--force", is_flag=True, help=Text("commands.show.options.force"))
@option(
    "--skin",
    metavar="NAME",
    shell_complete=skin_names,
    help=Text("commands.show.options.skin"),
)
@option(
    "--theme",
    metavar="NAME",
    shell_complete=theme_names,
    help=Text("commands.show.options.theme"),
)
@option("--numbers", is_flag=True, help=Text("commands.show.options.numbers"))
@option("--ascii", "plain", is_flag=True, help=Text("commands.show.options.ascii"))
@format_options
def command(
    *,
    what: str | None,
    format_name: str | None,
    start: str | None,
    openings: str | None,
    seed: int | None,
    size: str | None,
    variant: str | None,
    number: int | None,
    ply: int | None,
    picture: str | None,
    force: bool,
    skin: str | None,
    theme: str | None,
    numbers: bool,
    plain: bool,
    style: str | None,
) -> None:
    """Show a board: WHAT is a transcript, a board, a file, or - for standard input."""
    if style and picture:
        raise click.UsageError(say("commands.show.draws_or_lists"))
    look = Options(numbers=numbers)
    if skin:
        look["skin"] = skin
    if theme:
        look["theme"] = theme
    if start is None:
        if openings is not None or seed is not None:
            raise click.UsageError(say("commands.show.start_options"))
        games = _games(what, format_name=format_name, size=size, variant=variant)
    elif what is not None:
        raise click.UsageError(say("commands.show.start_or_what"))
    else:
        from outflank.notation.starts import start_position

        rules, side = variant or "classic", int(size or 8)
        games = [
            Game(start_position(start, variant=rules, size=side, seed=seed, openings=openings))
        ]
    if number is not None and number > len(games):
        raise click.UsageError(
            say("commands.options.no_game_of_that_number", number=number, count=len(games))
        )
    chosen = games if number is None else [games[number - 1]]
    for game in chosen:
        _go_to_ply(game, ply)
    if style:
        print_rows([_facts(game, style) for game in chosen], style)
    elif picture:
        _write_picture(chosen[0], picture, look, force=force)
    else:
        _draw(chosen[0], look, plain=plain)
        if len(chosen) > 1:
            click.echo("\n" + say("commands.show.game_of_several", count=len(chosen)))


def _games(
    what: str | None, *, format_name: str | None, size: str | None, variant: str | None
) -> list[Game]:
    if what is None:
        return [Game(variant=variant or "classic", size=int(size or 8))]
    reading = read_argument(what, format_name=format_name, size=size, variant=variant)
    if not reading.records:
        raise next(iter(reading.problems), NotationError(Text("errors.cli.input_contains_no_game")))
    report_problems(reading)
    return [
        record if isinstance(record, Game) else Game(record.position) for record in reading.records
    ]


def _go_to_ply(game: Game, ply: int | None) -> None:
    game.to_end()
    if ply is None:
        return
    if ply > len(game.plies):
        raise click.UsageError(say("commands.show.no_ply", number=ply, count=len(game.plies)))
    while len(game.plies) > ply:
        game.back()


def _facts(game: Game, style: str) -> Row:
    """Return the facts about a position as a row."""
    position = game.position
    board = position.board
    outcome = None
    if ended := game.outcome:
        words = catalogue() if style == "table" else catalogue("en")  # programs read the others
        outcome = ended.text.render(words)
    return {
        "variant": position.variant.name,
        "size": position.size,
        "plies": len(game.plies),
        "board": str(board),
        "turn": str(position.turn),
        "black": board.count(BLACK),
        "white": board.count(WHITE),
        "empties": board.empties,
        "legal": [str(move) for move in position.legal_moves],
        "answer": position.answer.value if position.answer else None,
        "outcome": outcome,
    }


def _draw(game: Game, look: Options, *, plain: bool) -> None:
    from outflank.drawing import text

    plain = plain or not speaks_unicode()
    width = shutil.get_terminal_size().columns
    click.echo(text(game, unicode=not plain, color=wants_color(), width=width, **look))
    if not look["numbers"]:
        click.echo(_caption(game))


def _caption(game: Game) -> str:
    """Return the line under the board: the count, the answer and the legal moves."""
    position = game.position
    board = position.board
    sentences = [say("commands.show.count", black=board.count(BLACK), white=board.count(WHITE))]
    if outcome := game.outcome:
        return " ".join([*sentences, say("commands.show.over", outcome=outcome.text)])
    if position.awaits_answer:
        sentences.append(say("commands.show.no_answer_yet"))
    elif position.answer:
        sentences.append(say("commands.show.answer", answer=position.answer.text))
    side = capitalised(position.turn.text)
    if position.must_pass:
        sentences.append(say("commands.show.must_pass", side=side))
    else:
        moves = " ".join(map(str, position.legal_moves))
        sentences.append(say("commands.show.to_move", side=side, moves=moves))
    return " ".join(sentences)


def _write_picture(game: Game, target: str, look: Options, *, force: bool) -> None:
    from outflank.drawing import png, svg

    if target == "-":
        click.echo(svg(game, **look))
    else:
        path = Path(target)
        is_png = path.suffix.lower() == ".png"
        write_file(path, png(game, **look) if is_png else svg(game, **look), replace=force)
        click.echo(say("commands.output.wrote", name=target), err=True)
