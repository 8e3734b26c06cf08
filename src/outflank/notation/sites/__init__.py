"""Notations of single sites: the games of Othello Quest, the observations of Kaggle."""
