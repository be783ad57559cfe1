"""Behaviour: what a recording shows of a model, a user and tools, and how two differ in it."""
