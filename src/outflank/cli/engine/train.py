"""`outflank train`: train an evaluation step by step, in a folder that can be resumed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from outflank.cli.commands import Command, Group, option
from outflank.cli.options import WholeNumber
from outflank.cli.progress import ProgressBar
from outflank.extras import require_extra
from outflank.texts import Text, say
from outflank.training.pipeline import STEPS, newer_steps, run_step, steps_of
from outflank.training.run_folder import RunFolder
from outflank.training.settings import KINDS, PRESETS

__all__ = ["command"]

_NEW_FOLDER = Text("commands.engine.train.begins_a_new_folder")
_Command = TypeVar("_Command", bound=Callable[..., Any])

_folder_argument = click.argument(
    "folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False)
)
_data_option = option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help=Text("commands.engine.train.options.data"),
)
_again_option = option("--again", is_flag=True, help=Text("commands.engine.train.options.again"))


@click.group(
    "train",
    cls=Group,
    help=Text("commands.engine.train.help"),
    details=Text("commands.engine.train.details"),
    examples=(
        "outflank train all run1",
        "outflank train all trial --preset smoke --seed 7",
        "outflank train all run2 --kind 10x10",
        "outflank train student run1 --again",
        "outflank train all run3 --kind features",
        "outflank train chance run4 --preset smoke",
        "outflank train probcut run5 --kind features",
        "outflank train report run1",
    ),
)
def command() -> None:
    """Train the engine's evaluation of 8x8 with games, searches and books."""


def _beginning_options(function: _Command) -> _Command:
    """Give a command the options of a new run."""
    seed = option("--seed", type=WholeNumber(0), help=Text("commands.engine.train.options.seed"))
    preset = option(
        "--preset",
        type=click.Choice(sorted(PRESETS)),
        help=Text("commands.engine.train.options.preset"),
    )
    return preset(seed(function))


_kind_option = option(
    "--kind",
    type=click.Choice(KINDS),
    help=Text("commands.engine.train.options.kind"),
)


def _help_of(step: str) -> Text:
    return Text(f"training.steps.{step.replace('-', '_')}")


@command.command("all", help=Text("commands.engine.train.all.help"))
@_folder_argument
@_beginning_options
@_kind_option
@_data_option
def all_steps(
    *, folder: Path, preset: str | None, seed: int | None, kind: str | None, data: Path | None
) -> None:
    """Run every step that is not finished."""
    require_extra("train", "numpy")
    run = _begun(folder, preset, seed, kind)
    if run.settings.kind == "8x8":
        require_extra("train", "torch")
    for name in steps_of(run):
        _run(run, name, data, again=False)
    click.echo(_result(run))


@command.command("games", help=_help_of("games"), details=_NEW_FOLDER)
@_folder_argument
@_beginning_options
@_kind_option
@_again_option
def games(
    *, folder: Path, preset: str | None, seed: int | None, kind: str | None, again: bool
) -> None:
    """Run the first step for another game, in a new or an existing folder."""
    require_extra("train", "numpy")
    _run(_begun(folder, preset, seed, kind), "games", None, again=again)


@command.command("positions", help=_help_of("positions"), details=_NEW_FOLDER)
@_folder_argument
@_beginning_options
@_again_option
@_data_option
def positions(
    *, folder: Path, preset: str | None, seed: int | None, again: bool, data: Path | None
) -> None:
    """Run the first step, in a new or an existing folder."""
    require_extra("train", "numpy")
    _run(_begun(folder, preset, seed), "positions", data, again=again)


@command.command(
    "probcut",
    help=_help_of("probcut"),
    details=Text("commands.engine.train.fits_in_a_new_folder"),
)
@_folder_argument
@_beginning_options
@_kind_option
@_again_option
@_data_option
def probcut(
    *,
    folder: Path,
    preset: str | None,
    seed: int | None,
    kind: str | None,
    again: bool,
    data: Path | None,
) -> None:
    """Fit ProbCut to the evaluation of a run, or in a new folder to that of the engine."""
    require_extra("train", "numpy")
    _run(_begun(folder, preset, seed, kind), "probcut", data, again=again)


