"""The opening books of Edax and Egaroucid, which can be read but not written."""

from outflank.notation.books.edax import EDAX_BOOK
from outflank.notation.books.egaroucid import EGAROUCID_BOOK

__all__ = ["EDAX_BOOK", "EGAROUCID_BOOK"]
