"""The modules of a folder as one file: the same names, each run once at its first import."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
from pathlib import Path

import pytest

from outflank.errors import InvalidValue
from outflank.faces.web.pages.joined_modules import JoinedModules, imports_of
from outflank.faces.web.pages.static_files import static_files

SOURCES = {
    "page/start.js": """import "./parts/noise.js";
import { name, twice as doubled } from "./parts/numbers.js";
import words, { say } from "./parts/words.js";
console.log(JSON.stringify([name, doubled(4), say(), words.hello]));
const { late } = await import("./parts/late.js");
console.log(JSON.stringify([late, new (await import("./parts/words.js")).Speaker().speak()]));
""",
    "page/other.js": """import { late } from "./parts/late.js";
console.log(late);
""",
    "page/parts/noise.js": 'console.log("once");\n',
    "page/parts/numbers.js": """import "./noise.js";
export const name = "numbers"; // of the same name as in another module
export async function waits() {}
export function twice(number) {
  return 2 * number;
}
""",
    "page/parts/words.js": """import texts from "../../texts/all.js";
import {
  name as numbers,
} from "./numbers.js";
const name = `${numbers}!`;
const say = () => name;
export class Speaker {
  speak = () => /** @type {import("./numbers.js").Name} */ (name);
}
export default texts;
export { say };
""",
    "page/parts/late.js": 'console.log("late");\nexport const late = "late";\n',
    "texts/all.js": 'export default {\n  "hello": "Hello"\n};\n',
}


def test_each_folder_is_one_file_and_carries_its_own_texts() -> None:
    joined = JoinedModules(SOURCES).files
    assert set(joined) - set(SOURCES) == {"page/parts/joined.js"}
    assert '"hello": "Hello"' in joined["page/parts/joined.js"]
    assert imports_of("page/start.js", joined["page/start.js"]) == ["page/parts/joined.js"] * 3
    assert joined["page/start.js"].count("\n") == SOURCES["page/start.js"].count("\n")
    assert (
        joined["page/parts/words.js"]
        == """import { $page_parts_words } from "./joined.js";
export const { Speaker, say } = $page_parts_words();
export default $page_parts_words().default;
"""
    )


@pytest.mark.system("node")
def test_joined_modules_do_the_same_as_single_ones(tmp_path: Path) -> None:
    said = []
    for folder, files in (("alone", SOURCES), ("joined", JoinedModules(SOURCES).files)):
        for path, text in files.items():
            place = tmp_path / folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        (tmp_path / folder / "package.json").write_text(json.dumps({"type": "module"}))
        start = tmp_path / folder / "page/start.js"
        run = subprocess.run(["node", start], check=True, capture_output=True, text=True)
        said.append(run.stdout.splitlines())
    assert said[0] == said[1]
    assert said[0] == [
        "once",
        '["numbers",8,"numbers!","Hello"]',
        "late",
        '["late","numbers!"]',
    ]


def test_a_module_that_cannot_be_joined_is_named() -> None:
    sources = {"a/start.js": 'import { x } from "./x.js";', "a/x.js": "export let x = 1;"}
    with pytest.raises(InvalidValue, match=r"a/x\.js cannot be joined .* export let x = 1;"):
        _ = JoinedModules(sources).files


def test_every_import_of_a_page_finds_its_module() -> None:
    files = {
        path: file.content.decode()
        for path, file in static_files().loaded.items()
        if _is_script(path)
    }
    wanted = re.compile(r'^import \{ (\$\w+) \} from "([^"]+)";', re.MULTILINE)
    count = 0
    for path, text in files.items():
        for name, place in wanted.findall(text):
            found = files[posixpath.normpath(f"{posixpath.dirname(path)}/{place}")]
            assert f"export const {name} = module(" in found, (path, name)
            count += 1
    assert count > 100


def _is_script(path: str) -> bool:
    return path.endswith(".js")
