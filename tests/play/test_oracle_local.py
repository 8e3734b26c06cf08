"""Local and scripted oracles, and the word that chooses one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import InvalidValue, NotationError, OracleError, UnknownName
from outflank.play.oracles import (
    LOCAL_ODDS,
    WEB_ODDS,
    LocalOracle,
    Oracle,
    ScriptedOracle,
    oracle_from,
)
from outflank.play.oracles.parsing import parse_script, read_script
from outflank.play.oracles.web_oracle import WebOracle
from outflank.rules import Answer, Odds
from support.properties import counted, counted_at_least

YES, NO, MAYBE = Answer


def answers_of(oracle: Oracle, count: int) -> list[Answer]:
    return [oracle.ask().answer for _ in range(count)]


def test_answers_may_be_given_as_a_list() -> None:
    oracle = oracle_from(["yes", "MAYBE"])
    assert [oracle.ask().answer for _ in range(2)] == ["yes", "maybe"]
    with pytest.raises(OracleError, match="all have been given"):
        oracle.ask()
    with pytest.raises(UnknownName, match="no answer 'perhaps'"):
        oracle_from(["perhaps"])
    for wrong in (5, None):
        with pytest.raises(TypeError, match="an oracle is a word, the name of a file or a list of"):
            oracle_from(wrong)  # type: ignore[arg-type]


def test_a_local_oracle_repeats_itself_with_its_seed() -> None:
    first = answers_of(LocalOracle(seed=3), 200)
    assert first == answers_of(LocalOracle(seed=3), 200) != answers_of(LocalOracle(seed=4), 200)


def test_a_local_oracle_answers_in_proportion_to_its_weights() -> None:
    heard = answers_of(LocalOracle(seed=1), 10_000)
    assert dict(LOCAL_ODDS) == {YES: 0.45, NO: 0.45, MAYBE: 0.1}
    assert all(abs(heard.count(each) / 10_000 - LOCAL_ODDS[each]) < 0.02 for each in Answer)


def test_a_local_oracle_never_gives_an_answer_without_odds() -> None:
    assert set(answers_of(LocalOracle(Odds({"maybe": 1.0})), 50)) == {MAYBE}


def test_an_oracle_without_odds_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"^an oracle needs the odds of at least one answer$"):
        LocalOracle(Odds())


def test_a_local_answer_says_that_it_is_local_and_has_no_picture() -> None:
    oracle = LocalOracle(seed=1)
    reply = oracle.ask()
    oracle.close()
    assert (reply.local, reply.image_url) == (True, None)


def test_a_script_is_read_to_its_end_and_not_beyond() -> None:
    oracle = ScriptedOracle(["yes", NO, "Maybe"], source="answers.txt")
    assert answers_of(oracle, 3) == [YES, NO, MAYBE]
    for _ in range(2):
        with pytest.raises(OracleError, match=r"^the script answers.txt has 3 answers and all"):
            oracle.ask()
    oracle.close()


def test_a_script_of_one_answer_counts_in_the_singular() -> None:
    oracle = ScriptedOracle(["yes"])
    oracle.ask()
    with pytest.raises(OracleError, match=r"^the script has 1 answer and it has been given$"):
        oracle.ask()


@pytest.mark.parametrize("heard", [0, 1, 7])
def test_a_resumed_game_hears_the_same_answers_as_an_unbroken_one(heard: int) -> None:
    whole = answers_of(LocalOracle(seed=3), 20)
    oracles: list[Oracle] = [LocalOracle(seed=3), ScriptedOracle(whole)]
    for oracle in oracles:
        oracle.skip(heard)
        assert answers_of(oracle, 20 - heard) == whole[heard:]


def test_skipping_stops_at_the_end_of_a_script() -> None:
    oracle = ScriptedOracle(["yes", "no"])
    oracle.skip(5)
    with pytest.raises(OracleError, match="2 answers"):
        oracle.ask()


def test_the_odds_of_a_script_are_the_web_oracles_unless_they_are_given() -> None:
    assert ScriptedOracle(["maybe"]).odds == WEB_ODDS
    assert ScriptedOracle(["maybe"], odds=LOCAL_ODDS).odds == LOCAL_ODDS


def test_the_word_web_chooses_the_web_oracle_and_sends_nothing() -> None:
    oracle = oracle_from("web", 3)
    assert isinstance(oracle, WebOracle)
    assert not oracle._is_fetching


def test_the_word_local_chooses_a_local_oracle_with_the_seed() -> None:
    assert answers_of(oracle_from("local", 9), 50) == answers_of(LocalOracle(seed=9), 50)


def test_the_word_local_may_carry_weights() -> None:
    assert oracle_from("local:3/1/0").odds == Odds({"yes": 0.75, "no": 0.25})


@pytest.mark.parametrize(
    "text",
    ["local:", "local:1/2", "local:0/0/0", "local:-1/1/1", "local:1/1/1/1", "local:a/b/c"],
)
def test_wrong_weights_raise_one_error(text: str) -> None:
    with pytest.raises(NotationError, match="maybe like local:45/45/10"):
        oracle_from(text)


@pytest.mark.parametrize("text", ["wbe", "", "no/such/file.txt", "x" * 5000, "a\0b"])
def test_an_unknown_oracle_raises_one_error(text: str) -> None:
    if text:
        with pytest.raises(UnknownName, match=r"known: web, local, FILE"):
            oracle_from(text)
    else:  # the empty path is the present folder
        with pytest.raises(OracleError, match="cannot be read"):
            oracle_from(text)


def test_a_misspelled_oracle_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="did you mean 'local'"):
        oracle_from("locla")


def test_a_file_of_lines_is_a_script(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_bytes(b"\xef\xbb\xbf# a game\r\nyes\r\n\r\n  NO  # unlucky\r\nmaybe")
    oracle = oracle_from(str(path))
    assert answers_of(oracle, 3) == [YES, NO, MAYBE]
    with pytest.raises(OracleError, match=r"answers\.txt has 3 answers"):
        oracle.ask()


def test_a_file_with_a_json_list_is_a_script(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text('\n[\n  "yes",\n  "no", "maybe"\n]\n', encoding="utf-8")
    assert read_script(path) == [YES, NO, MAYBE]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("yes\n\nperhaps\n", r"^s:3: an answer is yes, no or maybe, not 'perhaps'$"),
        ("yes no\n", r"^s:1: .* not 'yes no'$"),
        ("y" * 100, r"^s:1: .* not this$"),
        ('["yes",\n "no",\n 3]', r"^s:3: .* not 3$"),
        ('["yes",\n ["no"]]', r"^s:2: .* not \['no'\]$"),
        ('["yes",\n "oh"]', r"^s:2: .* not 'oh'$"),
        ('["yes",\n "no"', r"^s:2:6: this is not a JSON list"),
        ("[" * 100_000, r"^s:1: this is not a JSON list of answers$"),
        ("[" + "9" * 5000 + "]", r"^s:1: "),
        ("[]", r"^s: this script has no answers"),
        ("", r"^s: this script has no answers"),
        ("# nothing\n\n", r"^s: this script has no answers"),
    ],
)
def test_an_error_in_a_script_names_its_place(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        parse_script(text, source="s")


def test_a_file_that_is_not_text_raises_an_error_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_bytes(b"yes\nno\n\xff\xfe\n")
    with pytest.raises(NotationError, match=r"answers\.txt:3: this is not text"):
        read_script(path)


def test_a_file_that_is_too_long_raises_one_error(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_bytes(b"yes\n" * 300_000)
    with pytest.raises(OracleError, match="longer than"):
        read_script(path)


def test_a_folder_is_not_a_script(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match="cannot be read"):
        oracle_from(str(tmp_path))


@given(st.lists(st.sampled_from(list(Answer)), min_size=1), st.sampled_from(["\n", "\r\n"]))
def test_a_written_script_reads_back(answers: list[Answer], newline: str) -> None:
    assert parse_script(newline.join(answers)) == answers
    assert parse_script(str([each.value for each in answers]).replace("'", '"')) == answers


PIECES = ["yes", "no", "maybe", "\n", " ", ",", "[", "]", '"', "#", "x"]


@counted_at_least(3)
@given(
    st.text()
    | st.text().map("[".__add__)
    | st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
)
def test_any_text_is_a_script_or_one_error(text: str) -> None:
    try:
        answers = parse_script(text)
    except NotationError:
        return
    counted()
    assert answers
