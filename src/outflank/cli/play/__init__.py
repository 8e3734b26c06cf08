"""Commands for people who play: `play`, `saves`, `window`, `launcher`, `rules`, `oracle`."""
