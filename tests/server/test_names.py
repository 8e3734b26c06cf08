"""Names of players are tidy and visible, and no two look the same."""

import string
import sys
import unicodedata
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import NameRefused
from outflank.server.accounts.confusables import skeleton
from outflank.server.accounts.names import MOST_CHARACTERS, folded, free_name, parse_name
from support.properties import counted, counted_at_least

INVISIBLE = "invisible character"
UNUSED = "not in use"
LETTER = "at least one letter or digit"
LONG = "at most 32 characters"
RESERVED = "is reserved"
ACCENT = "accent must stand on a letter"


def wide(text: str) -> str:
    """Return the letters of East Asian width that stand for plain ones."""
    return "".join(chr(ord(sign) + 0xFEE0) for sign in text)


REFUSED = {
    "nothing": ("", "this one is empty"),
    "spaces": (" \u3000\u00a0\u2009", "this one is empty"),
    "ten kilobytes": ("a" * 10_000, LONG),
    "33 letters": ("a" * 33, LONG),
    "one sign that becomes eighteen letters, twice": ("\ufdfa\ufdfa", LONG),
    "a zero byte": ("a\0b", "control character"),
    "a line break": ("Bob\nwins", "control character"),
    "a line break at the end": ("Bob\r\n", "control character"),
    "an escape sequence": ("\x1b[31mred", "control character"),
    "a C1 control": ("a\x85b", "control character"),
    "a line separator": ("a\u2028b", "line break"),
    "a right-to-left override": ("\u202egnp.bob", INVISIBLE),
    "a bidi isolate": ("\u2066Bob\u2069", INVISIBLE),
    "an Arabic letter mark": ("Bob\u061c", INVISIBLE),
    "a zero-width space": ("Bo\u200bb", INVISIBLE),
    "a zero-width joiner": ("Bo\u200db", INVISIBLE),
    "a word joiner": ("Bob\u2060", INVISIBLE),
    "a byte order mark": ("\ufeffBob", INVISIBLE),
    "a soft hyphen": ("Bo\u00adb", INVISIBLE),
    "a Hangul filler, which is a letter": ("\u3164", INVISIBLE),
    "a half-width Hangul filler": ("Bob\uffa0", INVISIBLE),
    "a grapheme joiner": ("Bo\u034fb", INVISIBLE),
    "a blank Braille cell": ("Bob\u2800", INVISIBLE),
    "a variation selector": ("Bob\ufe0f", INVISIBLE),
    "a tag": ("Bob\U000e0041", INVISIBLE),
    "private use": ("Bob\ue000", "private use"),
    "private use far away": ("Bob\U0010fffd", "private use"),
    "a surrogate": ("Bob\ud800", "half a character"),
    "a noncharacter": ("Bob\ufdd0", UNUSED),
    "unassigned": ("Bob\U0003ffff", UNUSED),
    "dots only": ("...", LETTER),
    "an emoji alone": ("\U0001f600", LETTER),
    "stacked accents": ("Z" + "\u0301\u0302\u0303\u0304" * 5, ACCENT),
    "an accent on nothing": ("\u0301Bob", ACCENT),
    "an accent on a space": ("Bob \u0301s", ACCENT),
    "a reserved word": ("Admin", RESERVED),
    "a reserved word in disguise": (
        "\N{CYRILLIC CAPITAL LETTER A}dm\N{LATIN SMALL LETTER DOTLESS I}n",
        RESERVED,
    ),
    "a reserved word in full width": (wide("SERVER"), RESERVED),
    "a reserved word with digits": ("0bserver", RESERVED),
    "a reserved word in bold": ("\U0001d42c\U0001d432\U0001d42c\U0001d42d\U0001d41em", RESERVED),
    "a reserved word with ornaments": ("~ outflank \N{CHECK MARK} ~", RESERVED),
    "a reserved word with a number": ("Admin (2)", RESERVED),
    "somebody's default name": ("Unknown 0", RESERVED),
    "somebody's default name in disguise": ("UNKN0WN  3", RESERVED),
    "the name of a deleted player": ("Deleted 7", RESERVED),
    "a computer of the server": ("Computer 5", RESERVED),
    "a computer as the commands write it": ("computer:5", RESERVED),
    "a second computer of that level": ("Computer 5 (2)", RESERVED),
    "a computer's level": ("Computer, level 12", RESERVED),
    "a computer in capitals, without a space": ("COMPUTER20", RESERVED),
    "a computer with a zero for its o": ("C0mputer 5", RESERVED),
    "a computer in Cyrillic letters": (
        "\N{CYRILLIC CAPITAL LETTER ES}\N{CYRILLIC SMALL LETTER O}mputer 5",
        RESERVED,
    ),
    "a computer with a letter for its one": ("Computer l", RESERVED),
    "a computer with a circled digit": ("Computer \N{CIRCLED DIGIT FIVE}", RESERVED),
    "a computer with an Arabic digit": ("Computer \N{ARABIC-INDIC DIGIT FIVE}", RESERVED),
    "a computer by the name of its engine": ("Computer alphabeta", RESERVED),
}

