/* Made from the catalogue by `python tools/board_words.py`. */
export default {
  "board": "Board",
  "empty": "empty",
  "legal": "legal",
  "last": "last move",
  "flipped": "flipped",
  "forced": "flipped by the answer",
  "premove": "planned",
  "flips": "flips {discs}",
  "places": "places {side}",
  "marks": {
    "ring": "ringed",
    "frame": "framed",
    "cross": "crossed",
    "stable": "stable"
  },
  "sources": {
    "exact": "exact",
    "book": "book",
    "selective": "selective",
    "expected": "expected",
    "estimate": "estimated"
  },
  "sides": {
    "classic": {
      "black": "black",
      "white": "white"
    },
    "red-yellow": {
      "black": "red",
      "white": "yellow"
    },
    "xo": {
      "black": "X",
      "white": "O"
    },
    "yesno": {
      "black": "YES",
      "white": "NO"
    }
  },
  "summary": "Board {size} by {size}: {black}, {white}",
  "summary_last": "Board {size} by {size}: {black}, {white}, last move {last}"
};
