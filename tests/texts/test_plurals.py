"""Plural rules choose the form that the browser's own rules choose."""

import json
import subprocess

import pytest

from outflank.texts.plurals import PluralRules

# As CLDR has them, of languages that differ as much as any.
RULES = {
    "ar": {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    },
    "cs": {"one": "i = 1 and v = 0", "few": "i = 2..4 and v = 0", "many": "v != 0"},
    "da": {"one": "n = 1 or t != 0 and i = 0,1"},
    "de": {"one": "i = 1 and v = 0"},
    "en": {"one": "i = 1 and v = 0"},
    "ja": {},
    "lt": {
        "one": "n % 10 = 1 and n % 100 != 11..19",
        "few": "n % 10 = 2..9 and n % 100 != 11..19",
        "many": "f != 0",
    },
    "lv": {
        "zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19",
        "one": (
            "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 "
            "or v != 2 and f % 10 = 1"
        ),
    },
    "pl": {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": (
            "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 "
            "or v = 0 and i % 100 = 12..14"
        ),
    },
    "ru": {
        "one": "v = 0 and i % 10 = 1 and i % 100 != 11",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14",
    },
}
SHOWN = [str(number) for number in (*range(125), 1000, 1001, 1012, 2022, 100_000)]
SHOWN += [f"{number / 10:.1f}" for number in range(125)]
SHOWN += [f"{number / 100:.2f}" for number in range(125)]

ASK = """
const [languages, shown] = JSON.parse(process.argv[1]);
const answer = {};
for (const language of languages) {
  answer[language] = shown.map((text) => {
    const digits = (text.split(".")[1] ?? "").length;
    const rules = new Intl.PluralRules(language, { minimumFractionDigits: digits });
    return rules.select(Number(text));
  });
}
console.log(JSON.stringify(answer));
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, list[str]]:
    asked = json.dumps([list(RULES), SHOWN])
    done = subprocess.run(["node", "-e", ASK, asked], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.system("node")
@pytest.mark.parametrize("language", RULES)
def test_a_number_has_the_same_category_as_in_a_browser(
    language: str, answers: dict[str, list[str]]
) -> None:
    rules = PluralRules(RULES[language])
    ours = {shown: rules.category(shown) for shown in SHOWN}
    assert ours == dict(zip(SHOWN, answers[language], strict=True))
    assert set(rules.categories) >= set(answers[language])


def test_a_sign_does_not_change_the_category() -> None:
    assert PluralRules(RULES["en"]).category("-1") == "one"


@pytest.mark.parametrize("rule", ["", "n is 1", "x = 1", "n = 1..", "n = 1 and", "n == 1"])
def test_a_rule_that_cannot_be_read_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="is not a plural rule"):
        PluralRules({"one": rule})


def test_a_category_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'several' is not a plural category"):
        PluralRules({"several": "n = 2"})
