"""Write the table of variants into the static files, for tools that read scripts without a server.

The server makes the table itself, so it also has the variants that were registered elsewhere.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from outflank.faces.web.pages.static_files import StaticFiles
from outflank.faces.web.pages.variant_table import VARIANT_TABLE
from outflank.texts import catalogue

if __name__ == "__main__":
    path = Path(str(files("outflank.faces.web"))) / "static" / VARIANT_TABLE
    path.write_text(StaticFiles(catalogue("en")).variant_table, encoding="utf-8")
