"""What `flask run` serves."""

from outflank.faces.web import create_app

app = create_app()
