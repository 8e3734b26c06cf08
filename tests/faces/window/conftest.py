"""The window is tested without a screen."""

import support.window_pilot  # noqa: F401 - chooses the driver before pygame is loaded
