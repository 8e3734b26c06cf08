"""Signs every finished match and every entry of the audit log, in the background."""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from outflank.errors import InvalidValue, OutflankError, StoreUnavailable
from outflank.store.database import Database
from outflank.store.records import check_before_signing, records, signed_statement
from outflank.store.signing.audit_chain import problems_of_audit
from outflank.store.signing.keys import (
    PublicKey,
    SigningKey,
    load_key,
    load_or_make_key,
    renew_key,
)
from outflank.store.signing.signature_store import KnownKey
from outflank.store.signing.statements import Signature, digest_of_document
from outflank.store.store import Store
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["RecordSigner", "key_path", "renew_signing_key", "signer_beside_server"]

_AT_ONCE: Final = 20  # matches that share a commit
_PAUSE: Final = 0.02  # seconds between two commits, so that moves are not held up
_LOOK: Final = 60.0  # seconds between two looks through the audit log if no match ends
_ENDING: Final = ".signing-key"

_log = logging.getLogger(__name__)


class RecordSigner:
    """Signs new records with the key in a file, which is made at the first start.

    Matches that ended under an earlier version, or while signing was impossible, are signed as
    soon as possible; each signature says when it was made.
    """

    def __init__(
        self, database: Database, store: Store, now: Callable[[], int], *, key_file: str = ""
    ) -> None:
        self._database = database
        self._store = store
        self._now = now
        self._path = key_path(database, key_file)
        self._key, self._stamp = self._opened(is_chosen=bool(key_file)), _stamp(self._path)
        self._has_work = True  # the database may hold records that nobody has signed
        self.failures: int = 0  # times that signing failed
        self._looked = 0.0
        self._is_closed = False
        self._signing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._register()

    @property
    def key(self) -> SigningKey | None:
        """The key that signs now, or None if no file could be made for it."""
        return self._key

    def _opened(self, *, is_chosen: bool) -> SigningKey | None:
        """Return the key in the file, or None, with a warning, if there is no folder for it."""
        if self._path is None:  # the database is in memory, and so is its key
            return SigningKey.make()
        try:
            if not is_chosen:  # the user's data folder may not exist yet
                self._path.parent.mkdir(parents=True, exist_ok=True)
            key = load_or_make_key(self._path)
            if os.name != "nt" and self._path.stat().st_mode & 0o077:
                _log.warning("The signing key %s can be read by other users; chmod 600", self._path)
        except (OSError, StoreUnavailable) as error:
            if is_chosen or self._path.exists():
                raise
            _log.warning("Nothing will be signed: %s; choose a file with --signing-key", error)
            return None
        return key

    def _register(self) -> None:
        if self._key is None:
            return
        before = self._store.signatures.register(self._key.public, self._now())
        if before is not None:
            _log.warning(
                "The key %s signs from now on, instead of %s", self._key.public.id, before.id
            )

    def known_keys(self) -> list[KnownKey]:
        """Return all public keys that the server has used, the present one first."""
        return self._store.signatures.known_keys()

    def _present_key(self) -> SigningKey | None:
        """Return the key in the file, or None if the server signs with another one now.

        A renewed key is written to its file before the database names it. So if the database names
        another key than the file, the new file was not copied to this host yet.
        """
        is_present = self._key is None or self._key.public in self._store.signatures.present_keys()
        if self._renew_key() or is_present:
            return self._key
        self.failures += 1
        _log.warning(
            "Not signing: %s does not hold the key that signs now; copy the key's file from the "
            "host that has it",
            self._path,
        )
        return None

    def _renew_key(self) -> bool:
        """Load the key again if its file has changed, and return whether it had."""
        stamp = _stamp(self._path)
        if self._path is None or stamp is None or stamp == self._stamp:
            return False
        self._key, self._stamp = load_key(self._path), stamp
        self._register()
        return True

    # Signing

    def note_work(self) -> None:
        """Note that a match has ended."""
        self._has_work = True

    def start(self) -> None:
        """Start signing new records on a separate thread, and return at once."""
        is_busy = self._thread is not None and self._thread.is_alive()
        is_late = time.monotonic() - self._looked > _LOOK
        is_due = self._has_work or is_late
        if is_due and self._key is not None and not is_busy and not self._is_closed:
            self._has_work, self._looked = False, time.monotonic()
            thread = threading.Thread(target=self._run, name="signer", daemon=True)
            thread.start()
            self._thread = thread  # set after the start, because `close` joins it

    def _run(self) -> None:
        try:
            self.sign(pause=_PAUSE)
        except OutflankError as error:
            self._has_work = True
            if not self._is_closed:
                self.failures += 1
                _log.warning("Could not sign records, retrying: %s", error)

    def sign(
        self, *, match: str | None = None, tournament: int | None = None, pause: float = 0.0
    ) -> None:
        """Sign the audit log and all finished matches, or only those of one match or tournament."""
        while not self._is_closed and self._sign_some(match, tournament) > 0:
            time.sleep(pause)

    def _sign_some(self, match: str | None, tournament: int | None) -> int:
        """Sign the audit log and some matches, and return the number of matches."""
        with self._signing:
            key, signatures = self._present_key(), self._store.signatures
            if key is None:
                return 0
            signatures.extend_chain(key, self._now())
            names = signatures.unsigned(_AT_ONCE, match=match, tournament=tournament)
            if not names:
                return 0
            head, at, found = signatures.audit_head(), self._now(), []
            for record in records(self._database, only=names, is_whole=False):
                signed = Signature.make(key, "match", signed_statement(record, head), at)
                found.append((record, signed if _is_sound(record) else None))
            return signatures.add(found, at)

    def signed_tournament(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a tournament's export with the state of the audit log, signed as a whole."""
        log = self._store.signatures.audit_document()
        problems = problems_of_audit(log)
        head = self._store.signatures.audit_head().as_dict()
        document = document | {"audit_chain": head | {"problem": next(iter(problems), None)}}
        with self._signing:
            key = self._present_key()
        if key is None:
            return document
        # The digest is of what a reader gets: JSON has no tuples.
        document = json.loads(msgspec.json.encode(document))
        content = {"digest": digest_of_document(document), "audit": head}
        signature = Signature.make(key, "tournament", content, self._now())
        return document | {"signature": signature.as_dict()}

    def signed_audit(self) -> dict[str, Any]:
        """Return the whole audit log with its chain, and a signature of its present state."""
        document = self._store.signatures.audit_document()
        with self._signing:
            key = self._present_key()
        if key is None:
            return document
        head = {"audit": self._store.signatures.audit_head().as_dict()}
        signature = Signature.make(key, "audit", head, self._now())
        return document | {"signature": signature.as_dict()}

    def close(self) -> None:
        """Stop before the next match is signed."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join()


def key_path(database: Database, chosen: str = "") -> Path | None:
    """Return the file of a database's private key: the chosen one, or one beside the database.

    The key of a database on another server is in the user's data folder. A database in memory has
    no file.
    """
    if chosen:
        return Path(chosen)
    if database.path is not None:
        if database.path.name in ("", ":memory:", "None"):
            return None
        return database.path.with_name(database.path.name + _ENDING)
    address = database.url
    where = f"{address.host or 'local'}-{address.port or 5432}-{address.database}"
    return data_folder() / f"{''.join(c if c.isalnum() else '-' for c in where)}{_ENDING}"


def signer_beside_server(database: Database, key_file: str = "") -> RecordSigner | None:
    """Return a signer for a process beside the server, or None if the key cannot be read here."""
    path, store = key_path(database, key_file), Store(database)
    if path is not None and path.exists() and store.signatures.exists():
        if _is_present(path, store):
            return RecordSigner(database, store, _wall_clock, key_file=str(path))
        if key_file:
            raise InvalidValue(Text("errors.server.not_present_key", key_file=key_file))
    elif key_file:
        raise InvalidValue(Text("errors.server.no_signing_key", key_file=key_file))
    return None


def renew_signing_key(
    database: Database, key_file: str = "", now: Callable[[], int] | None = None
) -> PublicKey:
    """Replace the key of a database with a new one, and return its public half.

    The file must hold the key that signs now, because the server reads the new key from it.
    """
    path, store = key_path(database, key_file), Store(database)
    if path is None:
        raise InvalidValue(Text("errors.server.memory_has_no_key"))
    if not _is_present(path, store):
        raise InvalidValue(Text("errors.server.not_present_key_file", path=path))
    key = renew_key(path)
    # The server has its own clock, which may be ahead of this one.
    at = max((now or _wall_clock)(), store.leases.last_heartbeat() or 0)
    store.signatures.register(key.public, at)
    return key.public


def _is_present(path: Path, store: Store) -> bool:
    """Return whether a file holds the key that signs now, or no key is in use yet."""
    present = store.signatures.present_keys()
    return not present or (path.exists() and load_key(path).public in present)


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000


def _is_sound(record: dict[str, Any]) -> bool:
    try:
        check_before_signing(record)
    except (OutflankError, ValueError, LookupError, TypeError) as error:
        match = record["match"]["id"]
        _log.warning("Did not sign a damaged record: %s", error, extra={"match": match})
        return False
    return True


def _stamp(path: Path | None) -> tuple[int, int] | None:
    """Return the file's inode and time of change, which differ after it is replaced."""
    try:
        found = None if path is None else path.stat()
    except OSError:
        return None
    return None if found is None else (found.st_ino, found.st_mtime_ns)
