"""Opening books: those of Outflank, Edax and Egaroucid, and looking up positions in them."""

from outflank.notation.books.book import BOOKS, Book
from outflank.notation.books.book_records import BookMove

__all__ = ["BOOKS", "Book", "BookMove"]
