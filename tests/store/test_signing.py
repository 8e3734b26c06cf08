"""Signatures: the key file, what is signed, and that every change of a record is found."""

from __future__ import annotations

import copy
import itertools
import json
import shutil
import stat
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import InvalidValue, JournalError, StoreUnavailable
from outflank.server.tournaments.exports import problems_of
from outflank.store.records import verify_record
from outflank.store.signing.audit_chain import problems_of_audit
from outflank.store.signing.keys import (
    PublicKey,
    SigningKey,
    load_key,
    load_or_make_key,
    read_public_key,
    renew_key,
)
from outflank.store.signing.statements import Signature, signed_content
from support.signing.signed_exports import changed, signed_exports
from support.texts.second_language import LANGUAGE, untranslated, write_second_language

# The key


def test_a_key_is_made_once_in_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "cup.db.signing-key"
    made = load_or_make_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_make_key(path).public == made.public
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_key_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert SigningKey.make().write(path)
    before = path.read_bytes()
    assert not SigningKey.make().write(path)
    assert path.read_bytes() == before


def test_a_renewed_key_differs(tmp_path: Path) -> None:
    path = tmp_path / "key"
    old = load_or_make_key(path)
    new = renew_key(path)
    assert new.public != old.public
    assert load_key(path).public == new.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_invalid_key_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("-----BEGIN PRIVATE KEY-----\nhello\n-----END PRIVATE KEY-----\n")
    with pytest.raises(StoreUnavailable, match="holds no signing key"):
        load_key(path)
    with pytest.raises(StoreUnavailable, match=r"cannot be read: .*: No such file"):
        load_key(tmp_path / "none")
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        load_or_make_key(tmp_path / "no folder" / "key")


def test_a_public_key_is_read_from_a_word_a_file_and_pem(tmp_path: Path) -> None:
    key = SigningKey.make().public
    for number, text in enumerate([key.text, key.text + "\n", key.pem]):
        file = tmp_path / f"{number}.txt"
        file.write_text(text)
        assert read_public_key(str(file)) == key
    assert read_public_key(key.text) == key
    assert PublicKey.parse(key.pem).id == key.id


@pytest.mark.parametrize(
    "text", ["", "ed25519:", "ed25519:AAAA", "ed25519:%%%", "AAAA", "-----BEGIN nothing"]
)
def test_an_invalid_public_key_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"not (a|the) public"):
        PublicKey.parse(text)


def test_a_private_key_given_as_the_public_one_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    load_or_make_key(path)
    with pytest.raises(InvalidValue, match="this is a private key") as refused:
        read_public_key(str(path))
    assert path.read_text().splitlines()[1] not in str(refused.value)
    with pytest.raises(InvalidValue, match="there is no file"):
        read_public_key(str(tmp_path / "none"))


# Statements


def test_a_signature_is_valid_only_for_its_subject_and_key() -> None:
    key = SigningKey.make()
    signed = Signature.make(key, "match", {"seal": "ü"}, at=5).as_dict()
    assert signed_content(signed, "match", [key.public]) == {"seal": "ü"}
    with pytest.raises(JournalError, match="does not belong to this signature"):
        signed_content(signed, "audit", [key.public])
    other = SigningKey.make().public
    with pytest.raises(JournalError, match=f"another key .{key.public.id}., not with {other.id}"):
        signed_content(signed, "match", [other])
    forged = Signature.make(SigningKey.make(), "match", {"seal": "ü"}, at=5).as_dict()
    with pytest.raises(JournalError, match="does not match the signed statement"):
        signed_content(forged | {"key": key.public.id}, "match", [key.public])
    with pytest.raises(JournalError, match="no signature"):
        signed_content(None, "match", [key.public])


