"""Joins the modules of a folder into one script for pages.

A page of many small modules needs as many requests, which are slow on a slow network. So modules
are joined when the server starts; the sources stay small, and no bundler is needed. For that,
modules keep to two rules, which are checked here: imports stand at the top, and exports stand
before the declaration or in one list.

In a joined file, a module is a function that runs at its first import:

    // board/keyboard.js
    export const $board_keyboard = module(() => {
    const { columnNames } = $board_geometry();
    ...
    return { squareInDirection, typeSquare };
    });
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from outflank.errors import InvalidValue
from outflank.texts import Text

__all__ = ["JOINED", "JoinedModules", "imports_of"]

JOINED = "joined.js"  # the name of the file in each folder

_IMPORT = re.compile(r'^import (?:(?P<names>[^"]*?) from )?"(?P<path>\.[^"]+)";', re.MULTILINE)
_LAZY_IMPORT = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_DECLARED = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>\w+))", re.MULTILINE
)
_LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_TYPE = re.compile(r"[ ]?/\*\* @(?:(?!\*/).)*\*/", re.DOTALL)
_MODULE = """const module = (run) => {
  let made;
  return () => (made ??= run());
};"""


def imports_of(path: str, text: str) -> list[str]:
    """Return the paths of a module's static imports.

    >>> imports_of("page/game/seats.js", 'import { make } from "../shared/dom.js";')
    ['page/shared/dom.js']
    """
    return [_resolved(path, found["path"]) for found in _IMPORT.finditer(text)]


class JoinedModules:
    """Joins modules, given by their paths.

    Every imported module goes into the file of its folder, and texts go into the file of the folder
    that uses them. A script that nothing imports, such as that of a page, keeps its own file.

    >>> texts = {"a/b.js": "export const one = 1;", "a/c.js": 'import { one } from "./b.js";'}
    >>> print(JoinedModules(texts).files["a/c.js"])
    import { $a_b } from "./joined.js"; const { one } = $a_b();
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {path: _TYPE.sub("", text) for path, text in texts.items()}

    @cached_property
    def files(self) -> dict[str, str]:
        """The files to send, by path; a joined module can still be imported by its own path."""
        found = {path: self._alone(path) for path in self._texts}
        for place in sorted(set(self._places.values())):
            found[place] = self._joined(place)
        return found

    @cached_property
    def _importers(self) -> dict[str, set[str]]:
        """The folders from which each module is imported."""
        found: dict[str, set[str]] = {}
        for path, text in self._texts.items():
            for imported in imports_of(path, text):
                found.setdefault(imported, set()).add(posixpath.dirname(path))
        return found

    @cached_property
    def _places(self) -> dict[str, str]:
        """The joined file that has a module, by the module's path."""
        found = {}
        for path, folders in self._importers.items():
            is_said_once = path.startswith("texts/") and len(folders) == 1
            folder = next(iter(folders)) if is_said_once else posixpath.dirname(path)
            found[path] = posixpath.join(folder, JOINED)
        return found

    def _joined(self, place: str) -> str:
        """Return the joined file of a folder's modules."""
        paths = sorted(path for path, known in self._places.items() if known == place)
        needed = {name for path in paths for name in imports_of(path, self._texts[path])}
        parts = [self._import_of(place, path) for path in sorted(needed.difference(paths))]
        return "\n".join([*parts, _MODULE, *map(self._function, paths), ""])

    def _function(self, path: str) -> str:
        """Return a module as a function that returns its exports."""

        def needs(found: re.Match[str]) -> str:
            return _taking(found["names"], _resolved(path, found["path"]))

        text = _LISTED.sub("", _DECLARED.sub("", _IMPORT.sub(needs, self._texts[path])))
        exports = [*self._exports(path)]
        if _DEFAULT.search(text):
            text = _DEFAULT.sub("const standard = ", text)
            exports.append("default: standard")
        text = self._importing_later(path, text)
        if wrong := re.search(r"^(?:export|import) .*$", text, re.MULTILINE):
            raise InvalidValue(
                Text("errors.web.module_cannot_be_joined", path=path, wrong=wrong[0])
            )
        body = re.sub(r"\n{2,}", "\n", text).strip("\n")
        start = f"// {path}\nexport const {_name(path)} = module(() => {{"
        return f"{start}\n{body}\nreturn {{ {', '.join(exports)} }};\n}});"

    def _exports(self, path: str) -> list[str]:
        """Return the names that a module exports."""
        text = self._texts[path]
        listed = [name for found in _LISTED.finditer(text) for name in _names(found["names"])]
        return [*(found["name"] for found in _DECLARED.finditer(text)), *listed]

    def _alone(self, path: str) -> str:
        """Return a module as a separate file, in which every line keeps its number."""

        def needs(found: re.Match[str]) -> str:
            imported = _resolved(path, found["path"])
            return f"{self._import_of(path, imported)} {_taking(found['names'], imported)}"

        if path in self._places:
            taken = f"export const {{ {', '.join(self._exports(path))} }} = {_name(path)}();"
            standard = f"export default {_name(path)}().default;"
            has_standard = _DEFAULT.search(self._texts[path]) is not None
            return "\n".join(
                [self._import_of(path, path), taken, *([standard] if has_standard else []), ""]
            )
        return self._importing_later(path, _IMPORT.sub(needs, self._texts[path]))

    def _importing_later(self, path: str, text: str) -> str:
        """Redirect a module's dynamic imports to the joined files."""

        def needs(found: re.Match[str]) -> str:
            imported = _resolved(path, found["path"])
            if imported not in self._places:
                return found[0]
            place = _relative(path, self._places[imported])
            return f'import("{place}").then((all) => all.{_name(imported)}())'

        return _LAZY_IMPORT.sub(needs, text)

    def _import_of(self, importing: str, path: str) -> str:
        return f'import {{ {_name(path)} }} from "{_relative(importing, self._places[path])}";'


def _taking(names: str | None, path: str) -> str:
    """Return the statement that takes names from another module's function."""
    call = f"{_name(path)}();"
    return call if names is None else f"const {{ {', '.join(_taken(names))} }} = {call}"


def _taken(names: str) -> Iterator[str]:
    """Return the names in an import as parts of an object pattern.

    >>> list(_taken("texts, { a, b as c }"))
    ['default: texts', 'a', 'b: c']
    """
    alone, _, listed = names.partition("{")
    if standard := alone.strip(" ,\n"):
        yield f"default: {standard}"
    for name in _names(listed.rstrip("} \n")):
        yield name.replace(" as ", ": ")


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _name(path: str) -> str:
    """Return the name of a module's function.

    >>> _name("board/outflank-board.js")
    '$board_outflank_board'
    """
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _resolved(importing: str, path: str) -> str:
    return posixpath.normpath(f"{posixpath.dirname(importing)}/{path}")


def _relative(importing: str, path: str) -> str:
    """Return a path relative to the importing module.

    >>> _relative("page/game/seats.js", "page/shared/dom.js")
    '../shared/dom.js'
    """
    found = posixpath.relpath(path, posixpath.dirname(importing))
    return found if found.startswith(".") else f"./{found}"
