"""Training of the engine's evaluation: positions, labels, a teacher, a student, its file.

`pipeline` lists the steps; `positions` and `network` need NumPy, `learning` needs PyTorch too.
Nothing here is imported unless somebody trains.
"""
