"""The files for operators: every metric and option that they name exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import click
import pytest

from outflank.cli import outflank
from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer
from support.paths import ROOT

OPERATION = ROOT / "docs" / "operation"

# Prometheus makes these itself.
OF_PROMETHEUS = {"up"}
# Metrics of `outflank worker`; tests/cli/server/test_worker.py reads each of them.
OF_WORKERS = {"worker_games_now", "worker_games_total", "worker_searches_total"}
WORDS = {"by", "and", "or", "on", "sum", "max", "min"}


def names_in(expression: str) -> set[str]:
    """Return the metrics in an expression, without its functions and labels."""
    plain = re.sub(r'"[^"]*"|\[[^\]]*\]|{[^}]*}|by \([^)]*\)', "", expression)
    found = re.findall(r"[a-z_]+(?![a-z_]*\()", re.sub(r"[a-z_]+ ?\(", "(", plain))
    return set(found) - WORDS - OF_PROMETHEUS


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((OPERATION / "dashboard.json").read_text(encoding="utf-8"))
    return found


def panels() -> Iterator[tuple[str, str]]:
    for panel in dashboard()["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


def alerts() -> Iterator[tuple[str, str]]:
    rules = (OPERATION / "alerts.yml").read_text(encoding="utf-8")
    for rule in rules.split("- alert: ")[1:]:
        expression = re.search(r"^ *expr: (.+)$", rule, re.MULTILINE)
        assert expression is not None, rule
        assert "summary:" in rule
        yield rule.partition("\n")[0], expression[1]


@pytest.fixture
def text(server: CompetitionServer) -> str:
    """The answer of a real server at /metrics."""
    metrics = Application(server).metrics
    metrics.note_request("/healthz", 200, 0.001)
    metrics.note_refused_move("illegal")
    metrics.note_refusal("RATE_LIMITED", "moves")
    return metrics.text().decode()


@pytest.fixture
def served(text: str) -> set[str]:
    """The names of all its metrics."""
    return set(re.findall(r"^(\w+)[ {]", text, re.MULTILINE))


def test_expressions_are_taken_apart() -> None:
    expression = 'histogram_quantile(0.99, sum by (instance, le) (rate(a_b_bucket{x="y"}[5m]))) > 1'
    assert names_in(expression) == {"a_b_bucket"}
    assert names_in("sum(x_sum) / sum(rate(x_count[$__rate_interval]))") == {"x_sum", "x_count"}


def test_every_metric_of_the_dashboard_and_the_alerts_exists(served: set[str]) -> None:
    for title, expression in (*panels(), *alerts()):
        wanted = names_in(expression)
        assert wanted or "up{" in expression, title
        assert wanted <= served | OF_WORKERS, f"{title}: {expression}"


def test_counters_and_no_other_metrics_are_called_total(text: str) -> None:
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE):
        assert (kind == "counter") == name.endswith("_total"), name


def test_every_metric_is_on_the_dashboard(served: set[str]) -> None:
    shown = set().union(*(names_in(expression) for _, expression in panels()))
    told = {name for name in served if not name.endswith("_created")}
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in told}
    assert families == {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown - OF_WORKERS}
    assert shown >= OF_WORKERS


def test_every_file_is_named_in_the_guide() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    files = [file.name for file in OPERATION.iterdir() if file.is_file()]
    assert [name for name in files if f"](operation/{name})" not in guide] == []


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each of our commands in the units and the container."""
    for file in (*OPERATION.glob("*.service"), OPERATION / "workers.conf"):
        text = file.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"/bin/outflank ([^'\n]+)", text):
            yield file.name, line.split()
    container = (OPERATION / "Containerfile").read_text(encoding="utf-8")
    yield "Containerfile", json.loads(container.rpartition("CMD ")[2])[1:]


def test_every_option_in_the_units_is_one_of_the_command() -> None:
    found = list(commands())
    assert {words[0] for _, words in found} == {"serve", "worker", "admin"}
    for file, words in found:
        command: click.Command = outflank
        rest = words
        while isinstance(command, click.Group):
            name, *rest = rest
            chosen = command.get_command(click.Context(command), name)
            assert chosen is not None, f"{file}: {name}"
            command = chosen
        known = {option for one in command.params for option in one.opts}
        assert {word for word in rest if word.startswith("--")} <= known, file


def test_panels_do_not_overlap_and_have_units() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert all(x < 24 for x, _ in cells)
        taken |= cells
        assert panel["fieldConfig"]["defaults"]["unit"]
