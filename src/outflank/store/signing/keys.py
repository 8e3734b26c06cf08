"""The server's signing key (Ed25519): a private half in a file and a public half for everybody."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.store.access.private_files import create_private
from outflank.texts import Text

__all__ = [
    "PublicKey",
    "SigningKey",
    "load_key",
    "load_or_make_key",
    "read_public_key",
    "renew_key",
]

_PREFIX = "ed25519:"
_RAW = serialization.Encoding.Raw, serialization.PublicFormat.Raw
_PEM = serialization.Encoding.PEM
_LARGEST_FILE = 10_000  # bytes; a key has about two hundred


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The public half of a server's key, with which anybody can verify its signatures."""

    raw: bytes

    @property
    def id(self) -> str:
        """A short name of the key, used in signatures."""
        return hashlib.sha256(self.raw).hexdigest()[:16]

    @property
    def text(self) -> str:
        """The key as one word.

        >>> PublicKey(bytes(32)).text
        'ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
        """
        return _PREFIX + base64.b64encode(self.raw).decode()

    @property
    def pem(self) -> str:
        """The key in the format that other programs, such as openssl, read."""
        key = Ed25519PublicKey.from_public_bytes(self.raw)
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        return key.public_bytes(_PEM, form).decode()

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """Read a key from its word or from PEM, or raise InvalidValue."""
        text = text.strip()
        if text.startswith("-----BEGIN"):
            return _of_pem(text)
        try:
            raw = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
        except (binascii.Error, ValueError):
            raw = b""
        if not text.startswith(_PREFIX) or len(raw) != 32:
            raise InvalidValue(Text("errors.store.not_a_public_key"))
        return cls(raw)

    def has_signed(self, text: str, signature: bytes) -> bool:
        """Return whether a signature of a text was made with the private half of this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


class SigningKey:
    """The private half, which can sign but is never shown."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public: PublicKey = PublicKey(private.public_key().public_bytes(*_RAW))

    @classmethod
    def make(cls) -> SigningKey:
        """Make a new key."""
        return cls(Ed25519PrivateKey.generate())

    def sign(self, text: str) -> bytes:
        """Return the signature of a text."""
        return self._private.sign(text.encode())

    def write(self, path: Path, *, instead_of: Path | None = None) -> bool:
        """Write the key to a new file that only its owner can read; False if the file exists.

        A file that will replace another gets its owner and mode.
        """
        form = serialization.PrivateFormat.PKCS8
        data = self._private.private_bytes(_PEM, form, serialization.NoEncryption())
        # Write all of it or nothing: another server may read the file at this moment.
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            _write_private(part, data, instead_of)
            os.link(part, path)
            _sync_folder(path.parent)
        except FileExistsError:
            return False
        except OSError as error:
            raise StoreUnavailable(
                Text("errors.store.unwritable_signing_key"), f"{path}: {error.strerror}"
            ) from error
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        return True


def load_key(path: Path) -> SigningKey:
    """Read a key from its file, or raise StoreUnavailable."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE)
    except OSError as error:
        raise StoreUnavailable(
            Text("errors.store.unreadable_signing_key"), f"{path}: {error.strerror}"
        ) from error
    try:
        private = serialization.load_pem_private_key(data, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise StoreUnavailable(
            Text("errors.store.unreadable_signing_key"),
            f"{path} holds no signing key (a private Ed25519 key in PEM)",
        )
    return SigningKey(private)


def load_or_make_key(path: Path) -> SigningKey:
    """Read a key from its file, which is created with a new key if it does not exist."""
    if not path.exists():
        key = SigningKey.make()
        if key.write(path):
            return key
    return load_key(path)


def renew_key(path: Path) -> SigningKey:
    """Replace the key in a file with a new one; the old private half is lost."""
    key, fresh = SigningKey.make(), path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    key.write(fresh, instead_of=path)
    fresh.replace(path)
    return key


def read_public_key(given: str) -> PublicKey:
    """Read a public key, given as a word or as a file that contains it."""
    if given.strip().startswith(_PREFIX):
        return PublicKey.parse(given)
    path = Path(given)
    if not path.is_file():
        raise InvalidValue(Text("errors.store.no_public_key_file", given=given))
    with path.open("rb") as file:
        return PublicKey.parse(file.read(_LARGEST_FILE).decode(errors="replace"))


def _of_pem(text: str) -> PublicKey:
    if "PRIVATE" in text.partition("\n")[0]:
        raise InvalidValue(Text("errors.store.private_key_given"))
    try:
        key = serialization.load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise InvalidValue(Text("errors.store.not_an_ed25519_key"))
    return PublicKey(key.public_bytes(*_RAW))


def _write_private(path: Path, data: bytes, instead_of: Path | None) -> None:
    """Write a file that only its owner can read and wait until it is on disk."""
    with os.fdopen(create_private(path, instead_of=instead_of), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file survive a power cut, if folders can be synced."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