@pytest.mark.system("openssl")
def test_openssl_can_check_a_signature_too(tmp_path: Path) -> None:
    game, *_, key = signed_exports()
    (tmp_path / "key.pem").write_text(key.pem)
    (tmp_path / "statement").write_text(game["signature"]["statement"])
    (tmp_path / "signature").write_bytes(b64decode(game["signature"]["value"]))
    checked = subprocess.run(
        [str(shutil.which("openssl")), "pkeyutl", "-verify", "-pubin", "-inkey", "key.pem",
         "-rawin", "-in", "statement", "-sigfile", "signature"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Signature Verified Successfully" in checked.stdout


# Tampering: every change is found with the public key alone


def test_an_unchanged_export_is_correct() -> None:
    game, tournament, audit, key = signed_exports()
    assert verify_record(game, [key]) is None
    assert problems_of(tournament, [key]) == []
    assert problems_of_audit(audit, [key]) == []
    assert len(audit["entries"]) > 3


@given(st.data())
def test_every_change_of_a_game_is_found(data: st.DataObject) -> None:
    game, *_, key = signed_exports()
    record = data.draw(changed(game))
    # Something that is not a record at all is refused earlier.
    assert not isinstance(record.get("match"), dict) or verify_record(record, [key]) is not None


@given(st.data())
def test_every_change_of_a_tournament_is_found(data: st.DataObject) -> None:
    tournament, key = signed_exports().tournament, signed_exports().key
    assert problems_of(data.draw(changed(tournament)), [key])


@given(st.data())
def test_every_change_of_the_audit_log_is_found(data: st.DataObject) -> None:
    audit, key = signed_exports().audit, signed_exports().key
    assert problems_of_audit(data.draw(changed(audit)), [key])


def resealed(game: dict[str, Any]) -> dict[str, Any]:
    """Return a game whose changed moves were sealed again, which anybody can do."""
    from outflank.store.journal import seal_of

    return game | {"seal": seal_of(game["events"]).hex()}


def test_a_wrong_record_is_reported_in_a_sentence() -> None:
    game, _, _, key = copy.deepcopy(signed_exports())

    def said(record: dict[str, Any]) -> str:
        fault = verify_record(record, [key])
        assert fault is not None
        return fault.problem

    assert said(game | {"black": "Eve"}) == "the name of black differs from what was signed"
    noted = [event.replace('"note":""', '"note":"bought"') for event in game["events"]]
    assert noted != game["events"]
    assert said(resealed(game | {"events": noted})) == "the seal differs from what was signed"
    moved = game["match"] | {"ended": game["match"]["ended"] + 1}
    assert said(game | {"match": moved}) == "the match differs from what was signed"
    unsigned = {name: value for name, value in game.items() if name != "signature"}
    assert said(unsigned) == "there is no signature"
    assert verify_record(unsigned) is None
    assert "another key" in said(game | {"signature": game["signature"] | {"key": "0" * 16}})


def test_a_wrong_audit_log_is_reported_in_a_sentence() -> None:
    audit, key = copy.deepcopy(signed_exports().audit), signed_exports().key
    entries = audit["entries"]

    def said(entries: list[dict[str, Any]], **more: Any) -> list[str]:
        return problems_of_audit(audit | {"entries": entries} | more, [key])

    assert said([*entries[:1], *entries[2:]]) == ["audit entry 2 is missing"]
    forged = [*entries[:1], entries[1] | {"actor": "Eve"}, *entries[2:]]
    assert said(forged) == ["audit entry 2 was changed"]
    last = len(entries)
    assert said(entries[:-1]) == [
        f"the audit log: its last entries are missing; the last signed entry is {last}"
    ]
    assert said([]) == [
        f"the audit log: its last entries are missing; the last signed entry is {last}"
    ]
    assert said(entries, signature=None) == ["the audit log: there is no signature"]


def test_the_problems_of_an_audit_log_are_in_the_users_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit, key = copy.deepcopy(signed_exports().audit), signed_exports().key
    first, second = audit["entries"][:2]
    wrong = [
        *([first | {"actor": "Eve"}], [second], [first | {"more": 1}]),
        *([first, second], None),
    ]
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    found = [problems_of_audit(audit | {"entries": each, "extra": 1}, [key]) for each in wrong]
    assert [len(problems) for problems in found] == [2, 2, 2, 2, 1]
    said = "\n".join(itertools.chain(*found)).replace("'NoneType' object is not iterable", "")
    assert untranslated(said, ("TypeError",)) == []


def test_a_tournament_whose_withdrawal_was_flipped_does_not_verify() -> None:
    tournament, key = copy.deepcopy(signed_exports().tournament), signed_exports().key
    tournament["entrants"][0]["withdrawn"] = 1_700_000_000_000
    assert problems_of(tournament) == []  # nothing else would tell
    found = problems_of(tournament, [key])
    assert found == ["the tournament was changed after it was signed"]


def test_a_signed_export_does_not_hold_the_private_key() -> None:
    assert "PRIVATE" not in json.dumps(signed_exports()[:3])
