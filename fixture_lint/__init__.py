"""fixture-lint: hygiene of recorded AI conversations that serve as test fixtures."""

__version__ = "0.1.0"
