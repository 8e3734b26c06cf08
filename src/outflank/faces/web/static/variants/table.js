/* Made from the registry of variants by `python tools/variant_table.py`. */
export default {
  "classic": {
    "title": "Othello",
    "skin": "classic",
    "odds": null,
    "fewestWins": false,
    "isInEngine": true,
    "weights": {
      "6": "6x6.patterns",
      "8": "8x8.patterns",
      "10": "10x10.patterns",
      "12": "12x12.patterns"
    },
    "solvedStarts": {
      "6": -4,
      "8": 0
    },
    "namedOpenings": [
      8
    ]
  },
  "yesno": {
    "title": "Yes/No Othello",
    "skin": "yesno",
    "odds": {
      "yes": 0.49995,
      "no": 0.49995,
      "maybe": 0.0001
    },
    "fewestWins": false,
    "isInEngine": true,
    "weights": {
      "8": "8x8-yesno.patterns"
    },
    "solvedStarts": {},
    "namedOpenings": []
  },
  "anti": {
    "title": "Anti-Othello",
    "skin": "classic",
    "odds": null,
    "fewestWins": true,
    "isInEngine": true,
    "weights": {
      "8": "8x8-anti.patterns"
    },
    "solvedStarts": {},
    "namedOpenings": []
  }
};
