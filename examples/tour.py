"""A walk through the library; run it, or paste it into a notebook where boards draw themselves."""

from outflank import BLACK, WHITE, Game, Position, SquareSet, Symmetry, open_engine, read, svg, text

# A game is pushed and popped like a stack; `push_all` inserts passes that were left out.
game = Game()
for move in ["f5", "d6", "c3", "d3", "c4"]:
    game.push(move)
print(text(game, unicode=False))
print("White may play", *game.position.legal_moves)

# Positions are values: playing returns a new one, and says beforehand what a move does.
position = game.position
placement = position.place(position.legal_moves[0])
print(f"{placement.square} would flip {placement.flipped}")
assert position.play(placement.square).board != position.board

# Boards know what players look at, and squares come in sets with names.
board = position.board
print("Mobility", board.mobility(BLACK), "to", board.mobility(WHITE))
print("Corners still free:", SquareSet.corners(8) & board.empty_squares)
print("Frontier of black:", board.frontier(BLACK))

# The same position turned around has the same canonical form and so the same hash.
turned = board.transform(Symmetry.ROTATE_RIGHT)
assert turned.canonical().hash64() == board.canonical().hash64()

# Whatever was pasted is recognised.
reading = read("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;")
print(f"That was {reading.format}: {reading.why}")

# Computers of twenty levels play every variant on every board.
oracle_game = Position.start(6, "yesno").hear("maybe")
with open_engine(3, seed=1) as computer:
    print("Level 3 answers", computer.choose(oracle_game))

# Pictures are SVG: here with a number on each square where a move was played.
print(f"A game sheet of {len(svg(game, numbers=True)):,} characters")
