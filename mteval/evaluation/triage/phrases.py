"""What chat models say around a translation, in the languages they are mostly asked in; all in small letters."""

from __future__ import annotations

import re

Phrases = dict[str, tuple[str, ...]]

# Stems of "translate" and "translation".
TRANSLATING = (
    *(
        "translat",
        "übersetz",
        "traduc",
        "traduz",
        "tradui",
        "tradott",
        "traduk",
        "vertaal",
        "vertaling",
        "översätt",
        "oversæt",
    ),
    *(
        "oversett",
        "tłumacz",
        "překlad",
        "přelož",
        "preklad",
        "prelož",
        "перевод",
        "перевед",
        "перевест",
        "превод",
        "превед",
    ),
    *(
        "переклад",
        "käännö",
        "käänne",
        "fordít",
        "terjemah",
        "çevir",
        "bản dịch",
        "μετάφρ",
        "μεταφρ",
        "ترجم",
        "अनुवाद",
        "แปล",
    ),
    *("翻译", "翻譯", "译文", "譯文", "翻訳", "訳文", "번역"),
)
_OPENERS: Phrases = {
    "en": (
        "sure",
        "certainly",
        "of course",
        "absolutely",
        "okay",
        "here is",
        "here are",
        "here's",
        "here you go",
        "below is",
    ),
    "de": (
        "natürlich",
        "gern",
        "gerne",
        "klar",
        "selbstverständlich",
        "hier ist",
        "hier sind",
        "hier die",
        "im folgenden",
    ),
    "fr": ("bien sûr", "voici", "voilà", "certainement"),
    "es": ("claro", "por supuesto", "aquí está", "aquí tiene", "aquí va", "con gusto"),
    "it": ("certo", "certamente", "ecco"),
    "pt": ("claro", "com certeza", "aqui está"),
    "nl": ("natuurlijk", "zeker", "hier is"),
    "pl": ("oczywiście", "jasne", "oto"),
    "cs": ("samozřejmě", "jistě", "zde je", "tady je"),
    "ru": ("конечно", "разумеется", "вот"),
    "uk": ("звісно", "звичайно", "ось"),
    "bg": ("разбира се", "ето"),
    "fi": ("tietenkin", "tässä on"),
    "sv": ("självklart", "här är"),
    "da": ("selvfølgelig", "her er"),
    "tr": ("tabii", "elbette", "işte"),
    "ar": ("بالتأكيد", "إليك"),
    "hi": ("ज़रूर", "यहाँ"),
    "zh": ("当然", "好的", "以下是", "下面是", "这是", "這是"),
    "ja": ("もちろん", "以下は", "以下が", "はい"),
    "ko": ("물론", "다음은"),
}
_LABELS: Phrases = {
    "en": (
        "translation",
        "translated text",
        "output",
        "answer",
        "final answer",
        "target",
        "result",
        "response",
        "assistant",
    ),
    "languages": (
        "english",
        "german",
        "french",
        "spanish",
        "italian",
        "bulgarian",
        "russian",
        "czech",
        "chinese",
        "japanese",
    ),
    "in themselves": ("deutsch", "français", "español", "italiano", "русский", "български", "中文", "日本語"),
    "codes": ("en", "de", "fr", "es", "it", "bg", "ru", "cs", "zh", "ja"),
    "de": ("übersetzung", "ausgabe", "antwort"),
    "fr": ("traduction", "réponse", "sortie"),
    "es": ("traducción", "respuesta", "salida"),
    "it, pt": ("traduzione", "risposta", "tradução", "resposta"),
    "Slavic": ("tłumaczenie", "překlad", "перевод", "ответ", "превод", "отговор", "переклад"),
    "more": ("vertaling", "översättning", "käännös", "çeviri", "译文", "翻译", "答案", "翻訳", "訳", "回答", "번역"),
}
_NOTES: Phrases = {
    "en": ("note", "notes", "n.b.", "nb", "translator's note", "please note"),
    "de": ("anmerkung", "hinweis", "anm."),
    "Romance": ("remarque", "nota", "note du traducteur", "nota del traductor"),
    "Slavic": ("примечание", "бележка", "забележка", "примітка", "poznámka", "uwaga"),
    "more": ("opmerking", "huomautus", "anmärkning", "注", "备注", "註", "注意", "注释", "訳注", "참고"),
}
_FAREWELLS: Phrases = {
    "en": (
        "let me know if",
        "hope this helps",
        "hope that helps",
        "feel free to ask",
        "anything else i can",
        "would you like me to",
    ),
    "de": ("lassen sie mich wissen, ", "lassen sie es mich wissen", "ich hoffe, das hilft", "kann ich sonst noch"),
    "fr": ("n'hésitez pas à me", "j'espère que cela"),
    "es": ("espero que te ayude", "espero que esto te", "avísame si", "no dudes en"),
    "it": ("fammi sapere se", "spero che questo ti"),
    "ru, bg": ("дайте мне знать", "надеюсь, это пом", "кажете ми, ако", "надявам се това"),
    "zh, ja": ("希望这对您有帮助", "希望对你有帮助", "お役に立てれば", "必要であれば"),
}
_REFUSALS: Phrases = {
    "en, sorry": ("i'm sorry, but", "i am sorry, but", "sorry, but i can", "sorry, i can", "i apologize, but"),
    "en, cannot": (
        "i cannot translate",
        "i can't translate",
        "i can't help",
        "i can't assist",
        "i cannot assist",
        "i cannot fulfil",
    ),
    "en, unable": (
        "i am unable to translate",
        "i'm unable to",
        "i am not able to",
        "i'm not able to",
        "i won't translate",
    ),
    "en, model": (
        "as an ai",
        "as a language model",
        "as a large language model",
        "no text was provided",
        "provide the text",
    ),
    "de": ("aber ich kann diesen", "text nicht übersetzen", "als ki-", "als sprachmodell", "leider nicht übersetzen"),
    "fr": ("je ne peux pas traduire", "je ne peux pas vous aider", "en tant que modèle", "en tant qu'ia"),
    "es": (
        "no puedo traducir",
        "no puedo ayudar",
        "lo siento, pero no puedo",
        "como modelo de lenguaje",
        "como una ia",
    ),
    "it, pt": ("non posso tradurre", "mi dispiace, ma non posso", "não posso traduzir", "desculpe, mas não posso"),
    "Slavic": (
        "не могу перевести",
        "как языковая модель",
        "не мога да преведа",
        "като езиков модел",
        "nemohu přeložit",
    ),
    "zh, ja, ko": (
        "我无法翻译",
        "我不能翻译",
        "作为一个人工智能",
        "作为ai",
        "翻訳できません",
        "申し訳ありませんが",
        "번역할 수 없",
    ),
}
# Markup of chats, of training data and of structured answers; each holds one of the signs below.
MARKUP = re.compile(
    r"```|\*\*[^*\n]+\*\*|^\s*#{1,4} (?=\w)|<\|\w+\|>|\[/?(?:INST|SYS)\]"
    r"|</?(?:translation|think|target|answer|output|s|pad|unk|bos|eos|mask|extra_id_\d+)>"
    r"|^\s*[{\[]\s*\"(?:translation|text|output|target)\w*\"\s*:",
    re.IGNORECASE,
)
MARKUP_SIGN = re.compile(r"[`*#<\[{]")


def _flat(phrases: Phrases) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for several in phrases.values() for phrase in several))


OPENERS = _flat(_OPENERS)
"""They announce something: a colon or an exclamation mark must follow."""
LABELS = frozenset(_flat(_LABELS))
"""They stand alone before a colon."""
NOTES = _flat(_NOTES)
"""They begin a note at the end of the line, with a colon."""
FAREWELLS = _flat(_FAREWELLS)
REFUSALS = _flat(_REFUSALS)
