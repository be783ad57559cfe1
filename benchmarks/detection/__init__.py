"""The labelled set for the detectors of secrets and personal data: ``python -m
benchmarks.detection`` generates it, lints it and prints what was found."""
