"""Whether the raw bytes of a file hide texts: what is encoded, cut into pieces or compressed cannot
be seen in them, so a file that may hold such texts is searched."""

from __future__ import annotations

import re

from fixture_lint.detectors.sight import Sight
from fixture_lint.documents.sniffing import may_be_base64, may_be_hex

_PERCENT = rb"%[0-9A-Fa-f]{2}"


def may_be_encoded(data: bytes, sight: Sight) -> bool:
    """Whether JSON in UTF-8 may hold texts that do not stand in its bytes as they are: behind
    escapes such as ``\\u``, percent-encoded, in base64, or cut into the events of a stream.

    Escapes of one letter (``\\n``) and of quotes do not count; the screens read them.
    """
    if sight.is_escaped or (b"%" in data and re.search(_PERCENT, data) is not None):
        return True
    return any(may_be_base64(run) or may_be_hex(run.decode("ascii")) for run in sight.runs)
