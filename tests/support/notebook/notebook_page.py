"""A notebook board in a browser, without a notebook: the page's script beside the real widget."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from outflank.notebook import NotebookBoard

__all__ = ["say", "show_board"]

_PAGE = """<!doctype html><html lang="en"><title>Notebook</title><link rel="icon" href="data:,">
<main><h1>Notebook</h1><div id="cell"></div></main></html>"""
_RENDER = """async ({ script, style, state }) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  const source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const listeners = new Map();
  const model = {
    get: (name) => state[name],
    on: (event, listener) => listeners.set(event, listener),
    off: (event) => listeners.delete(event),
    send: async (content) => {
      Object.assign(state, await window.sayToPython(content));
      listeners.get("change:_view")?.();
    },
  };
  const { default: widget } = await import(source);
  widget.render({ model, el: document.getElementById("cell") });
}"""


def say(board: NotebookBoard, content: object) -> None:
    """Send the board a message, as the page would through a kernel."""
    data = {"method": "custom", "content": content}
    board.comm.handle_msg({"content": {"data": data}, "buffers": []})


def show_board(page: Page, board: NotebookBoard) -> None:
    """Show a board on an empty page that can reach only the board itself."""

    def hear(content: object) -> dict[str, Any]:
        say(board, content)
        return _state_of(board)

    page.route("**/*", lambda route: route.fulfill(body=_PAGE, content_type="text/html"))
    page.goto("http://notebook.test/")
    page.expose_function("sayToPython", hear)
    state = _state_of(board)
    page.evaluate(_RENDER, {"script": state["_esm"], "style": state["_css"], "state": state})


def _state_of(board: NotebookBoard) -> dict[str, Any]:
    """Return the data that a notebook would send to the page."""
    state: dict[str, Any] = board.get_state()
    return {name: state[name] for name in ("_esm", "_css", "_view", "width")}
