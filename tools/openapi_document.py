"""Print the OpenAPI document that the server answers at GET /api/v1/openapi.json."""

import json

from outflank.faces.web.api import document

if __name__ == "__main__":
    print(json.dumps(document()))
