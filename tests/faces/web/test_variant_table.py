"""The table of variants: scripts and templates ask it, and compare no names."""

from __future__ import annotations

import json
import re

from outflank.drawing import skins
from outflank.faces.web.pages.page_texts import BOARD_WORDS
from outflank.faces.web.pages.static_files import static_files
from outflank.faces.web.pages.variant_table import VARIANT_TABLE
from outflank.rules import Variant, variants
from support.paths import ROOT
from support.server.app_client import AppClient

HTML = {"Accept": "text/html"}
_WEB = ROOT / "src/outflank/faces/web"
_COMPARED = re.compile(r"""variant[\w.()\]"']*\s*(?:[!=]==?|\bin\b)\s*["'`(\[]""", re.IGNORECASE)
_QUOTED = re.compile(r"""["'`](\w+)["'`]""")


def test_no_script_and_no_template_compares_the_name_of_a_variant() -> None:
    names, skin_names = ({one.name for one in known} for known in (variants(), skins()))
    wrong = []
    for path in [*(_WEB / "static").rglob("*.js"), *(_WEB / "templates").rglob("*.html")]:
        if path in (_WEB / "static" / VARIANT_TABLE, _WEB / "static" / BOARD_WORDS):
            continue
        for line in path.read_text("utf-8").splitlines():
            named = names.intersection(_QUOTED.findall(line))
            is_skin = named <= skin_names and "skin" in line.lower()
            if _COMPARED.search(line) or (named and not is_skin):
                wrong.append(f"{path.relative_to(_WEB)}: {line.strip()}")
    assert wrong == []


def test_the_copy_among_the_scripts_is_the_table_of_the_registry() -> None:
    copy = _WEB / "static" / VARIANT_TABLE
    assert copy.read_text("utf-8") == static_files().variant_table


def test_a_new_variant_can_be_chosen_on_every_page(sparse: Variant, client: AppClient) -> None:
    for path in ("/", "/play", "/admin", "/analysis", "/games", "/board-demo"):
        text = client.get(path, headers=HTML).text
        assert re.search(rf'<option value="{sparse.name}"[^>]*>{sparse.title}</option>', text), path


def test_scripts_are_told_what_a_new_variant_changes(sparse: Variant, client: AppClient) -> None:
    script = client.get(static_files().address(VARIANT_TABLE)).text
    joined = client.get(static_files().address("variants/joined.js")).text
    assert '"sparse"' in joined
    assert "joined.js" in script
    table = json.loads(static_files().variant_table.split("export default ")[1].rstrip(";\n"))
    assert list(table) == ["classic", "yesno", "anti", "sparse"]
    assert table["sparse"] == {**table["anti"], "title": "Sparse Othello"}
