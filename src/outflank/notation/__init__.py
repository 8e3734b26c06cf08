"""Text and files to games and positions, and back.

A notation is a module that makes one `Format`; the list below is the order in which they are
tried on a text that nobody has named.
"""

from outflank.notation import board_string, drawn_board, ggf, obf, outflank_json, transcript
from outflank.notation.format import (
    Carries,
    Format,
    find_format,
    format_of,
    formats,
    register_format,
)
from outflank.notation.read_write import Reading, names_file, read, read_file, write
from outflank.notation.record import Record, ScoredPosition
from outflank.notation.streaming import stream_file

__all__ = [
    "Carries",
    "Format",
    "Reading",
    "Record",
    "ScoredPosition",
    "find_format",
    "format_of",
    "formats",
    "names_file",
    "read",
    "read_file",
    "register_format",
    "stream_file",
    "write",
]

for _format in (
    outflank_json.FORMAT,
    ggf.FORMAT,
    obf.FORMAT,
    drawn_board.FORMAT,
    board_string.FORMAT,
    board_string.FORMAT_OF_DIGITS,
    board_string.FORMAT_WITH_ZEROS,
    transcript.FORMAT,
):
    register_format(_format)
