"""The keys, in words."""

from __future__ import annotations

from typing import Final

__all__ = ["HELP"]

HELP: Final = """\
Moving
  arrows           move the cursor; the mouse does too
  Home, End        first and last column    Ctrl+Home, Ctrl+End  corners
  PgUp, PgDn       top and bottom row
  n, N             next and previous square where you may play
  Enter, Space     play where the cursor stands; so does a click
  f5               type a square, then Enter; Esc forgets it. A letter
                   chooses its column (from 14x14 on, n is a column too)

The game
  u, Ctrl+Z        take back            r, Ctrl+Y   play again
  v                hint: what the computer thinks of each move
  x                resign
  z, s             pause and step, when two computers play

Looking back
  , and .          one move back, one move on; the game stays as it is
  Tab              to the list of moves and back; there: arrows, Home
  Esc              return to the game

Everything else
  Esc              menu: new game, look, save, load, copy, paste
  Ctrl+N           new game             Ctrl+S, Ctrl+O   save, load
  y                copy the moves; a game or position can be pasted
  ?                this page            q, Ctrl+C        leave and keep

On the board
  dot              you may play here
  red, or [ ]      the last move
  ring, or ( )     a disc that it turned over
  diamond, or < >  a disc that your move would turn over
  number           what the computer thinks a move is worth
"""
