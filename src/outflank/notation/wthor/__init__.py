"""The WTHOR database of the Fédération Française d'Othello: its games and its lists of names.

>>> database = WthorDatabase.of([WthorRecord(0, 0, 0, 64, 0, bytes([37]))], year=2024)
>>> WthorDatabase.from_bytes(database.to_bytes()) == database
True
"""

from outflank.notation.wthor.database import WthorDatabase, WthorRecord, WthorResult
from outflank.notation.wthor.games import FORMAT
from outflank.notation.wthor.names import NameFile, Names, read_names

__all__ = [
    "FORMAT",
    "NameFile",
    "Names",
    "WthorDatabase",
    "WthorRecord",
    "WthorResult",
    "read_names",
]