ACCEPTED = {
    "trimmed": ("  Bob ", "Bob"),
    "inner spaces": ("Deep\u00a0 \u2003Blue", "Deep Blue"),
    "32 letters": ("a" * 32, "a" * 32),
    "full width": (wide("Bob"), "Bob"),
    "accents apart": ("Jose\u0301", "José"),
    "accents that are no part of the length": ("q\u0301" * 32, "q\u0301" * 32),
    "an emoji beside letters": ("Bob \U0001f600", "Bob \U0001f600"),
    "an emoji that asks for colour": ("Bob \u2764\ufe0f", "Bob \u2764"),
    "a digit": ("7", "7"),
    "Japanese": ("オセロ名人", "オセロ名人"),
    "Hebrew": ("עברית", "עברית"),
    "Thai, two marks on a letter": ("ที่รัก", "ที่รัก"),
    "markup, which pages must show as text": ("<img onerror=x>", "<img onerror=x>"),
    "a formula, which exports must quote": ("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"),
    "a path": ("../etc/passwd", "../etc/passwd"),
    "a statement": ("x'); DROP TABLE names;--", "x'); DROP TABLE names;--"),
    "a reserved word inside another": ("Administratrix", "Administratrix"),
    "no default": ("Unknown Soldier", "Unknown Soldier"),
    "no computer of the server": ("Computer Club 5", "Computer Club 5"),
    "no computer at all": ("Commuter 5", "Commuter 5"),
}


@pytest.mark.parametrize("nasty", REFUSED)
def test_a_malicious_name_is_refused_in_one_sentence(nasty: str) -> None:
    text, reason = REFUSED[nasty]
    with pytest.raises(NameRefused, match=reason) as refusal:
        parse_name(text)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 120


@pytest.mark.parametrize("kind", ACCEPTED)
def test_an_odd_but_visible_name_is_accepted_and_tidied(kind: str) -> None:
    text, shown = ACCEPTED[kind]
    assert parse_name(text) == shown


def test_there_are_at_least_forty_malicious_names() -> None:
    assert len(REFUSED) >= 40


def test_a_player_may_keep_its_own_default_name_and_no_other() -> None:
    assert parse_name(" Unknown  0", default="Unknown 0") == "Unknown 0"
    with pytest.raises(NameRefused, match=RESERVED):
        parse_name("Unknown 1", default="Unknown 0")


@counted_at_least(5)
@given(st.text(max_size=60) | st.text(st.characters(categories=["L", "N"]), max_size=40))
def test_any_accepted_name_is_visible_and_tidying_it_again_changes_nothing(text: str) -> None:
    try:
        name = parse_name(text)
    except NameRefused:
        return
    counted()
    assert name.isprintable()
    assert name == parse_name(name)
    assert folded(name).strip()


