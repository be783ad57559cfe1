"""The national ids that are looked for: their forms, their check, and the words that tell them.

The tier says how much the check digits prove, measured on random values of the right shape:

* A: at most 0.4 % of them pass, so a value tells by itself;
* B: at most 4.2 % pass, so separators in the value, a key or a word are needed;
* C: about 10 % pass: a key or a word is needed;
* D: the shape proves nothing: a key or a word is needed, and only the words of this very id.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from fixture_lint.detectors.personal.matches import needles


class Id(NamedTuple):
    """One kind of national id. ``check`` is a module of python-stdnum, the name of a check of our
    own, or empty; a form has 9 for a digit and A for a letter."""

    detail: str
    tier: str
    check: str
    forms: tuple[str, ...]
    cues: tuple[str, ...]


_TABLE = """
cn-id|A|cn.ric|999999999999999999 99999999999999999A|身份证|cn id|resident id|id card|sfz|chinese id
mx-curp|A|mx.curp|AAAA999999AAAAAA?9|curp
it-cf|A|it.codicefiscale|AAAAAA99A99A999A|codice fiscale|codicefiscale|fiscal code
ch-ahv|A|ch.ssn|999.9999.9999.99 9999999999999|ahv*|avs|social security
fr-nif|A|fr.nif|9999999999999 99_99_999_999_999|numéro fiscal|spi|nif
za-id|A|za.idnr|9999999999999 999999_9999_999 999999_9999_99_9|south african id|za id|id number
fi-hetu|A|fi.hetu|999999-999? 999999A999?|hetu|henkilötunnus
no-fnr|A|no.fodselsnummer|999999_99999 99999999999|fødselsnummer|fodselsnummer|personnummer|fnr
is-kt|A|is_.kennitala|999999-9999 9999999999|kennitala
ro-cnp|A|ro.cnp|9999999999999|cnp
be-nn|A|be.nn|99.99.99-999.99 99_99_99_999_99 99.99.99-999-99 99999999999|rijksregister*|
  registre national|niss|insz|nrn
be-bis|A|be.bis|99.99.99-999.99 99_99_99_999_99 99999999999|bis number|niss|insz
se-pnr|A|se.personnummer|999999-9999 99999999-9999 999999999999 9999999999|personnummer|pnr|
  samordningsnummer
de-idnr|A|de.idnr|99_999_999_999 99999999999|steuer*|idnr|steuerid|identifikationsnummer
isni|A|isni|9999_9999_9999_999? 9999-9999-9999-999? 999999999999999?|isni|orcid
ee-ik|A|ee.ik|99999999999|isikukood
si-emso|A|si.emso|9999999999999|emšo|emso|jmbg
kr-rrn|A|kr.rrn|999999-9999999 9999999999999|rrn|주민등록번호|resident registration
gr-amka|A|gr.amka|99999999999|amka|αμκα
es-nie|B|es.nie|A-9999999-A A9999999-A A9999999A|nie|extranjero
tr-tckn|B|tr.tckimlik|99999999999|tckn|kimlik|tc no
br-cpf|B|br.cpf|999.999.999-99 99999999999|cpf
ca-phn|B|ca.bc_phn|9999_999_999 9999999999|phn|personal health number
ar-cuit|B|ar.cuit|99-99999999-9 99999999999|cuit|cuil
ru-inn|B|ru.inn|999999999999|инн*|inn
ru-snils|B|snils|999-999-999_99 999-999-999-99 999_999_999_99 99999999999|снилс*|snils
gb-nino|B|nino|AA_99_99_99_A AA_999999_A AA999999A|nino|national insurance|ni number|
  insurance number
bg-egn|B|bg.egn|9999999999|egn|егн
fr-nir|B|fr.nir|9_99_99_99_999_999_99 999999999999999|nir|sécurité sociale|securite sociale|
  insee|numéro de sécu