def _feature_command(name: str) -> click.Command:
    (kind,) = STEPS[name].kinds

    @_folder_argument
    @_beginning_options
    @_again_option
    def step(*, folder: Path, preset: str | None, seed: int | None, again: bool) -> None:
        require_extra("train", "numpy")
        is_new = not folder.joinpath("run.json").exists()
        asked = kind if is_new or (preset, seed) != (None, None) else None
        _run(_begun(folder, preset, seed, asked), name, None, again=again)

    return click.command(name, cls=Command, help=_help_of(name), details=_NEW_FOLDER)(step)


def _step_command(name: str) -> click.Command:
    @_folder_argument
    @_again_option
    @_data_option
    def step(*, folder: Path, again: bool, data: Path | None) -> None:
        learns = STEPS[name].place.startswith("learning.")
        require_extra("train", "numpy", *["torch"] * learns)
        _run(RunFolder(folder), name, data, again=again)

    return click.command(name, cls=Command, help=_help_of(name))(step)


for _name in STEPS:
    if _name in ("features", "chance"):
        command.add_command(_feature_command(_name))
    elif _name not in ("positions", "games", "probcut"):
        command.add_command(_step_command(_name))


def _begun(
    folder: Path, preset: str | None, seed: int | None, kind: str | None = None
) -> RunFolder:
    """Create a run or open an existing one; without options, that keeps its settings."""
    if folder.joinpath("run.json").exists() and (preset, seed, kind) == (None, None, None):
        return RunFolder(folder)
    settings = PRESETS[preset or "full"]
    if kind is not None:
        settings = replace(settings, kind=kind)
    if seed is not None:
        settings = replace(settings, seed=seed)
    return RunFolder.begun(folder, settings)


def _run(run: RunFolder, name: str, data: Path | None, *, again: bool) -> None:
    """Run one step with a progress bar, unless its results are up to date."""
    newer = newer_steps(run, name)
    if run.is_finished(name) and not again and not newer:
        click.echo(say("commands.engine.train.already_finished", step=name))
        return
    if newer and not again:
        click.echo(say("commands.engine.train.repeated", step=name, other=newer[0]))
    began = time.monotonic()
    with ProgressBar(name) as bar:
        # Games of the engine against itself need no data.
        needs_data = run.settings.kind == "8x8" and name in steps_of(run)
        source = data or (_data_folder() if needs_data else run.path)
        run_step(run, name, source, bar)
    click.echo(
        say("commands.engine.train.done", step=name, seconds=f"{time.monotonic() - began:,.1f}")
    )


def _data_folder() -> Path:
    if named := os.environ.get("OUTFLANK_DATA"):
        return Path(named) / "training"
    raise click.UsageError(say("commands.engine.train.name_the_data"))


def _result(run: RunFolder) -> str:
    report = run.file("report.html")
    if run.settings.kind in ("features", "oracle"):
        found = run.figures("features" if run.settings.kind == "features" else "chance")
        without, error = (found[name]["8x8"][-1] for name in ("errors without weights", "errors"))
        return say(
            "commands.engine.train.result_of_features",
            error=f"{error:.2f}",
            without=f"{without:.2f}",
            weights=run.file(found["file"]),
            report=report,
        )
    if run.settings.kind != "8x8":
        found = run.figures("fit-again")
        return say(
            "commands.engine.train.result_of_patterns",
            error=f"{found['held-out error']:.2f}",
            spread=f"{found['spread']:.2f}",
            weights=run.file(found["file"]),
            report=report,
        )
    check = run.figures("check")
    return say(
        "commands.engine.train.result",
        before=f"{check['before']:.2f}",
        after=f"{check['after']:.2f}",
        network=run.file("8x8.network"),
        weights=run.file(run.figures("weights")["file"]),
        report=report,
    )
