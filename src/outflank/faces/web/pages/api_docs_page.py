"""The page that documents the API."""

from __future__ import annotations

from outflank import __version__
from outflank.faces.web.api.api_docs import ApiDocs
from outflank.faces.web.api.operations import ROOT
from outflank.faces.web.http.errors import Code
from outflank.faces.web.pages.page_rendering import TEMPLATES
from outflank.faces.web.pages.static_files import STATIC

__all__ = ["api_docs_page"]


def api_docs_page(docs: ApiDocs) -> str:
    """Return the page as HTML."""
    return TEMPLATES.get_template("api_docs.html").render(
        document=docs.document,
        groups=docs.groups,
        codes=list(Code),
        root=ROOT,
        static=STATIC.address,
        texts=STATIC.texts,
        version=__version__,
        path="/bots",  # the part of the site to which it belongs
    )
