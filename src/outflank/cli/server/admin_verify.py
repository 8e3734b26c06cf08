"""`outflank admin verify`: check games, tournaments and the audit log, even without a database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Command, option
from outflank.cli.progress import ProgressBar
from outflank.cli.server.database_option import database_option, open_database
from outflank.errors import JournalError
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.store.signing.keys import PublicKey

__all__ = ["verify"]

_TEXTS = "commands.server.admin.verify"


@click.command(
    cls=Command,
    help=Text("commands.server.admin.verify.help"),
    details=Text("commands.server.admin.verify.details"),
    examples=(
        "outflank admin verify",
        "outflank admin verify cup.json --public-key ed25519:AbC...=",
        "outflank admin verify games.jsonl --public-key key.pem",
    ),
)
@click.argument("source", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@option(
    "--public-key",
    "given",
    metavar="KEY",
    multiple=True,
    help=Text("commands.server.admin.verify.options.public_key"),
)
@database_option
def verify(*, source: Path | None, given: tuple[str, ...], database: str) -> None:
    """Verify that every game in the database, or in an exported FILE, is as it was played."""
    from outflank.store.signing.keys import read_public_key

    keys = [read_public_key(each) for each in given] or None
    if source is None:
        _verify_database(database, keys)
    elif (document := _document(source)) is not None:
        check = _verify_tournament if document["format"] == _TOURNAMENT else _verify_audit
        check(document, keys)
    else:
        _verify_games(source, keys)


_TOURNAMENT = "outflank tournament"
_FORMATS = (_TOURNAMENT, "outflank audit")


def _document(source: Path) -> dict[str, Any] | None:
    """Return the tournament or the audit log in a file, or None if it holds games."""
    try:
        document = json.loads(source.read_text(encoding="utf-8"))
    except ValueError:
        return None
    return document if isinstance(document, dict) and document.get("format") in _FORMATS else None


def _verify_games(source: Path, keys: Sequence[PublicKey] | None) -> None:
    from outflank.store.records import verify_record

    problems, checked, unsigned, running = list[str](), 0, 0, 0
    for checked, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        record = _record(line, source, checked)
        if fault := verify_record(record, keys):
            problems.append(f"{fault.match}: {fault.problem}")
        running += record["match"].get("status") == "running"
        unsigned += "signature" not in record
    if keys is None:
        _remark(say(f"{_TEXTS}.unchecked") if unsigned < checked else _old(checked))
    elif running:
        _remark(say(f"{_TEXTS}.running", count=f"{running:,}"))
    _conclude(problems, _verdict(checked, len(problems)))


def _verify_tournament(document: dict[str, Any], keys: Sequence[PublicKey] | None) -> None:
    from outflank.server.tournaments.exports import problems_of

    problems = problems_of(document, keys)
    if keys is None:
        _remark(say(f"{_TEXTS}.unchecked") if "signature" in document else _old(1))
    matches = document.get("matches")
    games = len(matches) if isinstance(matches, list) else 0
    part = "standings" if keys is None else "signatures"
    checked = say(f"{_TEXTS}.checked_with_{part}", count=f"{games:,}")
    verdict = say(f"{_TEXTS}.correct", checked=checked)
    if problems:
        verdict = say(f"{_TEXTS}.problems", checked=checked, count=f"{len(problems):,}")
    _conclude(problems, verdict)


def _verify_audit(document: dict[str, Any], keys: Sequence[PublicKey] | None) -> None:
    from outflank.store.signing.audit_chain import problems_of_audit

    problems = problems_of_audit(document, keys)
    if keys is None:
        _remark(say(f"{_TEXTS}.unchecked"))
    entries = document.get("entries")
    count = len(entries) if isinstance(entries, list) else 0
    verdict = "wrong_entries" if problems else "right_entries"
    _conclude(problems, say(f"{_TEXTS}.{verdict}", count=f"{count:,}"))


def _verify_database(url: str, keys: Sequence[PublicKey] | None) -> None:
    from outflank.server.database_check import check_database

    with (
        open_database(url) as opened,
        ProgressBar(say("commands.server.admin.verify.verifying")) as progress,
    ):
        found = check_database(opened, keys, progress)
    for remark in found.remarks:
        _remark(remark)
    _conclude(found.problems, _verdict(found.games, len(found.wrong_games)))


def _verdict(games: int, wrong: int) -> str:
    checked = say(f"{_TEXTS}.games", count=f"{games:,}")
    return say(f"{_TEXTS}.wrong_games", checked=checked, count=f"{wrong:,}")


def _old(count: int) -> str:
    return say(f"{_TEXTS}.unsigned", count=count)


def _remark(sentence: str) -> None:
    click.echo(sentence, err=True)


def _conclude(problems: Iterable[str], verdict: str) -> None:
    found = list(problems)
    for problem in found:
        click.echo(problem)
    click.echo(verdict)
    if found:
        sys.exit(1)


def _record(line: str, source: Path, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict) or not isinstance(record.get("match"), dict):
        raise JournalError(Text("errors.cli.line_not_record_game", source=source, number=number))
    return record
