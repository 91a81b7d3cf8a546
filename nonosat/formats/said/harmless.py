"""Words beside clues that say nothing about them."""

import re

from nonosat.formats.base import words
from nonosat.formats.lines import role_of
from nonosat.formats.said.clue import EMPTY, Odd

_WAYS = re.compile(
    r"(?i)revers|upside|mirror|flip|transpos|swap|rotat|invert|negat|revert|backward|upward|bottom|(?<!copy)right|\brtl\b|"
    r"unten|rechts|r\u00fcckw|umgekehrt|bas\b|droite|envers|abajo|derecha|basso|destra|baixo|direita|onder|"
    r"\bdo\u0142u|praw|\u0441\u043d\u0438\u0437\u0443|\u0441\u043f\u0440\u0430\u0432\u0430|zdola|\u4e0b|\u53f3|"
    r"offset|shift|minus|plus|without|wrong|\bold\b|sorted|shuffl|delet|gaps?\b|white|exchang|instead|ignor|\bskip|"
    r"partial|position|\bsans\b|\beven\b|\bodd\b|\bsums?\b|\btotals?\b|\baverages?\b|draft|approximat|unfinished|"
    r"\bexcept|doubl|twice|cross(?:ed)? out|invers|descend|below\b|last first|(?:first|second) half|every (?:second|other)|"
    r"not used|unused|no longer|disabled|obsolete|outdated|invalid|deprecat|complement|unfilled|\bblanks\b|\bhex|"
    r"\boctal|\bbinary|times two|halv|squared|cumulat|scrambl|unorder|(?:random|any) order|clockwise|incomplete|\bditto|\bidem|\bsame as|"
    r"verkehrt|gespiegel|von hinten|falsch|wei\xdf|l\xfccken|faus|\bvides|al rev[e\xe9]s|contrari|no usar|vac[i\xed]as|"
    r"blancas|rovesci|vuot|vazi[ao]|omgekeerd|leeg|odwrot|\bpust|pozp\xe1t|\u043d\u0430\u043e\u0431\u043e\u0440\u043e\u0442|"
    r"ascend|from (?:the )?cent|outside|\bcounts?\b|\bblancs|zprava|obr\xe1cen|alulr|jobbr|fordit|ned(?:if|ef)r|nerifr|h[\xf6\xf8]j?[gy]?[eg]r|"
    r"bakl\xe4n|bagl\xe6n|alhaalta|oikealta|sa\u011fdan|a\u015fa\u011f\u0131|\bters|\uc544\ub798|\uc624\ub978\ucabd|\uac70\uafb8\ub85c|de jos|dreapta|"
    r"\u03ba\u03ac\u03c4\u03c9|\u03b4\u03b5\u03be\u03b9|\u05de\u05d9\u05de\u05d9\u05df|\u05de\u05dc\u05de\u05d8\u05d4|\u0623\u0633\u0641\u0644|\u064a\u0645\u064a\u0646|"
    r"\u043e\u0442 \u043f\u0440\u0430\u0432|\u043f\u0443\u0441\u0442\u044b|[\u53cd\u9006\u5012\u7a7a]"
)
"""Words that may say that the clues are meant otherwise."""
ALONG = re.compile(
    r"(?i)\(?\s*(?:(?:from\s+)?(?:top\s*(?:to|-|->)\s*bottom|left\s*(?:to|-|->)\s*right)|from (?:the )?(?:top|left)\b|"
    r"von oben(?: nach unten)?|von links(?: nach rechts)?|de haut en bas|de gauche \xe0 droite|de arriba (?:a )?abajo|"
    r"de izquierda a derecha|dall'alto (?:in|al) basso|da sinistra a destra)\s*\)?"
)
"""The usual way, which may be said."""
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_PLAIN = re.compile(r"(?:\w[/-](?=\w)|[^\W\d_] - (?=[^\W\d_])|[\w\s.,:;!?'\"()&\u2019#])*")
"""Words and the signs between them; a dash only inside a word or between two."""
_CELLS = words("x o xx xo ox oo xxx ooo")
SIZE = re.compile(r"(?i)\b(\d{1,4})\s*(?:[x\xd7*]|by)\s*(\d{1,4})\b")


def says_way(text: str) -> bool:
    """True if words may say that the clues are meant otherwise."""
    return _WAYS.search(ALONG.sub("", text)) is not None


def check_way(text: str, line: int) -> None:
    """Refuse words that may say how clues are meant."""
    if says_way(text):
        raise Odd(f"{text[:30]!r} may say that the clues are meant otherwise", line)


def names_side(text: str) -> bool:
    """True if a word names a side."""
    return any(role_of(word).side for word in _WORD.findall(text) if len(word) > 1)


def check_capital(text: str, line: int) -> None:
    """Refuse words without a capital letter at the beginning, as titles have it, but ``boxSize: 20``."""
    if next(filter(str.isalnum, text), "").islower() and not re.match(r"[a-z]+[A-Z]\w*:", text):
        raise Odd(f"{text[:30]!r} may say something of the clues (titles have capitals)", line)


def check_harmless(text: str, line: int) -> bool:
    """Refuse words that may say something of the clues; return True if they have a number.

    Raises:
        Odd: they name a side or a direction, or have signs of clues or cells.
    """
    found = [word.lower() for word in _WORD.findall(text)]
    if (
        not (len(found) == 1 or any(len(word) > 1 for word in found))
        or "..." in text
        or not _PLAIN.fullmatch(text)
    ):
        raise Odd(f"{text[:30]!r} is neither a clue nor a heading", line)
    if {*found} & EMPTY or ({*found} <= _CELLS):
        raise Odd(f"{text[:30]!r} may be a clue", line)
    check_way(text, line)
    if names_side(ALONG.sub("", text)):
        raise Odd(f"{text[:30]!r} names a side", line)
    is_list = re.search(r":\s*\d+(?:[\s,]+\d+)+\s*$|\d\s+\d", text)
    starts = re.match(r"\W*(?:[^\W\d_]{2}|\d{1,4}\s*[xX\xd7]\s*\d)", text)
    if re.search(r"\d", text) and (is_list or not starts):
        raise Odd(f"{text[:30]!r} may be a clue", line)
    return bool(re.search(r"\d", text))