lt-ak|B|lt.asmens|99999999999|asmens kodas|asmens
ec-ci|B|ec.ci|999999999-9 9999999999|cédula|cedula
cz-rc|B|cz.rc|999999/9999 999999/999 9999999999|rodné|rodne|rč
ve-rif|B|ve.rif|A-99999999-9 A999999999|rif
pl-pesel|B|pl.pesel|99999999999|pesel*
my-nric|B|my.nric|999999-99-9999 999999999999|nric|mykad|ic number|kad pengenalan
id-nik|B|id.nik|9999999999999999|nik|ktp
cu-ni|B|cu.ni|99999999999|carné de identidad|carnet de identidad
mx-rfc|B|mx.rfc|AAAA-999999-??? AAAA_999999_??? AAAA999999???|rfc
ie-pps|C|ie.pps|9999999A 9999999AA|pps|ppsn|personal public service
at-tin|C|at.tin|99-999/9999 99_999/9999 999999999|steuernummer|abgabenkonto*
us-itin|C|us.itin|999-99-9999 999999999|itin|taxpayer identification
us-ptin|C|us.ptin|A-99999999 A99999999|ptin
dk-cpr|C|dk.cpr|999999-9999 9999999999|cpr|personnummer
es-dni|C|es.dni|99999999-A 99999999A 99.999.999-A|dni|documento nacional|nif|identidad
gb-upn|C|gb.upn|A999999999999|upn|pupil number
at-vnr|C|at.vnr|9999_999999 9999999999|svnr|vnr|sozialversicherung*|versicherungsnummer
in-aadhaar|C|in_.aadhaar|9999_9999_9999 9999-9999-9999 999999999999|aadhaar|aadhar|uidai
in-vid|C|in_.vid|9999_9999_9999_9999 9999999999999999|aadhaar|vid|virtual id
ca-sin|C|ca.sin|999-999-999 999_999_999 999999999|sin|social insurance
th-pin|C|th.pin|9-9999-99999-99-9 9999999999999|thai id|citizen id|บัตรประชาชน
au-tfn|C|au.tfn|999_999_999 999-999-999 999999999|tfn|tax file
pt-nif|C|pt.nif|999_999_999 999999999|nif|contribuinte
gb-nhs|C|gb.nhs|999_999_9999 999-999-9999 9999999999|nhs
gb-utr|C|gb.utr|99999_99999 9999999999|utr|unique taxpayer
nl-bsn|C|nl.bsn|999999999 9999.99.999|bsn|burgerservicenummer|sofinummer
cl-rut|C|cl.rut|99.999.999-? 9.999.999-? 99999999-? 9999999-?|rut|run
il-id|C|il.idnr|999999999 99999999-9|teudat|zehut|israeli id
hr-oib|C|hr.oib|99999999999|oib
in-epic|C|in_.epic|AAA9999999|epic|voter
ua-rnokpp|C|ua.rntrc|9999999999|рнокпп|іпн|rnokpp|ипн
do-cedula|C|do.cedula|999-9999999-9 99999999999|cédula|cedula
co-nit|C|co.nit|999.999.999-9 999999999-9|nit|cédula|cedula
jp-my|C|jp.in_|9999_9999_9999 9999-9999-9999 999999999999|個人番号|マイナンバー|my number
pt-cc|C|pt.cc|99999999_9_AA9 999999999AA9|cartão de cidadão|cc number
us-ssn|D|us.ssn|999-99-9999 999_99_9999 999999999|ssn|ssns|social security|socialsecurity*
in-pan|D|in_.pan|AAAAA9999A|pan|permanent account
pk-cnic|D|pk.cnic|99999-9999999-9 9999999999999|cnic|nadra
ar-dni|D|ar.dni|99.999.999 99999999|dni|documento nacional
ru-passport|D||9999_999999 99_99_999999 9999999999|паспорт*|пасп|passport|серия
passport|D||A99999999 AA9999999 999999999 A9999999 AA999999 999999 99AA99999 AAA999999|passport|
  passports|passportno|pasaporte|passeport|reisepass*|ausweis*|护照|护照号|паспорт*|загранпаспорт*
driver-licence|D||
  A9999999 A99999999 A999-9999-9999 A99-999-99-9999 A999999999999 99999999 999999999
  99_99_999999 9999_999999|
  driver license|driver licence|drivers license|drivers licence|driving licence|driving license|
  driver s license|driver s licence|driverslicense|dl number|führerschein*|водительск*|驾驶证|驾照|
  permis de conduire
"""

GENERIC = needles(
    "national id|nationalid|id card|identity card|identity number|identity document|personal id"
    "|personal number|personal code|identification number|tax id|taxid|tax number|tin|taxpayer"
    "|government id|gov id|citizen id|citizen number|social security|证件|id document"
)
"""Words that tell some national id, and leave its country to the check digits."""


def _expanded(form: str) -> list[str]:
    choices = product(*("9A" if mark == "?" else mark for mark in form.replace("_", " ")))
    return ["".join(choice) for choice in choices]


def _rows() -> tuple[Id, ...]:
    rows = []
    for line in _TABLE.strip().replace("\n  ", " ").splitlines():
        detail, tier, check, forms, cues = line.split("|", 4)
        expanded = tuple(full for form in forms.split() for full in _expanded(form))
        rows.append(Id(detail, tier, check, expanded, needles(cues)))
    return tuple(rows)


IDS = _rows()
BY_FORM: dict[str, list[Id]] = {}
"""The kinds of id that have a form."""

for _row in IDS:
    for _form in _row.forms:
        BY_FORM.setdefault(_form, []).append(_row)

BY_DETAIL = {row.detail: row for row in IDS}
