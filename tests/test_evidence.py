"""What decides in doubtful cases: each thing that is found beside its near miss."""

from __future__ import annotations

from random import Random

import pytest

from fixture_lint.detectors.personal import find as personal
from fixture_lint.detectors.personal.id_checks import is_valid_id
from fixture_lint.detectors.personal.id_table import BY_DETAIL
from fixture_lint.detectors.samples import sample
from fixture_lint.detectors.tokens import find as secrets

KEY = sample("opaque-key", Random(1))
COHERE = sample("cohere", Random(2))
PASSWORD = sample("password", Random(3))


def types(text: str, name: str = "") -> list[str]:
    return [match.type for match in personal(text, name)]


@pytest.mark.parametrize(
    "text",
    [
        f"ma clé API est {KEY}",
        f"la clave de acceso es {KEY}",
        f"наш ключ доступа — {KEY}",
        f"мой ключ cohere — {COHERE}",
        f"le token cohere : {COHERE}",
        f"наш токен ibm cos: {sample('ibm-cos-hmac', Random(4))}",
        f"{COHERE} should be the cohere key",
        f"Use {COHERE} as our cohere token.",
        f"新密码是{PASSWORD}",
        f"密码改成了{PASSWORD}",
        f"сменил пароль на {PASSWORD}",
        f"I changed the password to {PASSWORD}",
    ],
)
def test_a_sentence_gives_a_secret(text):
    assert len(secrets(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"ma clé de la maison est bleue, {COHERE}",
        f"le token a expiré : {COHERE}",
        f"commit {COHERE} should be the next one",
        f"we use {COHERE} as the commit",
        "the key to room12a4b9x is lost",
        "password=3%20of%204",
        "密码是必填项",
    ],
)
def test_a_sentence_gives_none(text):
    assert secrets(text) == []


@pytest.mark.parametrize(
    "value",
    [
        "%3CAPI_KEY%3E", "%7B%7Btoken%7D%7D", "20tJ%E2%80%A6aWWY",
        "os.environ%255B%2527KEY%2527%255D",
        "https%3A%2F%2Ffiles.invalid%2Fa9%2Fb8c7", "not-a-real-key", "not_a_valid_token_1",
        "src%2Fmove-engine-2%2FListChartFindBottle9x8y7.tsx",
        "listWidgetOpenRegionRenderParcelCheckPlanetMoveJob",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["api_key", "secretKey", "access-token", "db_password"])
def test_a_placeholder_or_a_reference_is_no_secret(name, value):
    assert secrets(value, name) == []
    assert secrets(f"grant=a&{name}={value}&n=2") == []


def test_percent_encoded_secrets_are_found_as_they_are():
    assert len(secrets(f"grant=a&api_key={KEY}%3D&n=2")) == 1


def test_a_mask_is_not_the_end_of_bold_letters():
    assert secrets("DB_PASSWORD=sk-proj-***") == []
    assert len(secrets(f"password: **{PASSWORD}**")) == 1


@pytest.mark.parametrize("name", ["publishable_key", "STRIPE_PUBLISHABLE_KEY"])
def test_publishable_keys_are_public(name):
    assert secrets(KEY, name) == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("330106197507110674", True),  # The county is younger than the person.
        ("330106197507110675", False),
        ("330106197513110674", False),
        ("999999197507110674", False),
    ],
)
def test_chinese_ids_need_their_check_digit_a_day_and_a_county(value, expected):
    assert is_valid_id(BY_DETAIL["cn-id"], value) is expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nom_complet", "Odile Beaumont", ["person"]),
        ("destinataire", "Odile Beaumont", ["person"]),
        ("nom_fichier", "Odile Beaumont", []),
        ("account_holder", "Naomi Windcroft", ["person"]),
        ("placeholder", "Naomi Windcroft", []),
        ("kunde", "Herr Torben Holzhauser", ["person"]),
        ("kunde", "Holzhauser Logistik", []),
        ("имя", "Лаптский Тимур", ["person"]),
        ("имя", "Синий чайник", []),
        ("account_name", "st", []),
        ("username", "xxx-xxx-xxxx", []),
        ("username", "REDACTED", []),
        ("full_name", "'REDACTED'", []),
        ("", "Adresse de livraison : 44 rue des Lilas, 69003 Lyon", ["address"]),
        ("", "Adresse de test : 44 fois", []),
    ],
)
def test_keys_and_labels(name, text, expected):
    assert types(text, name) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("", "<last_login_ip>217.165.116.169</last_login_ip>", ["ip"]),
        ("", "pip>=217.165.116.169", []),
        ("", '{"minVersion":"78.45.149.36"}', []),
        ("", '{"clientAddr":"78.45.149.36"}', ["ip"]),
        ("", "grant=a&tel=%28415%29%20555-0184&n=2", []),
        ("", "grant=a&tel=415-832-6174&n=2", ["phone"]),
        ("exp", "1861031086247", []),
        ("", "created=1861031086247", []),
        ("request.text", "it printed 4539 5787 6362 1486 twice", ["card"]),
        ("request_id", "4539578763621486", []),
    ],
)
def test_numbers(name, text, expected):
    assert types(text, name) == expected
