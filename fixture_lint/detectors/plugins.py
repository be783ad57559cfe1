"""Patterns of detect-secrets, for shapes that are theirs: Artifactory, Mailchimp, Square, the less
common tokens of GitLab and Slack, and the keys of IBM services under telling names.

Only the compiled patterns (``denylist``) of the plugins are called, at a hit, on the
piece of text that begins there.
The other plugins cover what the families in ``rules/tokens/`` cover at least as well, with their
exact lengths and with a boundary, so they are not asked. Scans, filters, settings and the
verification over the network are never touched. The library is imported when the first needle of
such a family hits: it costs more than everything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_CLASSES = {
    "artifactory": "ArtifactoryDetector",
    "cloudant": "CloudantDetector",
    "gitlab_token": "GitLabTokenDetector",
    "ibm_cloud_iam": "IbmCloudIamDetector",
    "ibm_cos_hmac": "IbmCosHmacDetector",
    "mailchimp": "MailchimpDetector",
    "slack": "SlackDetector",
    "softlayer": "SoftlayerDetector",
    "square_oauth": "SquareOAuthDetector",
}

_NAMES = {
    "cloudant": "cloudant_password",
    "ibm-cloud-iam": "ibm_cloud_iam_api_key",
    "ibm-cos-hmac": "cos_hmac_secret_access_key",
    "softlayer": "softlayer_api_key",
}
"""A name beside which the plugin of a context family looks at a value."""

_PIECE = re.compile(r"[!#-%*+\-.-:?-Z^_a-z~]{1,1100}")
"""Between these delimiters: some of the patterns want one at the end."""

_BEFORE = re.compile(r"(?:^|[\s\"'`()\[\]{}&;,<>=|\\:/]|[^\x00-\x7f]|\\[nrtbf])$")
_MORE = re.compile(r"[A-Za-z0-9]")


@cache
def patterns(plugin: str) -> tuple[re.Pattern[str], ...]:
    """The compiled patterns of a plugin, by the name of its module."""
    import importlib
    import warnings

    with warnings.catch_warnings():
        # The HTTP library that the plugins import, for what is never used here, may warn.
        warnings.simplefilter("ignore")
        module = importlib.import_module(f"detect_secrets.plugins.{plugin}")
    return tuple(getattr(module, _CLASSES[plugin]).denylist)


def spans(plugin: str, text: str, at: int) -> Iterator[tuple[int, int]]:
    """The places of whole matches of a plugin's patterns that begin at ``at``."""
    if at < 0 or _BEFORE.search(text, max(0, at - 2), at) is None:
        return
    piece = _PIECE.match(text, at)
    if piece is None:
        return
    token = piece[0].rstrip(".:!?*")
    for pattern in patterns(plugin):
        match = pattern.match(token)
        if match and not _MORE.match(text, at + match.end()):
            yield at, at + match.end()


def accepts(plugin: str, family: str, value: str) -> bool:
    """Whether a plugin takes a value for a key of its service, beside a name of that service."""
    line = f"{_NAMES[family]}={value}"
    return any(match[1] == value for p in patterns(plugin) for match in p.finditer(line))
