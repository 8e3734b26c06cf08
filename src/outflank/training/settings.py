"""The numbers of a run: how many positions, how deep the searches, how long the learning."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from outflank.errors import OutflankError, UnknownName
from outflank.texts import Text

__all__ = ["KINDS", "PRESETS", "TrainingSettings"]

# Games with a learned evaluation; then features, for all other games, without and with an oracle.
KINDS = ("8x8", "6x6", "10x10", "12x12", "anti", "yesno", "features", "oracle")

_EVALUATORS = ("features", "engine")
_CHOICES = {"kind": KINDS, "evaluator": _EVALUATORS}
# The least and the most value of a number; those not listed are 1 or more.
_PLIES = (1, 60)
_EMPTIES = (0, 60)
_ROUNDING = 1e-9  # by which shares that add up to 1 may seem to exceed it
_RANGES: dict[str, tuple[float, float | None]] = {
    "seed": (0, None),
    "games": (0, None),
    "shallow_positions": (0, None),
    "shallow_depth": _PLIES,
    "shallow_solved": _EMPTIES,
    "deep_positions": (0, None),
    "deep_depth": _PLIES,
    "deep_solved": _EMPTIES,
    "searched_to_end": _EMPTIES,
    "label_confidence": (73, 100),
    "wandering_twice": (0, 1),
    "student_rate": (1e-9, 1),
    "sibling_share": (0, 1),
    "exact_share": (0, 1),
    "book_share": (0, 1),
    "weights_siblings": (0, None),
    "debias_depth": _PLIES,
    "debias_solved": _EMPTIES,
    "probe_depth": (3, 60),  # nothing shallower has a probe
    "probe_solved": _EMPTIES,
}


@dataclass(frozen=True)
class TrainingSettings:
    """Everything that decides what a run learns; it is saved in the folder of the run."""

    seed: int = 1
    kind: str = "8x8"  # one of KINDS
    evaluator: Literal["features", "engine"] = "engine"  # what the first labels are searched with
    games: int = 0  # that positions come from; 0 is all of them
    wandering_twice: float = 0.2  # of the positions, which are then further from those of games
    shallow_positions: int = 6_000_000
    shallow_depth: int = 8  # in plies; every second position is searched one ply deeper
    shallow_solved: int = 14  # with this many empty squares or fewer positions are solved
    deep_positions: int = 0  # more positions, with a depth of their own
    deep_depth: int = 10
    deep_solved: int = 16
    searched_to_end: int = 18  # with so many or fewer, but only with `label_confidence`
    label_confidence: int = 73  # percent, of the searches for labels; less is quicker
    kept_labels: str = ""  # a folder of labels to learn from, too, which those of this run join
    teacher_blocks: int = 10
    teacher_channels: int = 128
    teacher_batch: int = 8192
    teacher_steps: int = 28_000
    siblings: int = 320_000_000
    student_batch: int = 65_536
    student_steps: int = 15_000
    student_rate: float = 2e-3
    sibling_share: float = 0.898  # of a student's batch
    exact_share: float = 0.006
    book_share: float = 0.006  # the rest of the batch are labels of searches
    weights_siblings: int = 10_000_000  # at most, that the pattern weights of 8x8 learn from
    debias_positions: int = 100_000
    debias_depth: int = 2
    debias_solved: int = 14
    first_games: int = 20_000  # of another game than 8x8, played with features
    more_games: int = 40_000  # played with the first weights
    fit_steps: int = 40
    feature_rounds: int = 5  # of games by features, each with the weights of the one before
    feature_games: int = 12_500  # of a round on 8x8, and on all boards as many squares
    chance_rounds: int = 4  # of games with an oracle
    chance_games: int = 40_000  # of a round on each board up to 8x8, and fewer on larger ones
    feature_pairs: int = 400  # of games on 8x8 between the weights of the last two rounds
    probe_positions: int = 1600  # at most, that are searched to every depth, to fit ProbCut
    probe_depth: int = 16  # at most, and less where searches are slower
    probe_solved: int = 20  # positions with this many empty squares or fewer are solved, too

    def as_dict(self) -> dict[str, Any]:
        """Return the settings by name."""
        return asdict(self)

    @classmethod
    def of(cls, values: dict[str, Any]) -> TrainingSettings:
        """Return settings from their values by name."""
        known = tuple(field.name for field in fields(cls))
        for name in values:
            if name not in known:
                raise UnknownName("setting", name, known)
        return cls(**values)

    def __post_init__(self) -> None:
        """Refuse values that no step could work with."""
        for setting in fields(self):
            name, value = setting.name, getattr(self, setting.name)
            if name in _CHOICES:
                if value not in _CHOICES[name]:
                    choices = ", ".join(_CHOICES[name])
                    raise OutflankError(
                        Text(
                            "errors.training.setting_not_one_of",
                            setting=name,
                            choices=choices,
                            value=repr(value),
                        )
                    )
                continue
            if isinstance(setting.default, str):
                if not isinstance(value, str):
                    raise OutflankError(
                        Text(
                            "errors.training.setting_no_text",
                            setting=name,
                            value=repr(value),
                        )
                    )
                continue
            is_whole = isinstance(setting.default, int)
            least, most = _RANGES.get(name, (1, None))
            is_number = isinstance(value, int if is_whole else (int, float))
            if (
                isinstance(value, bool)
                or not is_number
                or not least <= value <= (math.inf if most is None else most)
                or value == math.inf
            ):
                raise OutflankError(_range_problem(name, value, is_whole=is_whole))
        if self.shallow_positions + self.deep_positions == 0:
            raise OutflankError(Text("errors.training.no_positions_to_label"))
        if self.sibling_share + self.exact_share + self.book_share > 1 + _ROUNDING:
            raise OutflankError(Text("errors.training.shares_exceed_the_batch"))


def _range_problem(name: str, value: object, *, is_whole: bool) -> Text:
    """Say which numbers a setting may have."""
    least, most = _RANGES.get(name, (1, None))
    shown = {"setting": name, "least": least, "value": repr(value)}
    if most is None and is_whole:
        return Text("errors.training.setting_no_whole_number_from", **shown)
    if most is None:
        return Text("errors.training.setting_no_number_from", **shown)
    if is_whole:
        return Text("errors.training.setting_no_whole_number_within", most=most, **shown)
    return Text("errors.training.setting_no_number_within", most=most, **shown)


PRESETS = {
    "full": TrainingSettings(),
    "smoke": TrainingSettings(
        evaluator="features",
        games=4000,
        shallow_positions=40_000,
        shallow_depth=3,
        shallow_solved=10,
        deep_positions=5000,
        deep_depth=5,
        deep_solved=12,
        searched_to_end=13,
        teacher_blocks=2,
        teacher_channels=16,
        teacher_batch=128,
        teacher_steps=200,
        siblings=40_000,
        student_batch=4096,
        student_steps=300,
        student_rate=4e-3,
        sibling_share=0.2,
        exact_share=0.12,
        book_share=0.06,
        debias_positions=3000,
        debias_depth=1,
        debias_solved=10,
        first_games=200,
        more_games=200,
        fit_steps=15,
        feature_rounds=3,
        feature_games=120,
        chance_rounds=2,
        chance_games=100,
        feature_pairs=10,
        probe_positions=80,
        probe_depth=8,
        probe_solved=12,
    ),
}
