"""Lossless text: reading into trees with exact spans, canonical printing, edits, files."""
