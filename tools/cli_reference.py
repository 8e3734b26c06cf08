"""Write docs/cli.md from the commands' own help; `--check` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from outflank.cli import outflank

TARGET = Path(__file__).parent.parent / "docs" / "cli.md"
_HEAD = """# The command line

This page is made from the commands' own help by `python tools/cli_reference.py`.
"""


def reference() -> str:
    """Return the page."""
    parts = [_HEAD, _section("outflank", outflank)]
    context = click.Context(outflank, info_name="outflank")
    for name in outflank.list_commands(context):
        command = outflank.get_command(context, name)
        assert command is not None
        parts += _sections(f"outflank {name}", command)
    return "\n".join(parts)


def _sections(name: str, command: click.Command) -> list[str]:
    sections = [_section(name, command)]
    if isinstance(command, click.Group):
        for sub_name, sub_command in sorted(command.commands.items()):
            sections += _sections(f"{name} {sub_name}", sub_command)
    return sections


def _section(name: str, command: click.Command) -> str:
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 98}
    context = click.Context(command, info_name=name, terminal_width=98, **settings)  # type: ignore[arg-type]
    return f"## {name}\n\n```text\n{command.get_help(context)}\n```\n"


if __name__ == "__main__":
    text = reference()
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == text else "docs/cli.md is out of date")
    TARGET.write_text(text, encoding="utf-8")
