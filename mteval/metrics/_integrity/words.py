"""Words that stand for numbers: spelled-out ones, scales (million), months, and signs with the words for them.

The lists are of our own making, of common knowledge, and drafts: not checked by native speakers. No library was taken: num2words
(LGPL) has no Bulgarian or Hindi and only writes numbers, text2num reads seven languages, and Babel does not run CLDR's rules for
spelled-out numbers. They are only used to find a number again, so a missing word costs an alarm, not a number.
"""

from __future__ import annotations

# value:form|form …; a form that ends in * matches every word that begins with it.
_NUMBERS = {
    "en": """
        0:zero|no|none|nil 1:one|first|once|single|a|an|sole|another
        2:two|second|twice|both|double|pair|couple|dual|half|twin* 3:three*|third*|triple|thrice 4:four*|quarter*
        5:five*|fifth* 6:six* 7:seven* 8:eight* 9:nine*|ninth* 10:ten|tenth*|decade* 11:eleven|eleventh
        12:twelve|twelfth|dozen*|noon|midday|midnight 13:thirteen* 14:fourteen* 15:fifteen* 16:sixteen*
        17:seventeen* 18:eighteen* 19:nineteen* 20:twent* 30:thirty|thirti* 40:forty|forti* 50:fifty|fifti*|half
        60:sixty|sixti* 70:seventy|seventi* 80:eighty|eighti* 90:ninety|nineti* 100:hundred*|centur*
        1000:thousand*|grand 24:round-the-clock 0.5:half|halv* 0.25:quarter*
    """,
    "de": """
        0:null|kein* 1:ein|eine|einen|einem|einer|eines|eins|erst*|einmal*|einzig*|einfach*|je|pro|noch*
        2:zwei*|beid*|zweit*|doppel*|paar|halb* 3:drei*|dritt* 4:vier*|viertel* 5:fünf* 6:sechs* 7:sieb* 8:acht*
        9:neun* 10:zehn*|jahrzehnt* 11:elf* 12:zwölf*|dutzend*|mittag*|mitternacht 13:dreizehn* 14:vierzehn*
        15:fünfzehn* 16:sechzehn* 17:siebzehn* 18:achtzehn* 19:neunzehn* 20:zwanzig* 30:dreißig*|dreissig*
        40:vierzig* 50:fünfzig* 60:sechzig* 70:siebzig* 80:achtzig* 90:neunzig*
        100:hundert*|einhundert*|jahrhundert* 1000:tausend*|eintausend* 0.5:halb*|hälfte 0.25:viertel*
    """,
    "es": """
        0:cero|ningún*|ninguna 1:un|uno|una|primer*|único|única|1er|otro|otra
        2:dos|segund*|ambos|ambas|doble*|par|mitad|medio|media 3:tres|tercer*|tercio*|triple* 4:cuatro|cuart*
        5:cinco|quint* 6:seis|sext* 7:siete|séptim* 8:ocho|octav* 9:nueve|noven* 10:diez|décim*|década*
        11:once|undécim* 12:doce|docena*|duodécim*|mediodía|medianoche 13:trece 14:catorce 15:quince|quincen*
        16:dieciséis 17:diecisiete 18:dieciocho 19:diecinueve 20:veint*|vigésim* 21:veintiun*|veintiún 22:veintidós
        23:veintitrés 24:veinticuatro 25:veinticinco 26:veintiséis 27:veintisiete 28:veintiocho 29:veintinueve
        30:treinta* 40:cuarenta* 50:cincuenta*|mitad 60:sesenta* 70:setenta* 80:ochenta* 90:noventa*
        100:cien*|siglo* 200:doscient* 300:trescient* 400:cuatrocient* 500:quinient* 600:seiscient* 700:setecient*
        800:ochocient* 900:novecient* 1000:mil|milenio*|milésim* 0.5:medi*|mitad 0.25:cuart*
    """,
    "fr": """
        0:zéro|aucun* 1:un|une|premi*|1er|1re|unique|seul* 2:deux|deuxième*|second*|double*|demi*|paire
        3:trois*|tiers|troisième*|triple* 4:quatre|quatrième*|quart* 5:cinq* 6:six|sixième* 7:sept|septième* 8:huit*
        9:neuf|neuvième* 10:dix|dixième*|décenni*|dizaine* 11:onze* 12:douze*|douzaine* 13:treize* 14:quatorze*
        15:quinz* 16:seize* 17:dix-sept* 18:dix-huit* 19:dix-neuf* 20:vingt*|vingtaine* 30:trent* 40:quarant*
        50:cinquant*|moitié 60:soixant* 70:soixante-dix*|septante 80:quatre-vingt*|huitante|octante
        90:quatre-vingt-dix*|nonante 100:cent*|siècle* 1000:mille*|millier*|millénaire*|millième* 0.5:demi*|moitié
        0.25:quart*
    """,
    "it": """
        0:zero 1:un|uno|una|prim* 2:due|second*|entramb*|doppi* 3:tre|terz* 4:quattro|quart* 5:cinque|quint*
        6:sei|sest* 7:sette|settim* 8:otto|ottav* 9:nove|non* 10:dieci|decim*|decenni* 11:undici* 12:dodici*|dozzin*
        13:tredici* 14:quattordici* 15:quindici* 16:sedici* 17:diciassette* 18:diciotto* 19:diciannove* 20:vent*
        30:trent* 40:quarant* 50:cinquant* 60:sessant* 70:settant* 80:ottant* 90:novant* 100:cent*|secol*
        1000:mille*|mila|migliai* 0.5:mezz*|metà
    """,
    "pt": """
        0:zero 1:um|uma|primeir* 2:dois|duas|segund*|ambos|ambas|dobro 3:três|terceir*|terço* 4:quatro|quart*
        5:cinco|quint* 6:seis|sext* 7:sete|sétim* 8:oito|oitav* 9:nove|non* 10:dez|décim*|década* 11:onze
        12:doze|dúzia* 13:treze 14:catorze|quatorze 15:quinze* 16:dezesseis|dezasseis 17:dezessete|dezassete
        18:dezoito 19:dezenove|dezanove 20:vinte* 30:trinta* 40:quarenta* 50:cinquenta* 60:sessenta* 70:setenta*
        80:oitenta* 90:noventa* 100:cem|cento*|século* 1000:mil|milhar* 0.5:mei*|metade
    """,
    "nl": """
        0:nul|geen 1:een|één|eerst* 2:twee*|beide*|dubbel* 3:drie*|derde* 4:vier*|kwart* 5:vijf* 6:zes* 7:zeven*
        8:acht* 9:negen* 10:tien*|decenni* 11:elf* 12:twaalf*|dozijn* 13:dertien* 14:veertien* 15:vijftien*
        16:zestien* 17:zeventien* 18:achttien* 19:negentien* 20:twintig* 30:dertig* 40:veertig* 50:vijftig*
        60:zestig* 70:zeventig* 80:tachtig* 90:negentig* 100:honderd*|eeuw* 1000:duizend* 0.5:half*|halve|helft
    """,
    "bg": """
        0:нул* 1:един*|една|едно|едни|първ*|еднократ*|веднъж|единств*|самостоят*
        2:два|две|двама*|двете|двата|втор*|двой*|двойн*|половин*|двукратн*|дву* 3:три|трима*|трите|трет*|трой*|три*
        4:четири*|четвърт*|четвор* 5:пет|пети*|пета*|пето*|петте|петима*|пет* 6:шест* 7:седем*|седм* 8:осем*|осм*
        9:девет* 10:десет*|десят* 11:единадесет*|единайсет* 12:дванадесет*|дванайсет*|дузин*
        13:тринадесет*|тринайсет* 14:четиринадесет*|четиринайсет* 15:петнадесет*|петнайсет*
        16:шестнадесет*|шестнайсет* 17:седемнадесет*|седемнайсет* 18:осемнадесет*|осемнайсет*
        19:деветнадесет*|деветнайсет* 20:двадесет*|двайсет* 30:тридесет*|трийсет* 40:четиридесет*|четирийсет*
        50:петдесет*|половин* 60:шестдесет*|шейсет* 70:седемдесет* 80:осемдесет* 90:деветдесет*
        100:сто|стоте*|стот*|век* 200:двеста* 300:триста* 400:четиристотин* 500:петстотин* 1000:хиляд*
        0.5:половин*|половината 0.25:четвърт*
    """,
    "cs": """
        0:nul* 1:jeden|jedn*|prvn*|poprvé 2:dv*|oba|obě|druh*|dvoj* 3:tři*|tří*|třet*|troj*|tř* 4:čtyř*|čtvr*
        5:pět*|pát* 6:šest* 7:sedm* 8:osm* 9:devět*|devít*|devát* 10:deset*|desít*|desát* 11:jedenáct*
        12:dvanáct*|tucet* 13:třináct* 14:čtrnáct* 15:patnáct* 16:šestnáct* 17:sedmnáct* 18:osmnáct* 19:devatenáct*
        20:dvacet*|dvacát* 30:třicet*|třicát* 40:čtyřicet*|čtyřicát* 50:padesát* 60:šedesát* 70:sedmdesát*
        80:osmdesát* 90:devadesát* 100:sto|stov*|století 1000:tisíc* 0.5:půl*|polovin*
    """,
    "sk": """
        0:nul* 1:jeden|jedn*|prv* 2:dv*|oba|obe|druh* 3:tri*|tret*|troj* 4:štyri*|štyr*|štvr* 5:pät*|piat*
        6:šesť|šest*|šiest* 7:sedem*|siedm*|sedm* 8:osem*|ôsm*|osm* 9:deväť*|devät*|deviat* 10:desať*|desat*|desiat*
        11:jedenás* 12:dvanás*|tucet* 13:trinás* 14:štrnás* 15:pätnás* 16:šestnás* 17:sedemnás* 18:osemnás*
        19:devätnás* 20:dvadsa*|dvadsia* 30:tridsa*|tridsia* 40:štyridsa*|štyridsia* 50:päťdesia* 60:šesťdesia*
        70:sedemdesia* 80:osemdesia* 90:deväťdesia* 100:sto|stov*|storoč* 1000:tisíc* 0.5:pol*|polovic*
    """,
    "ru": """
        0:нол*|нул* 1:один*|одн*|перв*|однажды 2:два|две|двух|двум*|двое|оба|обе|втор*|вдвое|двой*
        3:три|трех|трёх|трем*|трое|трет* 4:четыр*|четверт*|четвёрт* 5:пять*|пяти*|пят* 6:шест* 7:семь*|семи*|седьм*
        8:восем*|восьм* 9:девят* 10:десят* 11:одиннадцат* 12:двенадцат*|дюжин* 13:тринадцат* 14:четырнадцат*
        15:пятнадцат* 16:шестнадцат* 17:семнадцат* 18:восемнадцат* 19:девятнадцат* 20:двадцат* 30:тридцат* 40:сорок*
        50:пятьдесят*|пятидесят* 60:шестьдесят*|шестидесят* 70:семьдесят*|семидесят* 80:восемьдесят*|восьмидесят*
        90:девяност* 100:сто|ста|сотн*|век* 1000:тысяч* 0.5:половин*|пол*
    """,
    "pl": """
        0:zer* 1:jeden|jedn*|pierwsz* 2:dwa|dwie|dwóch|dwoje|dwo*|drug*|oba|obie 3:trzy|trzech|trze*|troje
        4:czter*|czwart* 5:pięć*|pięci*|piąt* 6:sześć*|szóst* 7:siedem*|siódm* 8:osiem*|ósm* 9:dziewięć*|dziewiąt*
        10:dziesięć*|dziesiąt* 11:jedenaś*|jedenast* 12:dwanaś*|dwunast*|tuzin* 13:trzynaś*|trzynast*
        14:czternaś*|czternast* 15:piętnaś*|piętnast* 16:szesnaś*|szesnast* 17:siedemnaś*|siedemnast*
        18:osiemnaś*|osiemnast* 19:dziewiętnaś*|dziewiętnast* 20:dwadzieś*|dwudziest* 30:trzydzieś*|trzydziest*
        40:czterdzieś*|czterdziest* 50:pięćdziesią* 60:sześćdziesią* 70:siedemdziesią* 80:osiemdziesią*
        90:dziewięćdziesią* 100:sto|setk*|stu 1000:tysiąc*|tysięcy 0.5:pół*|połow*
    """,
    "hi": """
        0:शून्य 1:एक|पहला|पहली|पहले|प्रथम 2:दो|दूसर*|दोनों|द्वितीय|दोगुन* 3:तीन|तीसर*|तीनों|तृतीय 4:चार|चौथ*|चारों
        5:पाँच|पांच|पाँचव*|पांचव* 6:छह|छः|छठ* 7:सात|सातव* 8:आठ|आठव* 9:नौ|नौव* 10:दस|दसव* 11:ग्यारह* 12:बारह*|दर्जन*
        13:तेरह* 14:चौदह* 15:पंद्रह*|पन्द्रह* 16:सोलह* 17:सत्रह* 18:अठारह*|अट्ठारह* 19:उन्नीस* 20:बीस* 25:पच्चीस*
        30:तीस* 40:चालीस* 50:पचास* 60:साठ* 70:सत्तर* 80:अस्सी* 90:नब्बे* 100:सौ 1000:हज़ार*|हजार* 0.5:आध* 1.5:डेढ़
        2.5:ढाई
    """,
}
_SCALES = {
    "": "1e6:million*|mio|mill|mln|m 1e9:bn|mrd|mln|mld 1e3:k|tsd",
    "en": """
        1e2:hundred* 1e3:thousand* 1e6:million*|mm 1e9:billion*|b 1e12:trillion*|tn 1e5:lakh* 1e7:crore* 12:dozen*
    """,
    "de": "1e2:hundert 1e3:tausend* 1e6:million* 1e9:milliarde* 1e12:billion* 1e15:billiarde* 12:dutzend",
    "es": """
        1e2:cien* 1e3:mil|miles 1e6:millón|millones|millonari* 1e9:mil_millones|millardo* 1e12:billón|billones
        12:docena*
    """,
    "fr": "1e2:cent* 1e3:mille|milliers 1e6:million* 1e9:milliard* 1e12:billion*|mille_milliards 12:douzaine*",
    "it": "1e3:mila|mille|migliaia 1e6:milion* 1e9:miliard* 1e12:bilion* 12:dozzin*",
    "pt": "1e3:mil|milhares 1e6:milh* 1e9:bilh*|mil_milhões 1e12:trilh*|bili* 12:dúzia*",
    "nl": "1e2:honderd* 1e3:duizend* 1e6:miljoen* 1e9:miljard* 1e12:biljoen* 12:dozijn*",
    "bg": "1e2:стот* 1e3:хиляд*|хил 1e6:милион*|млн 1e9:милиард*|млрд 1e12:трилион*|трлн 12:дузин*",
    "cs": "1e3:tisíc*|tis 1e6:milion* 1e9:miliard* 1e12:bilion* 12:tuct*",
    "sk": "1e3:tisíc*|tis 1e6:milión*|mil 1e9:miliard*|miliárd* 1e12:bilión* 12:tuct*",
    "ru": "1e3:тысяч*|тыс 1e6:миллион*|млн 1e9:миллиард*|млрд 1e12:триллион*|трлн",
    "pl": "1e3:tysi*|tys 1e6:milion* 1e9:miliard* 1e12:bilion*",
    "hi": "1e2:सौ 1e3:हज़ार*|हजार* 1e5:लाख* 1e6:मिलियन 1e7:करोड़* 1e9:बिलियन|अरब",
}
_MONTHS = {
    "en": "jan* feb* mar|march apr* may jun|june jul|july aug* sep* oct* nov* dec*",
    "de": "jan*|jänner feb* mär* apr* mai* jun* jul* aug* sep* okt* nov* dez*",
    "es": "ene* feb* mar|marzo abr* may* jun* jul* ago* sep* oct* nov* dic*",
    "fr": "janv* fév* mars avr* mai juin juil* août sept* oct* nov* déc*",
    "it": "genn* febb* marzo apr* magg* giu* lugl* agos* sett* ott* nov* dic*",
    "pt": "jan* fev* mar* abr* mai* jun* jul* ago* set* out* nov* dez*",
    "nl": "jan* feb* maart apr* mei jun* jul* aug* sep* okt* nov* dec*",
    "bg": "януар* февр* март* април* май* юни* юли* авг* септ* окт* ноем* декем*",
    "cs": """
        led* únor* březn*|březen dub* květ* červn*|červen červenc*|červenec srp* září říj* listopad* prosin*
    """,
    "sk": "januá* febru* marec|marc* apríl* máj* jún* júl* august* septem* októb* novem* decem*",
    "ru": "январ* феврал* март* апрел* май|мая июн* июл* август* сентяб* октяб* нояб* декаб*",
    "pl": "stycz* lut* marz*|marca kwie* maj* czerw* lip* sierp* wrze* paźd* listopad* grud*",
    "hi": """
        जनवरी फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर
        दिसंबर|दिसम्बर
    """,
}
# Signs and units with the words for them in any language, longest languages first; a sign must come back as one of these.
_SIGNS = {
    "%": """
        % ％ ٪ percent* per_cent* prozent* por_ciento* por_cento* pour_cent* procent* percentil* процент* на_сто
        प्रतिशत फीसदी फ़ीसदी 百分 パーセント pct*
    """,
    "USD": "$ us$ dollar* dólar* долар* доллар* dolar* dolár* usd डॉलर* 美元 ドル dollár*",
    "EUR": "€ euro* евро* eur यूरो 欧元 ユーロ",
    "GBP": "£ pound* pfund* libra* livre* фунт* паунд* gbp liber* libr* sterling* quid 英镑 ポンド पाउंड*",
    "JPY": "¥ ￥ yen* йен* иен* jpy 日元 円 येन",
    "INR": "₹ rupee* rupi* rs* рупи* inr रुप* roupie* ₨",
    "length": """
        km* kilomet* kilóm* kilôm* километ* км* m meter* metre* metr* mètre* метр* м cm centi* zenti* санти* см mm
        mili* milli* мили* мм mile* meile* milla* мил* mi ft foot feet fuß fuss pie* фут* inch* zoll* pulgad* инч*
        in yard* ярд* किलोमीटर मीटर 公里 米 千米 厘米 nm
    """,
    "mass": """
        kg kilo* кил* кг g gram* грам* г lb* pound* pfund* libra* фунт* паунд* oz unze* ounce* onza* унц* ton* тон*
        t किलो* 公斤 克 吨 kilogram*
    """,
    "temperature": """
        °* ° grad* degree* celsius* fahrenheit* целзи* фаренхайт* c f k kelvin* grado* degré* stup* градус* ºc ºf º*
    """,
    "speed": """
        km/h* kmh mph kph км/ч* stundenkilomet* meile* mile* mill* por_hora pro_stunde в_час м/с m/s kt knot*
        knoten* nudo* възел* възл* kilomet* kilóm* километ* км* мил* mi/h
    """,
    "data": "kb mb gb tb kib mib gib tib* byte* гб мб кб",
}

