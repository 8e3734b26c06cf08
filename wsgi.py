"""What `flask run` serves: the ASGI application, through a2wsgi."""

from outflank.faces.web import create_app

app = create_app()
