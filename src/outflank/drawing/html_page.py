"""Reports as a single self-contained HTML page: the page and its tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from outflank.texts import catalogue

__all__ = ["html_heading", "html_page", "html_paragraph", "html_table"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #ddd; }
th { white-space: nowrap; } td { overflow-wrap: anywhere; }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
svg { width: 100%; height: auto; } .plot text { font-size: 12px; fill: #444; }
.result { font-size: 1.2rem; }
.warning { border-left: 4px solid #c2571a; padding-left: .8rem; }
"""


def html_page(title: str, sections: Sequence[str]) -> str:
    """Return a whole page; the title is text, the sections are HTML.

    >>> html_page("A & B", ["<p>Nothing.</p>"]).count("A &amp; B")
    2
    """
    name = escape(title)
    return (
        f'<!doctype html>\n<html lang="{catalogue().language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}</title><style>{_STYLE}</style></head><body><h1>{name}</h1>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )


def html_heading(text: str, level: int = 2) -> str:
    """Return a heading.

    >>> html_heading("A & B")
    '<h2>A &amp; B</h2>'
    """
    return f"<h{level}>{escape(text, quote=False)}</h{level}>"


def html_paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph; `kind` is its class: "result" or "warning".

    >>> html_paragraph("It's 1 < 2."), html_paragraph("A wins.", "result")
    ("<p>It's 1 &lt; 2.</p>", '<p class="result">A wins.</p>')
    """
    opening = f'<p class="{kind}">' if kind else "<p>"
    return f"{opening}{escape(text, quote=False)}</p>"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    """Return an HTML table; the first `texts` columns are words, the others are numbers.

    >>> html_table(["name", "points"], [("Ann", "2")]).count("<tr>")
    2
    """

    def cell(tag: str, at: int, value: str) -> str:
        kind = "" if at < texts else ' class="figure"'
        return f"<{tag}{kind}>{escape(value)}</{tag}>"

    heads = "".join(cell("th", at, name) for at, name in enumerate(head))
    lines = "".join(
        f"<tr>{''.join(cell('td', at, value) for at, value in enumerate(row))}</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{heads}</tr>{lines}</table></div>'
