"""The folder of a run: its settings, the files of its steps, and which steps are finished."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.settings import TrainingSettings

__all__ = ["Progress", "RunFolder", "replacing"]

Progress = Callable[[int, int, str], None]  # how much is done, of how much, and a note

_SETTINGS = "run.json"


class RunFolder:
    """A folder in which each finished step has left its files and a manifest.

    A manifest is STEP.json and is written last, so a step that was interrupted has none and is
    repeated or continued.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     run = RunFolder.begun(Path(name) / "run", TrainingSettings(seed=7))
    ...     run.finish("positions", {"positions": 12}, seconds=0.5)
    ...     again = RunFolder(Path(name) / "run")
    ...     again.settings.seed, again.is_finished("positions"), again.figures("positions")
    (7, True, {'positions': 12})
    """

    keeping_seconds: float = 60.0  # how often a long step saves its state

    def __init__(self, path: Path) -> None:
        self.path = path
        values = self._read(_SETTINGS)
        if values is None:
            raise OutflankError(Text("errors.training.not_a_run", path=path))
        self.settings: TrainingSettings = TrainingSettings.of(values)

    @classmethod
    def begun(cls, path: Path, settings: TrainingSettings) -> RunFolder:
        """Begin a run in a new or empty folder, or continue one with the same settings."""
        kept = path / _SETTINGS
        if kept.exists():
            run = cls(path)
            if run.settings != settings:
                names = _differences(run.settings, settings)
                raise OutflankError(
                    Text("errors.training.run_has_other_options", path=path, names=names)
                )
            return run
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise OutflankError(Text("errors.training.not_a_run_but_exists", path=path))
        path.mkdir(parents=True, exist_ok=True)
        _write(kept, settings.as_dict())
        return cls(path)

    def file(self, name: str) -> Path:
        """Return the path of a file of the run."""
        return self.path / name

    def replacing(self, name: str) -> AbstractContextManager[Path]:
        """Yield a path to write to, which then replaces a file of the run as a whole."""
        return replacing(self.file(name))

    def is_finished(self, step: str) -> bool:
        """Return whether a step has left its manifest."""
        return self._read(f"{step}.json") is not None

    def finish(
        self, step: str, figures: dict[str, Any], *, seconds: float, needs: Sequence[str] = ()
    ) -> None:
        """Write the manifest of a finished step: its figures, and the steps it was built on."""
        manifest = {"step": step, "seconds": round(seconds, 3), "figures": figures}
        if needs:
            manifest["built on"] = {need: self._digest(need) for need in needs}
        _write(self.path / f"{step}.json", manifest)

    def changed_needs(self, step: str) -> list[str]:
        """Name the steps that a finished step was built on and that were run again since."""
        built_on = self._manifest(step).get("built on", {})
        return [need for need, digest in built_on.items() if self._digest(need) != digest]

    def forget(self, step: str, kept: Sequence[str]) -> None:
        """Remove the manifest of a step and the files it keeps, so that it starts from scratch."""
        for path in (self.path / f"{step}.json", *map(self.file, kept)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def figures(self, step: str) -> dict[str, Any]:
        """Return the figures of a finished step."""
        return dict(self._manifest(step)["figures"])

    def seconds(self, step: str) -> float:
        """Return how long a finished step took."""
        return float(self._manifest(step)["seconds"])

    def identity(self, step: str) -> str:
        """Return a text that identifies this run together with the output of a finished step."""
        settings = json.dumps(self.settings.as_dict(), sort_keys=True)
        digest = hashlib.sha256(settings.encode()).hexdigest()[:16]
        return f"{digest} {self._digest(step)}"

    def _digest(self, step: str) -> str | None:
        """Return a text that differs between two runs of a step."""
        try:
            return hashlib.sha256(self.file(f"{step}.json").read_bytes()).hexdigest()[:16]
        except FileNotFoundError:
            return None

    def _manifest(self, step: str) -> dict[str, Any]:
        manifest = self._read(f"{step}.json")
        if manifest is None or "figures" not in manifest or "seconds" not in manifest:
            raise OutflankError(Text("errors.training.unfinished_step", step=step, path=self.path))
        return manifest

    def _read(self, name: str) -> dict[str, Any] | None:
        path = self.path / name
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            raise OutflankError(
                Text("errors.training.unreadable_file", path=path, problem=problem)
            ) from None
        if not isinstance(values, dict):
            raise OutflankError(Text("errors.training.not_a_json_object", path=path))
        return values


def _differences(kept: TrainingSettings, asked: TrainingSettings) -> str:
    ours, theirs = kept.as_dict(), asked.as_dict()
    return ", ".join(f"{name} {ours[name]}" for name in ours if ours[name] != theirs[name])


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which then replaces a file as a whole."""
    part = path.with_name(f"part-{path.name}")
    yield part
    part.replace(path)


def _write(path: Path, values: dict[str, Any]) -> None:
    with replacing(path) as part:
        part.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
