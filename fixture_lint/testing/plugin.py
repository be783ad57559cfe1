"""The pytest plugin: a fixture that loads recordings by the names of their scenarios.

It is loaded at every start of pytest where the package is installed, so it imports nothing before
a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fixture_lint.testing import Derived


@pytest.fixture(scope="session")
def recorded(request: pytest.FixtureRequest) -> Callable[[str], Derived]:
    """Loads a scenario of the fixture set by its name: ``recorded("late-parcel")``.

    The fixture set is that of the configuration which holds in the root folder of the tests. Gives
    what ``fixture_lint.testing.derive`` gives; raises UnknownScenario, with near misses.
    """
    from fixture_lint.testing.loading import Library

    return Library(str(request.config.rootpath)).recording