# Words of small numbers begin like those of larger ones (acht, achtzig); these endings tell the larger ones.
LARGER = {
    "en": ("teen", "ty"),
    "de": ("zehn", "zig", "ßig", "hundert", "tausend"),
    "nl": ("tien", "tig", "honderd", "duizend"),
    "bg": ("десет", "найсет", "йсет", "стотин"),
    "cs": ("náct", "cet", "desát", "cát"),
    "sk": ("násť", "nást", "dsa", "dsia"),
    "ru": ("надцат", "дцат", "десят"),
    "pl": ("naś", "nast", "dzieś", "dziest", "dziesi"),
    "fr": ("ante", "dix-"),
    "it": ("anta", "dici"),
    "es": ("enta", "cient"),
    "pt": ("enta",),
    "hi": (),
}

Forms = tuple[tuple[str, bool], ...]
Table = dict[float, Forms]
"""For each value its forms, each with whether it is a beginning only."""


def _forms(text: str) -> Forms:
    return tuple((form.rstrip("*").replace("_", " "), form.endswith("*")) for form in text.split("|"))


def _table(text: str) -> Table:
    table: Table = {}
    for entry in text.split():
        value, _, forms = entry.partition(":")
        table[float(value)] = (*table.get(float(value), ()), *_forms(forms))
    return table


NUMBERS = {language: _table(text) for language, text in _NUMBERS.items()}
SCALES = {language: _table(text) for language, text in _SCALES.items()}
MONTHS = {
    language: {float(number): _forms(entry) for number, entry in enumerate(text.split(), start=1)}
    for language, text in _MONTHS.items()
}
SIGNS = {sign: tuple(form for entry in text.split() for form in _forms(entry)) for sign, text in _SIGNS.items()}


def is_form(word: str, forms: Forms) -> bool:
    """Whether a lower-cased word is one of the forms."""
    return any(word == form or (begins and word.startswith(form)) for form, begins in forms)
