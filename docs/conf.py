"""How Sphinx makes the site of these pages: `make docs` builds it into build/site."""

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ROOT = Path(__file__).parent.parent
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Outflank"
author = "Outflank contributors"
version = release = _PROJECT["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]

# Pages are the same Markdown files that a code host shows.
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]  # a page of the rules may skip a level

# The reference is made from docstrings, in which single backquotes mean code.
default_role = "literal"
highlight_language = "text"  # of what has no language of its own; examples with >>> have one
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"

# Nothing is fetched, neither when the site is built nor when it is read.
html_theme = "furo"
html_title = f"Outflank {release}"
html_static_path = ["site_theme"]
html_css_files = ["outflank.css"]
html_favicon = "site_theme/disc.svg"
html_logo = "site_theme/disc.svg"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#14603f",
        "color-brand-content": "#14603f",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fdcae",
        "color-brand-content": "#7fdcae",
    },
    "top_of_page_buttons": [],
}

# A copied example has neither prompts nor what it printed.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _keep_lists(_app: "Sphinx", _what: str, _name: str, *rest: object) -> None:
    """Show what a docstring indents below a colon as it stands, in lines."""
    lines = rest[-1]
    assert isinstance(lines, list)
    for number in range(len(lines) - 2):
        after = lines[number + 2]
        if lines[number].endswith(":") and not lines[number + 1] and re.match(r" +[^ >]", after):
            lines[number] += ":"


def setup(app: "Sphinx") -> None:
    """Add what the configuration does itself."""
    app.connect("autodoc-process-docstring", _keep_lists)
