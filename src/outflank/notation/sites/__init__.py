"""The notations of single sites: games of Othello Quest and observations of Kaggle."""
