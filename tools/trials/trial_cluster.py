"""Trials of a server on several hosts, with a report of the faults and of promises kept.

    python tools/trials/trial_cluster.py [--trials 10] [--strikes 30] [--seed 1] [--report FOLDER]

Needs PostgreSQL and Redis, and root for hosts that can be cut off and a
disk that can be filled. Each trial has a fresh database and its own
seed, which draws what goes wrong and when. The report is a page of Markdown with a picture of each
trial. Exit code 1 if any promise was broken.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from trials.trial_picture import picture

from outflank.rules import Reason
from support.cluster.cluster import cluster
from support.cluster.nemeses import nemeses_of
from support.cluster.trial import Trial, TrialResult


def main() -> None:
    """Run the trials one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--strikes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first trial")
    parser.add_argument("--report", type=Path, help="folder for the report")
    options = parser.parse_args()
    os.environ["OUTFLANK_NAMESPACES"] = "1"
    results = []
    for seed in range(options.seed, options.seed + options.trials):
        result = run(seed, options.strikes)
        results.append(result)
        print(sentence(result), flush=True)
        for fault in [*result.broken, *result.misfits]:
            print(f"  {fault}")
    if options.report is not None:
        write_report(options.report, results)
    print(total(results))
    sys.exit(any(r.broken or r.misfits or _unnatural(r) for r in results))


def run(seed: int, strikes: int) -> TrialResult:
    """Run one trial on its own cluster."""
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), seed=seed) as hosts:
        hosts.start()
        games = max(1, strikes // 10)
        result = Trial(hosts, nemeses_of(hosts), seed=seed, strikes=strikes, games=games).run()
        if result.broken or result.misfits:
            print(hosts.complaints(), file=sys.stderr)
        return result


def sentence(result: TrialResult) -> str:
    """Return one line about a trial."""
    faults = len(result.broken) + len(result.misfits) + _unnatural(result)
    return (
        f"seed {result.seed}: {result.games} games, {result.moves:,} moves, {result.retries:,} "
        f"sent again, {result.reads:,} reads, {len(result.strikes)} strikes in "
        f"{result.seconds:.0f} s: "
        f"{faults or 'no'} promises broken"
    )


def _unnatural(result: TrialResult) -> int:
    """Return the number of games that were not played to the end."""
    return sum(not Reason(reason).is_natural for reason in result.reasons)


def total(results: list[TrialResult]) -> str:
    """Return one line about all trials."""
    strikes = sum(len(result.strikes) for result in results)
    return (
        f"{len(results)} trials, {strikes} strikes: {sum(r.moves for r in results):,} acknowledged "
        f"moves, {sum(len(r.broken) for r in results)} lost, doubled or wrong; "
        f"{sum(r.reads for r in results):,} reads, {sum(len(r.misfits) for r in results)} that no "
        f"order of the moves explains"
    )


def write_report(folder: Path, results: list[TrialResult]) -> None:
    """Write the page, its pictures and their data."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = Counter(strike.name for result in results for strike in result.strikes)
    times: dict[str, list[float]] = {}
    for result in results:
        for strike in result.strikes:
            times.setdefault(strike.name, []).append(strike.ended - strike.began)
    lines = [
        "# Trials of several hosts",
        "",
        (
            "Made by `python tools/trials/trial_cluster.py`: three workers on two hosts (network "
            "namespaces), PostgreSQL with a standby that has every commit, Redis; bots play a "
            "tournament over all of them, readers look at the matches, and one thing after another "
            "goes wrong."
        ),
        "",
        f"**{total(results)}.**",
        "",
        "| what went wrong | how often | seconds until all worked again, median and most |",
        "|---|---|---|",
    ]
    for name, count in sorted(kinds.items()):
        spent = sorted(times[name])
        lines.append(f"| {name} | {count} | {spent[len(spent) // 2]:.1f}, {spent[-1]:.1f} |")
    for result in results:
        name = f"trial-{result.seed}.svg"
        (folder / name).write_text(picture(result), encoding="utf-8")
        lines += [
            "",
            f"## Seed {result.seed}",
            "",
            sentence(result) + ".",
            "",
            f"![Moves acknowledged over time]({name})",
        ]
    (folder / "trials.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    figures = [result.to_dict() for result in results]
    (folder / "trials.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
