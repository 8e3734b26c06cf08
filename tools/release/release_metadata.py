"""Write the project's public address into the files that a package index shows.

python tools/release/release_metadata.py ADDRESS   changes README.md and pyproject.toml of a release

An index shows the README alone, so its pictures and links need the full addresses of what they
lead to. ADDRESS is the repository's, such as https://github.com/OWNER/outflank; files are
looked for under ADDRESS/raw/vVERSION/. Nothing is committed. `build_dist.py` does this in a copy;
there a release without an address leaves the pictures out and keeps the words of the links.
"""

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
_ADDRESS = re.compile(r"https://[\w.-]+(?:/[\w.-]+)+")
_CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?\[([^\]]*)\]\()(?!\w+:|#)([^)\s]+)(\))")
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


def release_readme(text: str, address: str, version: str) -> str:
    """Return the README with full addresses: raw files for pictures, pages for links.

    >>> print(release_readme("![board](board.svg) [rules](rules.md)", "https://x.org/o", "1.0"))
    ![board](https://x.org/o/raw/v1.0/board.svg) [rules](https://x.org/o/blob/v1.0/rules.md)
    """

    def whole(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{address}/{kind}/v{version}/{found[3]}{found[4]}"

    return _outside_code(text, lambda part: _LINK.sub(whole, part))


def readme_alone(text: str) -> str:
    """Return the README without pictures and with the words of its links, for want of an address.

    >>> print(readme_alone("![board](board.svg)[the rules](rules.md), [site](https://x.org)"))
    the rules, [site](https://x.org)
    """

    def without_pictures(part: str) -> str:
        part = _TABLE.sub(lambda table: "" if "](docs/pictures/" in table[0] else table[0], part)
        part = _LINK.sub(lambda link: "" if link[0].startswith("!") else link[2], part)
        return re.sub(r"\n{3,}", "\n\n", part)

    return _outside_code(text, without_pictures)


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change a text but for its code, where [X](X) is not a link."""
    parts = _CODE.split(text)  # every second part is code
    return "".join(part if at % 2 else change(part) for at, part in enumerate(parts))


def release_pyproject(text: str, address: str) -> str:
    """Return pyproject.toml with the addresses of the project."""
    urls = (
        "[project.urls]\n"
        f'Homepage = "{address}"\n'
        f'Documentation = "{address}/tree/main/docs"\n'
        f'Changelog = "{address}/blob/main/CHANGELOG.md"\n'
        f'Issues = "{address}/issues"\n\n'
    )
    head, mark, tail = text.partition("[project.scripts]\n")
    return head + urls + mark + tail


def complete(folder: Path, address: str | None) -> None:
    """Change both files in a folder with the source."""
    if address is not None and not _ADDRESS.fullmatch(address):
        raise SystemExit(f"{address} is not an address such as https://github.com/OWNER/outflank")
    readme, pyproject = folder / "README.md", folder / "pyproject.toml"
    text = readme.read_text(encoding="utf-8")
    settings = pyproject.read_text(encoding="utf-8")
    project = tomllib.loads(settings)["project"]
    if address is None:
        text = readme_alone(text)
    elif "urls" in project:
        raise SystemExit("pyproject.toml already has addresses")
    else:
        text = release_readme(text, address, project["version"])
        pyproject.write_text(release_pyproject(settings, address), encoding="utf-8")
    readme.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Change both files of the checkout."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    complete(ROOT, arguments[0])
    print(f"README.md and pyproject.toml name {arguments[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
