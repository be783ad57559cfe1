"""What a note says. A useful note names what the scenario is for; these find notes that do not.

The checks count letters of any script, so that a Russian or a Chinese note is treated like an
English one. There is no check of spelling or grammar.
"""

from __future__ import annotations

import re
import unicodedata

MAX_LENGTH = 300
"""Longest note, in characters: one or two sentences."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FILLERS = """
todo tbd fixme xxx wip none null nil empty note notes test tests testing fixture fixtures recording
recordings recorded record sample samples example examples lorem ipsum dolor foo bar baz asdf qwerty
placeholder dummy untitled new tmp temp misc stuff n a conversation scenario data file json happy
path заметка тест тестовый тестовая запись пример фикстура черновик нет описание
测试 示例 例子 备注 待办 无 样例
"""
_FILLER = frozenset(_FILLERS.split())
_METADATA = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|v?\d+(?:\.\d+)+|"
    r"\b(?:recorded|re-?recorded|re-?record|on|with|from|using|by|at|in|via|model|provider|"
    r"записано|запись|модель|для|от|录制|模型|于)\b",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"\b(?:gpt|claude|gemini|llama|mistral|qwen|deepseek|command|nova|grok|phi|o\d)[\w.:-]*",
    re.IGNORECASE,
)
_ASSERTION = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|ought to|asserts?|"
    r"expect(?:s|ed)? (?:that|to)|make sure|verif(?:y|ies) that|checks? that|"
    r"долж(?:ен|на|но|ны)|обязан[аоы]?|следует|проверя(?:ет|ем|ть)(?:,| что))\b|"
    r"必须|应该|应当|期望|断言|确保",
    re.IGNORECASE,
)


def why_uninformative(note: str, scenario: str, metadata: tuple[str, ...] = ()) -> str | None:
    """Why a note says nothing about the purpose of its scenario, None if it does.

    ``metadata`` holds values that stand in the header anyway: date, provider, model.
    """
    words = [word.casefold() for word in _WORD.findall(note)]
    if all(word in _FILLER or word.isdigit() for word in words):
        return "it is a placeholder"
    if " ".join(words) in " ".join(_WORD.findall(scenario)).casefold():
        return "it repeats the name of the scenario"
    rest = note
    for value in filter(None, metadata):
        rest = rest.replace(value, " ")
    rest = _METADATA.sub(" ", _MODEL.sub(" ", rest))
    meaningful = [word for word in _WORD.findall(rest) if word.casefold() not in _FILLER]
    if not any(any(character.isalpha() for character in word) for word in meaningful):
        return "it only repeats date, model or provider"
    if _is_short(note, words):
        return "it is too short to say what makes this recording special"
    return None


def why_too_long(note: str) -> str | None:
    """Why a note is no longer one or two sentences, None if it is."""
    if len(note) > MAX_LENGTH:
        return f"it has {len(note)} characters, a note is one or two sentences"
    if "\n\n" in note.strip():
        return "it has several paragraphs, a note is one or two sentences"
    return None


def assertion_in(note: str) -> str | None:
    """The words by which a note reads like an assertion about what must happen, or None."""
    found = _ASSERTION.search(note)
    return found[0] if found else None


def _is_short(note: str, words: list[str]) -> bool:
    letters = [character for character in note if character.isalpha()]
    if any(unicodedata.east_asian_width(character) in "WF" for character in letters):
        return len(letters) < 6
    return len(words) < 3 and len(letters) < 12
