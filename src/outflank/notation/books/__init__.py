"""The opening books of other programs: Edax's and Egaroucid's, which are only read."""

from outflank.notation.books.edax import EDAX_BOOK
from outflank.notation.books.egaroucid import EGAROUCID_BOOK

__all__ = ["EDAX_BOOK", "EGAROUCID_BOOK"]
