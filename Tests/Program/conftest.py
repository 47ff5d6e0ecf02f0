"""Fixtures of the tests that run a program and need no browser."""

from programs import *  # noqa: F403
