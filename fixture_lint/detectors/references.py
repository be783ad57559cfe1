"""Values under telling names that open nothing: ids of providers, and where or how a secret is."""

from __future__ import annotations

import re

_IDENTIFIER = re.compile(
    r"(?:chatcmpl|chatcmpl-tool|cmpl|msg|call|toolu|srvtoolu|mcptoolu|tooluse|tool|resp|rs|fc|ws|req"
    r"|gen|item|file|run|step|thread|asst|batch|fp|org|proj|user|req|cs|pi|cus|evt|sub|prod|price|phc"
    r")[_-][A-Za-z0-9_-]{1,128}"
    r"|functions\.[A-Za-z0-9_]{1,64}:[0-9]{1,4}"
    r"|[0-7][0-9A-HJKMNP-TV-Z]{25}"
    r"|[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"
)
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_identifier(value: str) -> bool:
    """Whether a whole value has the form of an id that a provider made and that opens nothing: a
    known prefix, a ULID, a trace parent (W3C Trace Context), a Kimi call id. The project keys of
    PostHog are as public: every client sends one. UUIDs are not among them: some services use them
    as keys."""
    return _IDENTIFIER.fullmatch(value) is not None


def is_reference(value: str) -> bool:
    """Whether a value says where a secret is or how it looks: code, a variable, a path, an
    address in a vault, a pattern, an algorithm."""
    return _REFERENCE.match(value) is not None or _ALGORITHM.fullmatch(value) is not None


_ALGORITHM = re.compile(
    r"(?:(?:hmac|hkdf|pbkdf2|kmac|aes|sha3?|md5|blake[23][bsx]?|rsa|ecdsa|ecdh|gcm|cbc|ctr|siv|kw"
    r"|x?chacha20|poly1305|argon2(?:id?|d)?|scrypt|bcrypt|oaep|pkcs1|pkcs7|with|and|[hrep]s)"
    r"[-_/.]?(?:[0-9]{1,4}(?![0-9]))?[-_/.]?){1,6}+",
    re.IGNORECASE,
)


_REFERENCE = re.compile(
    r"(?:arn|env|file|vault|ssm|secret|secrets|secretsmanager|op|awssm|gcpsm|keychain|keyring|"
    r"keyvault|kms|doppler|data|urn|ref|sha1|sha256|sha512|md5|\$env):"
    r"|[a-zA-Z][a-zA-Z0-9+.-]{1,20}://"
    r"|(?:\.{1,2}|~)?/(?:[A-Za-z0-9_.@-]{1,24}/){1,16}[A-Za-z0-9_.@-]{0,32}$"
    r"|[A-Za-z]:\\"
    r"|@?[A-Za-z_]{1,20}(?:(?:\.|::|->)[A-Za-z_]{1,20}){1,8}(?:[(\[].*)?$"
    r"|[A-Za-z_][A-Za-z0-9_.]*\(.*"
    r"|[A-Z][A-Z_]*_[A-Z_]+$"
    r"|projects/[a-z0-9-]+/secrets/"
    r"|.{0,40}(?:[Aa]-[Zz]|0-9).{0,8}(?:[Aa]-[Zz]|0-9)"
    r"|[^@\s]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$"
    r"|(?:[\w@-][\w.@-]{0,60}/){1,16}[\w.@-]{1,80}\.[A-Za-z]{1,5}$"
    r"|[\w.-]+\.(?:json|ya?ml|toml|txt|md|py|js|ts|env|pem|key|crt|cfg|ini|html?)$"
)
