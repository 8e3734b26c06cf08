"""Keys: unguessable, kept as digests, and never seen in a log."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.server.accounts.keys import Role, digest, is_loopback, new_key, redact

KEY = "oth_ab-DEFGHIJKLMNOPQRSTUV_XYZ012345"


def test_keys_are_long_random_and_safe_in_a_path() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch(r"oth_[A-Za-z0-9_-]{32}", key) for key in keys)  # 192 bits


def test_a_digest_is_plain_sha256_even_of_keys_that_are_not_text() -> None:
    assert digest("key0") == hashlib.sha256(b"key0").hexdigest()
    assert digest("\ud800") != digest("\ud801")


def test_there_are_three_roles() -> None:
    assert list(map(str, Role)) == ["player", "observer", "admin"]
    assert Role("admin") is Role.ADMIN


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_is_loopback(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize(
    "address",
    [
        None,
        "",
        "localhost",
        "unix:",
        "0.0.0.0",
        "::",
        "10.0.0.1",
        "::ffff:10.0.0.1",
        "127.0.0.1, 192.0.2.1",
        "0x7f000001",
        "2130706433",
        "127.1",
        "127.0.0.1:80",
        "fe80::1%lo",
    ],
)
def test_everything_else_is_not_loopback(address: str | None) -> None:
    assert not is_loopback(address)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"/move/{KEY}/3/4", "/move/oth_ab***/3/4"),
        (f"/boards/{KEY}", "/boards/oth_ab***"),
        (f"/move_needed/{KEY}?wait=25", "/move_needed/oth_ab***?wait=25"),
        ("/boards/key0", "/boards/ke***"),
        ("/move_needed/key0?wait=25", "/move_needed/ke***?wait=25"),
        ("/set_name/key0/Deep%20Blue", "/set_name/ke***/Deep%20Blue"),
        ("/move/key3/0/7", "/move/ke***/0/7"),
        ("/codekata/boards/observe0", "/codekata/boards/ob***"),
        ("/codekata/restart/admin0", "/codekata/restart/ad***"),
        ("/restart/admin0", "/restart/ad***"),
        ("//move//key0/1/2", "//move//ke***/1/2"),
        ("/move%2Fkey0%2F1", "/move%2Fke***%2F1"),
        ("/MOVE/secret", "/MOVE/se***"),
        ("/move/x", "/move/x***"),
        (f"Authorization: Bearer {KEY}", "Authorization: Bearer oth_ab***"),
        ("authorization: bearer key0", "authorization: bearer ke***"),
        (f"/api/v1/matches?key={KEY}&x=1", "/api/v1/matches?key=oth_ab***&x=1"),
        ("/page?token=abcdef", "/page?token=ab***"),
        (f"KeyError: '{KEY}'", "KeyError: 'oth_ab***'"),
        (f"http://host:5000/move/{KEY}/3/4", "http://host:5000/move/oth_ab***/3/4"),
        (f'"GET /boards/{KEY} HTTP/1.1" 200', '"GET /boards/oth_ab*** HTTP/1.1" 200'),
        ("/api/v1/matches/12/moves", "/api/v1/matches/12/moves"),
        ("/move/<key>/<x>/<y>", "/move/<key>/<x>/<y>"),
        ("/codekata/game_results", "/codekata/game_results"),
        ("", ""),
    ],
)
def test_no_key_is_left_in_a_log_line(text: str, shown: str) -> None:
    assert redact(text) == shown
    assert redact(shown) == shown


@given(st.text(), st.text())
def test_a_real_key_is_hidden_wherever_it_stands(before: str, after: str) -> None:
    text = redact(before + KEY + after)
    assert KEY not in text
    assert KEY[8:] not in text
