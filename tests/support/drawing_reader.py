"""Reading pictures back, for the tests of drawing."""

import xml.etree.ElementTree as ET

from outflank.rules import Game


def parse(drawn: str) -> ET.Element:
    root = ET.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def layer(drawn: str, name: str) -> list[ET.Element]:
    """Return the contents of a layer, empty if there is no such layer."""
    layers = [node for node in parse(drawn).iter() if node.get("class") == f"outflank-{name}"]
    assert len(layers) <= 1
    return list(layers[0]) if layers else []


def opening() -> Game:
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    return game
