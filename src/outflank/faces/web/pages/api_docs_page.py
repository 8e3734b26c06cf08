"""The page that documents the API."""

from __future__ import annotations

from outflank.faces.web.api.api_docs import ApiDocs
from outflank.faces.web.api.operations import ROOT
from outflank.faces.web.http.errors import Code
from outflank.faces.web.pages.page_rendering import TEMPLATES, shared_values

__all__ = ["api_docs_page"]


def api_docs_page(docs: ApiDocs) -> str:
    """Return the page as HTML."""
    return TEMPLATES.get_template("api_docs.html").render(
        document=docs.document,
        groups=docs.groups,
        codes=list(Code),
        root=ROOT,
        path="/bots",  # the part of the site to which it belongs
        **shared_values(),
    )
