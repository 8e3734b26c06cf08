"""Reading games and positions from text and files, and writing them.

A notation is a module that makes one `Format`. The list below has them in the order in which they
are tried on a text of an unknown notation.
"""

from outflank.notation import board_string, drawn_board, fen, ggf, obf, outflank_json, transcript
from outflank.notation.books import BOOKS, Book, BookMove
from outflank.notation.format import (
    AnyFormat,
    Assumptions,
    BinaryFormat,
    Carries,
    Format,
    binary_formats,
    find_any_format,
    find_format,
    format_of,
    formats,
    register_format,
    written_formats,
)
from outflank.notation.pgn import reading as pgn
from outflank.notation.read_write import names_file, read, read_file, read_one, write
from outflank.notation.record import Reading, Record, ScoredPosition
from outflank.notation.sgf import reading as sgf
from outflank.notation.sites import kaggle, quest
from outflank.notation.source_text import Passage, SourceText
from outflank.notation.streaming import stream_file
from outflank.notation.wthor import games as wthor_games

__all__ = [
    "AnyFormat",
    "Assumptions",
    "BinaryFormat",
    "Book",
    "BookMove",
    "Carries",
    "Format",
    "Passage",
    "Reading",
    "Record",
    "ScoredPosition",
    "SourceText",
    "binary_formats",
    "find_any_format",
    "find_format",
    "format_of",
    "formats",
    "names_file",
    "read",
    "read_file",
    "read_one",
    "register_format",
    "stream_file",
    "write",
    "written_formats",
]

_FORMATS: tuple[AnyFormat, ...] = (
    quest.FORMAT,
    kaggle.FORMAT,
    outflank_json.FORMAT,
    ggf.FORMAT,
    sgf.FORMAT,
    pgn.FORMAT,
    obf.FORMAT,
    *fen.FORMATS,
    drawn_board.FORMAT,
    board_string.FORMAT,
    board_string.FORMAT_OF_DIGITS,
    board_string.FORMAT_WITH_ZEROS,
    transcript.FORMAT,
    *(book.notation() for book in BOOKS),
    wthor_games.FORMAT,
)
for _format in _FORMATS:
    register_format(_format)
