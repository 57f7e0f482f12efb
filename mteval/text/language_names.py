"""English names of languages by their code, as prompts and reports write them."""

from __future__ import annotations

from mteval.text.languages import short_code

_TABLE = """aa Afar;ab Abkhazian;af Afrikaans;ak Akan;am Amharic;an Aragonese;ar Arabic;as Assamese;ast Asturian;av Avaric
ay Aymara;az Azerbaijani;ba Bashkir;be Belarusian;bg Bulgarian;bho Bhojpuri;bm Bambara;bn Bengali;bo Tibetan;br Breton;bs Bosnian
ca Catalan;ce Chechen;ceb Cebuano;ckb Central Kurdish;cs Czech;cv Chuvash;cy Welsh;da Danish;de German;dv Dhivehi;dz Dzongkha
ee Ewe;el Greek;en English;eo Esperanto;es Spanish;et Estonian;eu Basque;fa Persian;ff Fulah;fi Finnish;fil Filipino;fj Fijian
fo Faroese;fr French;fy Western Frisian;ga Irish;gd Scottish Gaelic;gl Galician;gn Guarani;gu Gujarati;gv Manx;ha Hausa
he Hebrew;hi Hindi;hr Croatian;hsb Upper Sorbian;ht Haitian Creole;hu Hungarian;hy Armenian;ia Interlingua;id Indonesian
ig Igbo;io Ido;is Icelandic;it Italian;iu Inuktitut;ja Japanese;jv Javanese;ka Georgian;kg Kongo;ki Kikuyu;kk Kazakh
kl Kalaallisut;km Khmer;kn Kannada;ko Korean;ks Kashmiri;ku Kurdish;kv Komi;kw Cornish;ky Kyrgyz;la Latin;lb Luxembourgish
lg Ganda;li Limburgish;ln Lingala;lo Lao;lt Lithuanian;lv Latvian;mai Maithili;mg Malagasy;mi Maori;mk Macedonian;ml Malayalam
mn Mongolian;mni Manipuri;mr Marathi;ms Malay;mt Maltese;my Burmese;nb Norwegian Bokmål;nds Low German;ne Nepali;nl Dutch
nn Norwegian Nynorsk;no Norwegian;ny Nyanja;oc Occitan;om Oromo;or Odia;os Ossetian;pa Punjabi;pl Polish;ps Pashto
pt Portuguese;qu Quechua;rm Romansh;rn Rundi;ro Romanian;ru Russian;rw Kinyarwanda;sa Sanskrit;sah Yakut;sat Santali
sc Sardinian;sd Sindhi;se Northern Sami;sg Sango;si Sinhala;sk Slovak;sl Slovenian;sm Samoan;sn Shona;so Somali;sq Albanian
sr Serbian;ss Swati;st Southern Sotho;su Sundanese;sv Swedish;sw Swahili;ta Tamil;te Telugu;tg Tajik;th Thai;ti Tigrinya
tk Turkmen;tl Tagalog;tn Tswana;to Tongan;tr Turkish;ts Tsonga;tt Tatar;tw Twi;ty Tahitian;ug Uyghur;uk Ukrainian;ur Urdu
uz Uzbek;ve Venda;vi Vietnamese;wa Walloon;wo Wolof;xh Xhosa;yi Yiddish;yo Yoruba;za Zhuang;zh Chinese;zu Zulu"""
NAMES = dict(entry.split(" ", 1) for line in _TABLE.splitlines() for entry in line.split(";"))
_VARIETIES = {
    "zh-hans": "Simplified Chinese",
    "zh-hant": "Traditional Chinese",
    "zh-tw": "Traditional Chinese",
    "pt-br": "Brazilian Portuguese",
    "pt-pt": "European Portuguese",
    "es-mx": "Mexican Spanish",
    "fr-ca": "Canadian French",
    "en-gb": "British English",
    "en-us": "American English",
}


def language_name(language: str) -> str:
    """The English name of a language given by its code; what is no known code is taken for a name."""
    tag = language.replace("_", "-").lower()
    if tag in _VARIETIES:
        return _VARIETIES[tag]
    return NAMES.get(short_code(language), language) if len(tag.partition("-")[0]) <= 3 else language
