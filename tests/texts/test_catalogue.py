"""The catalogue of texts: keys, values, plurals, a second language."""

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import InvalidValue
from outflank.texts import Text, catalogue, languages, say

POLISH = {
    "name": "polski",
    "plurals": {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
    },
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's own with one more language."""
    monkeypatch.setenv("OUTFLANK_TEXTS", str(tmp_path))
    write(tmp_path / "pl/language.json", POLISH)
    return tmp_path


def write(path: Path, texts: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(texts), encoding="utf-8")


def test_a_text_is_found_by_language_subject_and_key(folder: Path) -> None:
    write(folder / "pl/greetings.json", {"hello": {"guest": "Cześć, {name}!"}})
    assert catalogue("pl").text("greetings.hello.guest", name="Ola") == "Cześć, Ola!"


def test_a_count_chooses_the_plural_form_of_the_language(folder: Path) -> None:
    forms = {
        "discs_one": "{count} pion",
        "discs_few": "{count} piony",
        "discs_many": "{count} pionów",
    }
    write(folder / "pl/count.json", forms | {"discs_other": "{count} piona", "word": "gra {count}"})
    words = catalogue("pl")
    found = [words.text("count.discs", count=shown) for shown in ("1", 2, 5, 22, "1.5")]
    assert found == ["1 pion", "2 piony", "5 pionów", "22 piony", "1.5 piona"]
    assert words.text("count.word", count=3) == "gra 3"  # a text may need no forms


def test_a_plural_form_that_is_missing_is_the_other_one(folder: Path) -> None:
    write(folder / "pl/count.json", {"discs_other": "{count} pionów"})
    assert catalogue("pl").text("count.discs", count=2) == "2 pionów"


def test_what_a_language_lacks_is_said_in_english(folder: Path) -> None:
    words = catalogue("pl")
    assert words.text("reviews.discs", count=2) == "2 discs"
    assert "reviews.discs" not in words
    assert "reviews.discs" in catalogue("en")


def test_the_language_is_chosen_in_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert catalogue().language == "en"
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "pl")
    assert (catalogue().language, catalogue().name) == ("pl", "polski")
    assert {"en", "pl"} <= set(languages())


@pytest.mark.parametrize("language", ["zxx", "../en", "", "EN", "en/../en"])
def test_a_language_without_texts_is_refused(language: str) -> None:
    with pytest.raises(LookupError, match=r"known: .*\ben\b"):
        catalogue(language)


def test_a_key_without_a_text_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no text 'reviews\.nothing'"):
        catalogue("en").text("reviews.nothing")


@pytest.mark.parametrize("content", ["[]", "{", "\x00"])
def test_a_file_that_is_not_texts_is_named_and_said_in_english(folder: Path, content: str) -> None:
    (folder / "pl/reviews.json").write_text(content)
    with pytest.warns(UserWarning, match=r"reviews\.json cannot be read"):
        assert catalogue("pl").text("reviews.discs", count=2) == "2 discs"


def test_a_chosen_language_without_texts_is_english_with_a_warning(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "zxx")
    known = re.escape(", ".join(languages()))
    with pytest.warns(UserWarning, match=rf"language 'zxx' \(known: {known}\); using English"):
        assert say("reviews.discs", count=2) == "2 discs"


def test_a_region_without_texts_of_its_own_takes_those_of_its_language(folder: Path) -> None:
    write(folder / "pl/greetings.json", {"hello": "Cześć!"})
    assert catalogue("pl-PL").text("greetings.hello") == "Cześć!"


def test_a_folder_groups_files_of_one_subject(folder: Path) -> None:
    write(folder / "pl/errors/rules.json", {"occupied": "Pole {square} jest zajęte."})
    assert catalogue("pl").text("errors.rules.occupied", square="d3") == "Pole d3 jest zajęte."


def test_a_value_may_be_a_text_and_braces_around_other_things_stay(folder: Path) -> None:
    write(folder / "pl/greetings.json", {"json": '{"a": {inner}}', "inner": "{x}"})
    words = catalogue("pl")
    assert words.text("greetings.json", inner=Text("reviews.discs", count=1)) == '{"a": 1 disc}'
    assert words.text("greetings.inner", x="{x}") == "{x}"


def test_an_error_keeps_the_key_and_the_values_of_its_text_also_in_another_process() -> None:
    error = InvalidValue(Text("reviews.discs", count=3))
    for each in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(each), each.text_key, each.parameters) == (
            "3 discs",
            "reviews.discs",
            {"count": 3},
        )


def test_every_text_with_forms_has_all_forms_of_its_language() -> None:
    for language in languages():
        words = catalogue(language)
        keys = words.keys
        for base in [key.removesuffix("_other") for key in keys if key.endswith("_other")]:
            assert keys >= {f"{base}_{one}" for one in words._plurals.categories}, language
