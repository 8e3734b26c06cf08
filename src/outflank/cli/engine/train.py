"""`outflank train`: train an evaluation step by step, in a folder that can be resumed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from outflank.cli.options import WholeNumber
from outflank.cli.progress import ProgressBar
from outflank.extras import require_extra
from outflank.training.pipeline import STEPS, newer_steps, run_step, steps_of
from outflank.training.run_folder import RunFolder
from outflank.training.settings import KINDS, PRESETS

__all__ = ["command"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_folder_argument = click.argument(
    "folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False)
)
_data_option = click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the training data; by default `training` in $OUTFLANK_DATA.",
)
_again_option = click.option("--again", is_flag=True, help="Repeat the step if it is finished.")


@click.group(
    "train",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank train all run1\n"
    "  outflank train all trial --preset smoke --seed 7\n"
    "  outflank train all run2 --kind 10x10\n"
    "  outflank train student run1 --again\n"
    "  outflank train all run3 --kind features\n"
    "  outflank train chance run4 --preset smoke\n"
    "  outflank train probcut run5 --kind features\n"
    "  outflank train report run1",
)
def command() -> None:
    """Train the engine's evaluation of 8x8 with games, searches and books.

    Evaluations of other games (--kind) are trained with games that the engine plays against itself.

    FOLDER keeps the results of each step. A finished step is skipped, unless a step that it builds
    on was run again. After Ctrl-C or a kill, run the same command to continue: labelling, playing
    and searching go on with the next portion; teacher, label-siblings and student go on from a
    state saved at most a minute before; the other steps start again (weights and debias take the
    longest). A graphics processor is used if there is one.
    """


def _beginning_options(function: _Command) -> _Command:
    """Give a command the options of a new run."""
    seed = click.option("--seed", type=WholeNumber(0), help="The seed of all random choices.")
    preset = click.option(
        "--preset",
        type=click.Choice(sorted(PRESETS)),
        help="The amount of training: full, or smoke for a quick try.",
    )
    return preset(seed(function))


_kind_option = click.option(
    "--kind",
    type=click.Choice(KINDS),
    help="The game, by default 8x8. `features` means all games without an evaluation of their own, "
    "`oracle` those of them with an oracle.",
)


@command.command("all")
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


@command.command("games", help=f"{STEPS['games'].summary}\n\nA missing FOLDER is created.")
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


@command.command("positions", help=f"{STEPS['positions'].summary}\n\nA missing FOLDER is created.")
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
    help=f"{STEPS['probcut'].summary}\n\n"
    "A missing FOLDER is created; there the engine is measured with its present evaluation.",
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

    return click.command(name, help=f"{STEPS[name].summary}\n\nA missing FOLDER is created.")(step)


def _step_command(name: str, summary: str) -> click.Command:
    @_folder_argument
    @_again_option
    @_data_option
    def step(*, folder: Path, again: bool, data: Path | None) -> None:
        learns = STEPS[name].place.startswith("learning.")
        require_extra("train", "numpy", *["torch"] * learns)
        _run(RunFolder(folder), name, data, again=again)

    return click.command(name, help=summary)(step)


for _name, _step in STEPS.items():
    if _name in ("features", "chance"):
        command.add_command(_feature_command(_name))
    elif _name not in ("positions", "games", "probcut"):
        command.add_command(_step_command(_name, _step.summary))


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
        click.echo(f"{name}: already finished.")
        return
    if newer and not again:
        click.echo(f"{name}: repeated, because {newer[0]} was run again.")
    began = time.monotonic()
    with ProgressBar(name) as bar:
        # Games of the engine against itself need no data.
        needs_data = run.settings.kind == "8x8" and name in steps_of(run)
        source = data or (_data_folder() if needs_data else run.path)
        run_step(run, name, source, bar)
    click.echo(f"{name}: {time.monotonic() - began:,.1f} s.")


def _data_folder() -> Path:
    if named := os.environ.get("OUTFLANK_DATA"):
        return Path(named) / "training"
    raise click.UsageError(
        "name the folder of the training data with --data, or its parent with OUTFLANK_DATA"
    )


def _result(run: RunFolder) -> str:
    if run.settings.kind in ("features", "oracle"):
        found = run.figures("features" if run.settings.kind == "features" else "chance")
        without, error = (found[name]["8x8"][-1] for name in ("errors without weights", "errors"))
        return (
            f"Error on 8x8: {error:.2f} discs, {without:.2f} without weights. "
            f"The weights are in {run.file(found['file'])}, for core/; "
            f"the report is {run.file('report.html')}."
        )
    if run.settings.kind != "8x8":
        found = run.figures("fit-again")
        return (
            f"Held-out error: {found['held-out error']:.2f} discs of {found['spread']:.2f}. "
            f"The weights are {run.file(found['file'])}, the report is {run.file('report.html')}."
        )
    check = run.figures("check")
    return (
        f"Held-out error, one ply: {check['before']:.2f} discs before, {check['after']:.2f} after. "
        f"The network is {run.file('8x8.network')}, the pattern weights are "
        f"{run.file(run.figures('weights')['file'])}, the report is {run.file('report.html')}."
    )
