"""A small animated GIF."""

__all__ = ["FRAME", "GIF", "HEAD"]

# One pixel that turns from black to white: a canvas, a palette of two colours, and two frames.
FRAME = bytes.fromhex("21f90400640000002c00000000010001000002024c0100")
HEAD = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff"
GIF = HEAD + FRAME.replace(b"\x4c", b"\x44") + FRAME + b";"
