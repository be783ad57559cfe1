"""Text in, matches out: what values look like, without knowing where they stand."""
