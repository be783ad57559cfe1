"""The command line. ``main(argv) -> exit code``; files and streams are touched nowhere else."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser whose complaints hold no control character of the arguments."""

    def error(self, message: str) -> NoReturn:
        """Prints what is wrong and exits with 2."""
        from fixture_lint.documents.printable import shown

        super().error(shown(message))