TWINS = {
    "case": ("Alice", "aLICE"),
    "Cyrillic a": ("paypal", "p\N{CYRILLIC SMALL LETTER A}ypal"),
    "Greek omicron": ("google", "g\N{GREEK SMALL LETTER OMICRON}ogle"),
    "Greek nu": ("Steve", "Ste\N{GREEK SMALL LETTER NU}e"),
    "Cyrillic capitals": ("XAKEP", "\N{CYRILLIC CAPITAL LETTER HA}AKEP"),
    "full width": ("alice", wide("ALICE")),
    "a mathematical alphabet": ("alice", "\U0001d400\U0001d4f5\U0001d4f2\U0001d4ec\U0001d4ee"),
    "Lisu letters": ("alice", "\ua4ee\ua4e1\ua4f2\ua4da\ua4f0"),
    "strokes": ("l1I|", "IIII"),
    "zero": ("B0B", "bob"),
    "a letter like two": ("Modern", "Modem"),
    "dotless i": ("Igor", "\N{LATIN SMALL LETTER DOTLESS I}gor"),
    "circled": ("1st", "\N{CIRCLED DIGIT ONE}st"),
    "Russian case": ("Вова", "вова"),
    "accents apart": ("José", "JOSE\u0301"),
    "quotes": ("O'Hara", "O\N{RIGHT SINGLE QUOTATION MARK}Hara"),
    "dashes": ("a-b", "a\N{NON-BREAKING HYPHEN}b"),
}


@pytest.mark.parametrize("pair", TWINS)
def test_names_that_look_the_same_fold_to_the_same(pair: str) -> None:
    one, other = TWINS[pair]
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Nan", "Van"), ("young", "uoung"), ("e", "é"), ("李", "里"), ("日本", "曰本"), ("a b", "ab")],
)
def test_names_that_look_different_stay_different(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_plain_letters_stay_different_except_for_known_lookalikes() -> None:
    assert len(set(map(folded, string.ascii_lowercase))) == 25  # i is l
    assert len(set(map(folded, string.digits + string.ascii_lowercase))) == 33  # 0 is o, 1 is l


def test_folding_any_character_twice_changes_nothing_more() -> None:
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if unicodedata.category(sign) not in ("Cn", "Co", "Cs"):
            once = skeleton(sign)
            assert skeleton(once) == once


def test_a_name_that_is_taken_gets_the_first_free_number() -> None:
    taken = {folded("Alice")}
    assert free_name("Bob", taken.intersection) == "Bob"
    assert free_name("ALICE", taken.intersection) == "ALICE (2)"
    taken.add(folded("ALICE (2)"))
    assert free_name("\N{CYRILLIC CAPITAL LETTER A}lice", taken.intersection).endswith(" (3)")
    assert free_name("Alice (2)", taken.intersection) == "Alice (3)"


def test_a_name_that_thousands_have_gets_a_number_after_few_queries() -> None:
    taken = {folded("Bot"), *(folded(f"Bot ({number})") for number in range(2, 5000))}
    asked: list[int] = []

    def find_taken(names: Collection[str]) -> set[str]:
        asked.append(len(names))
        return taken.intersection(names)

    assert free_name("Bot", find_taken) == "Bot (5000)"
    assert len(asked) < 20
    assert sum(asked) < 200


@pytest.mark.parametrize(("one", "other"), [("Борис", "борис"), ("Νίνα", "νίνα"), ("ΝΊΝΑ", "νίνα")])
def test_a_name_is_taken_in_upper_and_lower_case_even_if_they_look_different(
    one: str, other: str
) -> None:
    assert free_name(other, {folded(one)}.intersection) == f"{other} (2)"


@pytest.mark.parametrize("base", ["a" * 32, "q\u0301" * 32, "a" * 27 + " bcde"])
def test_a_numbered_name_respects_the_length_limit(base: str) -> None:
    taken: set[str] = set()
    names = []
    for _ in range(12):
        name = free_name(base, taken.intersection)
        taken.add(folded(name))
        names.append(name)
    assert names[0] == base
    assert names[-1].endswith(" (12)")
    assert [parse_name(name) for name in names] == names
    assert len(set(map(folded, names))) == 12
    assert MOST_CHARACTERS == 32


@given(
    st.lists(
        st.sampled_from(
            ["Bob", "B0B", "bob (2)", "BOB (3)", "\N{CYRILLIC CAPITAL LETTER VE}ob", "x" * 32]
        ),
        max_size=30,
    )
)
def test_no_two_players_have_names_that_look_the_same(wishes: list[str]) -> None:
    taken: set[str] = set()
    for wish in wishes:
        name = free_name(parse_name(wish), taken.intersection)
        assert folded(name) not in taken
        taken.add(folded(name))
    assert len(taken) == len(wishes)
