/* The words that only the server's templates need: JSON behind `export default`. */
export default {
  "closed": {
    "heading": "Closed for a competition"
  },
  "claim": {
    "open": "Opponent gone?",
    "heading": "Has your opponent gone?",
    "more": "Without a clock nobody runs out of time. If your opponent has been away for five minutes, you can claim the win or call the game off; a game that is called off does not count.",
    "wait": "Keep waiting",
    "abort": "Call it off",
    "win": "Claim the win"
  },
  "watch": {
    "title": "Watch",
    "heading": "Live games",
    "tournaments": "All tournaments",
    "games": "Finished games"
  },
  "appearance": {
    "open": "Looks",
    "heading": "Looks and sound",
    "done": "Done",
    "skin": "Discs",
    "skins": [
      ["auto", "Automatic"],
      ["classic", "Black and white"],
      ["red-yellow", "Red and yellow"],
      ["xo", "X and O"],
      ["yesno", "YES and NO"]
    ],
    "theme": "Board",
    "themes": [
      ["auto", "Automatic (light or dark)"],
      ["felt", "Green felt"],
      ["dark", "Dark felt"],
      ["ocean", "Ocean"],
      ["wood", "Wood"],
      ["paper", "Paper"],
      ["contrast", "High contrast"],
      ["clear", "Colour-blind friendly"]
    ],
    "coordinates": "Coordinates",
    "coordinate_choices": [
      ["outside", "Around the board"],
      ["inside", "On the board"],
      ["none", "None"]
    ],
    "marks": "Show legal moves",
    "pictures": "Show the oracle's picture before each move",
    "sounds": "Sounds"
  },
  "shortcuts": {
    "open": "Keys",
    "heading": "Keys",
    "list": [
      ["Tab", "to the board and away from it"],
      ["← → ↑ ↓", "move over the board"],
      ["n .", "to the next legal square"],
      ["N ,", "to the legal square before"],
      ["f 5", "to a square by its name"],
      ["Enter", "play there"],
      ["Esc", "cancel a planned move"],
      ["← →", "beside the board: one move back or forward"],
      ["Home End", "to the start, to the latest move"],
      ["?", "this list"]
    ]
  },
  "still": {
    "turn": "{name} ({color}) is to move.",
    "play": "Playing in the browser needs JavaScript. Without it you can read the rules, follow games and see results here, or play in your terminal: pip install outflank, then outflank play.",
    "watch": "These games are running. Open one to see its board; without JavaScript a game's page reloads every 15 seconds.",
    "watch_none": "No game is running right now. Without JavaScript, reload this page to see new ones.",
    "game_running": "Without JavaScript this page reloads every 15 seconds, and you cannot play here.",
    "game_over": "Without JavaScript you can see the final board and the moves."
  }
};
