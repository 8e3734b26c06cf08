"""The network in whole numbers: pattern numbers, values, its file, and the core's view of them."""

import os
import shutil
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.training.boards.board_patterns import digits_of
from outflank.training.network.network_file import read_network, written_network
from outflank.training.network.pattern_network import (
    EMPTIES,
    MOBILITIES,
    PHASES,
    STAGES,
    SUMS,
    UNITS,
    PatternNetwork,
)
from outflank.training.network.patterns import patterns
from outflank.training.positions.bitboards import empty_count, legal_moves, population
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import Sampler, replayed
from support.paths import ROOT

Words = NDArray[np.int64]
Parts = dict[str, NDArray[np.float64]]
GAME = "f5d6c3d3c4f4f6f3e6e7d7c6d8c5c7c8b8b6"


def learned(seed: int, *, few: bool = False) -> Parts:
    """What a student might have learned, with few rows where they do not matter."""
    chance = np.random.default_rng(seed)

    def some(*shape: int, spread: float) -> NDArray[np.float64]:
        return chance.normal(scale=spread, size=shape)

    return {
        "rows": some(PHASES, 1 if few else patterns().column_count, SUMS, spread=0.1),
        "mobility": some(PHASES, 2, MOBILITIES, SUMS, spread=0.1),
        "bias": some(EMPTIES, SUMS, spread=0.3),
        "layer": some(STAGES, SUMS, UNITS, spread=0.3),
        "layer_bias": some(STAGES, UNITS, spread=0.3),
        "output": some(STAGES, UNITS, spread=0.4),
        "direct": some(STAGES, SUMS, spread=0.2),
        "constant": some(EMPTIES, spread=0.5),
    }


@pytest.fixture(scope="module")
def network() -> PatternNetwork:
    return PatternNetwork.quantised(learned(2))


@pytest.fixture(scope="module")
def data(network: PatternNetwork) -> bytes:
    return written_network(network)


@pytest.fixture(scope="module")
def boards() -> tuple[Words, Words]:
    rows = replayed(squares_of([GAME]))
    drawn = Sampler(rows, np.empty(0, np.int64), 6).draw(60)
    return drawn[:, 0], drawn[:, 1]


@pytest.mark.native
def test_patterns_are_numbered_as_in_the_core(tmp_path: Path) -> None:
    program = tmp_path / "patterns.cpp"
    program.write_text(
        '#include <cstdio>\n#include "evaluation/pattern_layout.hpp"\n'
        '#include "evaluation/patterns.hpp"\nusing namespace outflank;\n'
        "int main() {\n"
        '    std::printf("%d\\n", patterns.weights);\n'
        "    for (int i = 0; i < patterns.count; ++i) {\n"
        '        std::printf("%d", patterns.centre[patterns.shape[i]]);\n'
        "        for (int square = 0; square < 64; ++square)\n"
        '            std::printf(" %d", patterns.step[square][i]);\n'
        '        std::printf("\\n");\n    }\n'
        "    for (int place : kept_places(network_shapes(), 8))\n"
        '        std::printf("%d\\n", place);\n}\n'
    )
    names = os.environ.get("CXX", "c++ g++ clang++").split()
    compiler = next(name for name in names if shutil.which(name))
    binary = tmp_path / "patterns"
    layout = ROOT / "core/evaluation/pattern_layout.cpp"
    subprocess.run(
        [compiler, "-std=c++20", f"-I{ROOT / 'core'}", program, layout, "-o", binary], check=True
    )
    said = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()
    ours = patterns()
    count = len(ours.centres)
    assert int(said[0]) == len(ours.columns)
    table = [[int(word) for word in line.split()] for line in said[1 : 1 + count]]
    assert [line[0] for line in table] == ours.centres.tolist()
    assert [line[1:] for line in table] == ours.step.astype(int).T.tolist()
    # Numbers that share a row in the core share a column, and columns are in the core's order.
    kept, columns = np.unique([int(line) for line in said[1 + count :]], return_inverse=True)
    assert columns.tolist() == ours.columns.tolist()
    assert len(kept) == ours.column_count


def test_a_pattern_s_number_is_read_digit_by_digit(
    boards: tuple[Words, Words],
) -> None:
    mover, opponent = boards
    found = patterns().columns_of(digits_of(mover, opponent))
    steps = patterns().step.astype(int)
    for position in range(0, len(mover), 7):
        for at, centre in enumerate(patterns().centres):
            number = sum(
                (int(mover[position] >> square & 1) - int(opponent[position] >> square & 1))
                * int(steps[square, at])
                for square in np.flatnonzero(steps[:, at]).tolist()
            )
            assert found[position, at] == patterns().columns[centre + number]


def plain_value(network: PatternNetwork, mover: int, opponent: int) -> int:
    """One position at a time, in the words of the core."""
    one, other = np.array([mover]), np.array([opponent])
    empties = int(empty_count(one, other)[0])
    phase, stage = (0 if empties > 32 else 1), max(0, (empties - 1) // 2)
    places = patterns().columns_of(digits_of(one, other))[0]
    rows = [network.rows[phase, place].astype(int) for place in places]
    for side, boards in enumerate(((one, other), (other, one))):
        moves = min(39, int(population(legal_moves(*boards))[0]))
        rows.append(network.mobility[phase, side, moves].astype(int))
    sums = network.bias[empties].astype(int) + sum(rows)
    total = int(network.constant[empties]) + int(sum(sums * network.direct[stage].astype(int)))
    inputs = [min(max(one_sum, 0), 127) ** 2 >> 7 for one_sum in sums.tolist()]
    for unit in range(UNITS):
        products = (value * int(network.layer[stage, at, unit]) for at, value in enumerate(inputs))
        found = int(network.layer_bias[stage, unit]) + sum(products)
        total += min(max(found, 0), 126 * 64) * int(network.output[stage, unit])
    return total >> 12


def test_values_are_what_the_core_s_plain_loops_compute(
    network: PatternNetwork, boards: tuple[Words, Words]
) -> None:
    expected = [
        plain_value(network, int(one), int(other)) for one, other in zip(*boards, strict=True)
    ]
    assert network.value(*boards).tolist() == expected
    assert len(set(expected)) > 40


def test_a_network_survives_its_file(network: PatternNetwork, data: bytes) -> None:
    again = read_network(data)
    for part in fields(PatternNetwork):
        one, other = getattr(network, part.name), getattr(again, part.name)
        assert one.dtype == other.dtype
        assert (one == other).all(), part.name


def test_a_damaged_or_foreign_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(OutflankError, match="is not a network of Outflank"):
        read_network(b"something else")
    for broken in (data[:-1], data + b"\0", data[:5000] + b"\x55\xaa" + data[5002:]):
        with pytest.raises(OutflankError, match="damaged or has another version"):
            read_network(broken)


def test_what_fits_no_whole_number_of_the_file_is_refused(network: PatternNetwork) -> None:
    parts = learned(2, few=True)
    parts["output"][3, 4] = 500.0
    with pytest.raises(OutflankError, match="the part output of the student does not fit int16"):
        PatternNetwork.quantised(parts)
    with pytest.raises(OutflankError, match="the part constant of a network has int32 numbers"):
        replace(network, constant=network.constant.astype(np.int64))
