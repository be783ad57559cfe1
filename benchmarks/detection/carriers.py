"""All ways in which files carry a value: each makes a piece of a file of one format.

A carrier with a name puts the value under the name of its case; the others put the case's prose.
"""

from benchmarks.detection import cassette_carriers, json_carriers, yaml_carriers
from benchmarks.detection.registry import CARRIERS, Carrier

__all__ = ["CARRIERS", "Carrier", "cassette_carriers", "json_carriers", "yaml_carriers"]
