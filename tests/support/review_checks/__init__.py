"""The second program that checks what reviews say."""
