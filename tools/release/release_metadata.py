"""Write the project's public address into the files that a package index shows.

python tools/release/release_metadata.py ADDRESS   changes README.md and pyproject.toml of a release

An index shows the README alone, so its pictures and links need the full addresses of what they
lead to. ADDRESS is the repository's, such as https://github.com/OWNER/outflank; files are
looked for under ADDRESS/raw/vVERSION/. Nothing is committed.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
_CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?\[[^\]]*\]\()(?!\w+:|#)([^)\s]+)(\))")


def release_readme(text: str, address: str, version: str) -> str:
    """Return the README with full addresses: raw files for pictures, pages for links.

    >>> print(release_readme("![board](board.svg) [rules](rules.md)", "https://x.org/o", "1.0"))
    ![board](https://x.org/o/raw/v1.0/board.svg) [rules](https://x.org/o/blob/v1.0/rules.md)
    """

    def whole(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{address}/{kind}/v{version}/{found[2]}{found[3]}"

    parts = _CODE.split(text)  # every second part is code, where [X](X) is not a link
    return "".join(part if at % 2 else _LINK.sub(whole, part) for at, part in enumerate(parts))


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


def main(arguments: list[str]) -> int:
    """Change both files."""
    if len(arguments) != 1 or not re.fullmatch(r"https://[\w.-]+(?:/[\w.-]+)+", arguments[0]):
        print(__doc__)
        return 2
    (address,) = arguments
    readme, pyproject = ROOT / "README.md", ROOT / "pyproject.toml"
    settings = pyproject.read_text(encoding="utf-8")
    project = tomllib.loads(settings)["project"]
    if "urls" in project:
        print("pyproject.toml already has addresses")
        return 2
    text = readme.read_text(encoding="utf-8")
    readme.write_text(release_readme(text, address, project["version"]), encoding="utf-8")
    pyproject.write_text(release_pyproject(settings, address), encoding="utf-8")
    print(f"README.md and pyproject.toml name {address}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
