"""Draw the icons of the installed page from its two pictures in SVG.

python tools/web/app_icons.py           draws them again
python tools/web/app_icons.py --check   lists those that would change, and changes nothing
"""

import sys
from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[2] / "src/outflank/faces/web/static"
# A maskable icon is cut to any shape by the phone, so its picture fills the square.
ICONS = {
    "icons/app-192.png": ("favicon.svg", 192),
    "icons/app-512.png": ("favicon.svg", 512),
    "icons/app-maskable-512.png": ("icons/app.svg", 512),
}


def drawn(source: str, size: int) -> bytes:
    """Return a picture as PNG."""
    text = (STATIC / source).read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=size, height=size))


def main() -> None:
    """Draw the icons, or list those that differ."""
    for name, (source, size) in ICONS.items():
        picture, place = drawn(source, size), STATIC / name
        if not place.exists() or place.read_bytes() != picture:
            print(name)
            if "--check" not in sys.argv:
                place.write_bytes(picture)


if __name__ == "__main__":
    main()
