"""Training of the engine's evaluations: positions, labels, a teacher, a student, its file.

`pipeline` lists the steps; all of them need NumPy, and `learning` needs PyTorch too.
Nothing here is imported unless somebody trains.
"""
