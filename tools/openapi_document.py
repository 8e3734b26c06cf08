"""Print the OpenAPI document of the server, as it answers GET /api/v1/openapi.json.

The server is opened in this process, on a database of its own that is deleted again.
"""

import tempfile
from pathlib import Path

from outflank.faces.web import create_app
from outflank.faces.web.application import close_app
from outflank.server.competition_server import Configuration


def openapi_document() -> str:
    """Return the document as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "outflank.db")
        app = create_app(Configuration(database=database, tryout=False))
        try:
            response = app.test_client().get("/api/v1/openapi.json")
        finally:
            close_app(app)
    assert response.status_code == 200, response.text
    return response.text


if __name__ == "__main__":
    print(openapi_document())
