/** The Unicode characters for consecutive codes of a symbol font, and the first of the codes. */
type CodeRange = readonly [firstCode: number, characters: string];

/** The encoding of Symbol, by Unicode's `MAPPINGS/VENDORS/ADOBE/symbol.txt`. */
const SYMBOL: readonly CodeRange[] = [
  [0x20, " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"],
  [0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"],
  [0xf1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"],
];

/** The encoding of Wingdings, by the proposal that added its characters to Unicode (L2/12-368). */
const WINGDINGS: readonly CodeRange[] = [
  [
    0x20,
    " 🖉✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭🗀🗁🗎🗏🗐🗄⏳🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●🔾■□🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶🙶🙷▯",
  ],
  [
    0x80,
    "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟∙•⬝⭘🞆🞈◉◎🔿▪◻🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘⮚⮙⮛⮈⮊⮉⮋🡨🡪🡩🡫🡬🡭🡯🡮🡸🡺🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂🢬🢭🗶✓🗷🗹",
  ],
];

/** The encoding of Wingdings 2, by the same proposal. */
const WINGDINGS_2: readonly CodeRange[] = [
  [0x20, " 🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑🗴🗸🗵☑⮽☒⮾⮿🛇⦸🙱🙴🙲🙳‽🙹🙺🙻🙦🙤🙥🙧🙚🙘🙙🙛⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"],
  [
    0x80,
    "☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤🕥🕦🕧🙨🙩⋅🞄⦁●○🞅🞇🞉⊙⦿🞌🞍◾■□🞑🞒🞓🞔▣🞕🞖🞗🞘⬩⬥◇🞚◈🞛🞜🞝🞞⬪⬧◊🞠◖◗⯊⯋⯀⯁⬟⯂⬣⬢⯃⯄🞡🞢🞣🞤🞥🞦🞧🞨🞩🞪🞫🞬🞭🞮🞯🞰🞱🞲🞳🞴🞵🞶🞷🞸🞹🞺🞻🞼🞽🞾🞿🟀🟂🟄🟆🟉🟊✶🟌🟎🟐🟒✹🟃🟇✯🟍🟔⯌⯍※⁂",
  ],
];

/** The encoding of Wingdings 3, by the same proposal. */
const WINGDINGS_3: readonly CodeRange[] = [
  [0x20, " ⭠⭢⭡⭣⭦⭧⭩⭨⭰⭲⭱⭳⭶⭸⭻⭽⭤⭥⭪⭬⭫⭭⭍⮠⮡⮢⮣⮤⮥⮦⮧⮐⮑⮒⮓⮀⮃⭾⭿⮄⮆⮅⮇⮏⮍⮎⮌⭮⭯⎋⌤⌃⌥␣⍽⇪⮸🢠🢡🢢🢣🢤🢥🢦🢧🢨🢩🢪🢫🡐🡒🡑🡓🡔🡕🡗🡖🡘🡙▲▼△▽◀▶◁▷◣◢◤◥🞀🞂🞁"],
  [
    0x80,
    "🞃⯅⯆⯇⯈⮜⮞⮝⮟🠐🠒🠑🠓🠔🠖🠕🠗🠘🠚🠙🠛🠜🠞🠝🠟🠀🠂🠁🠃🠄🠆🠅🠇🠈🠊🠉🠋🠠🠢🠤🠦🠨🠪🠬🢜🢝🢞🢟🠮🠰🠲🠴🠶🠸🠺🠹🠻🢘🢚🢙🢛🠼🠾🠽🠿🡀🡂🡁🡃🡄🡆🡅🡇⮨⮩⮪⮫⮬⮭⮮⮯🡠🡢🡡🡣🡤🡥🡧🡦🡰🡲🡱🡳🡴🡵🡷🡶🢀🢂🢁🢃🢄🢅🢇🢆🢐🢒🢑🢓🢔🢖🢕🢗",
  ],
];

/** The encoding of Webdings, by the same proposal. */
const WEBDINGS: readonly CodeRange[] = [
  [
    0x20,
    " 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼🗕🗖🗗⏴⏵⏶⏷⏪⏩⏮⏭⏸⏹⏺🗚🗳🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂🏞🏕🛤🏟🛳🕬🕫🕨🔈🎔🎕🗬🙽🗭🗪🗫⮔✔🚲⬜🛡📦🛱⬛🚑🛈🛩🛰🟈🕴⬤🛥🚔🗘🗙❓🛲🚇🚍⛳⦸⊖🚭🗮⏐🗯🗲",
  ],
  [
    0x80,
    "🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘🗠🛢💰🏷💳👪🗡🗢🗣✯🖄🖅🖃🖆🖹🖺🖻🕵🕰🖽🖾📋🗒🗓🕮📚🗞🗟🗃🗂🖼🎭🎜🎘🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻🖥🖦🖧🕹🎮🕻🕼📟🖁🖀🖨🖩🖿🖪🗜🔒🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫🌜🌡🛋🛏🍽🍸🛎🛍Ⓟ♿🛆🖈🎓🗤🗥🗦🗧🛪🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊",
  ],
];

const charactersByCode = (rows: readonly CodeRange[]): ReadonlyMap<number, string> =>
  new Map(
    rows.flatMap(([firstCode, characters]) =>
      [...characters].map((character, index) => [firstCode + index, character] as const),
    ),
  );

const SYMBOL_FONTS = new Map([
  ["symbol", charactersByCode(SYMBOL)],
  ["wingdings", charactersByCode(WINGDINGS)],
  ["wingdings 2", charactersByCode(WINGDINGS_2)],
  ["wingdings 3", charactersByCode(WINGDINGS_3)],
  ["webdings", charactersByCode(WEBDINGS)],
]);

/** The offset of a symbol font's codes in Unicode's Private Use Area. */
const PRIVATE_USE_START = 0xf000;

/** Whether the encoding of this font is known. */
export const isSymbolFont = (font: string): boolean => SYMBOL_FONTS.has(font.trim().toLowerCase());

/** The Unicode characters of a symbol font by their codes. Empty for other fonts. */
export const symbolCharacters = (font: string): ReadonlyMap<number, string> =>
  SYMBOL_FONTS.get(font.trim().toLowerCase()) ?? new Map();

/**
 * The Unicode character for a code of a symbol font; the code may be in the Private Use Area. Undefined for other fonts and unknown
 * codes.
 */
const symbolCharacter = (font: string, code: number): string | undefined =>
  symbolCharacters(font).get(
    code >= PRIVATE_USE_START && code <= PRIVATE_USE_START + 0xff ? code - PRIVATE_USE_START : code,
  );

/** A text, and the font that it needs; undefined for the font that it has in the file. */
export interface FontPiece {
  readonly text: string;
  readonly font: string | undefined;
}

export const SYMBOL_FALLBACK_FONT = "DejaVu Sans";

/** Fonts of the font set for characters of symbol fonts which the font for their block does not have. */
const OTHER_FONTS: readonly (readonly [characters: RegExp, font: string])[] = [
  [/[⌖⌛⏩⏪⏭⏮⏳-⏷⏸-⏺✀❓⦁⦿]/u, "Noto Sans Symbols2"],
  [/[⎋⏐Ⓟ⓪⓿⛳⛷🄋🄌🕆-🕉😐]/u, "Noto Sans Symbols"],
  [/⦸/u, "Noto Sans Math"],
];

/** A font of the font set that has this character of a symbol font, without colours of its own. */
const fontFor = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x2000) return "Liberation Serif";
  const other = OTHER_FONTS.find(([characters]) => characters.test(character));
  return other?.[1] ?? (code < 0x2b00 ? SYMBOL_FALLBACK_FONT : "Noto Sans Symbols2");
};

/** The Unicode character for a code of a symbol font, in a font that has it; undefined if no character is known. */
export const symbolPiece = (font: string, code: number): FontPiece | undefined => {
  const character = symbolCharacter(font, code);
  return character === undefined ? undefined : { text: character, font: fontFor(character) };
};

/** Fonts of whose signs LibreOffice has few; it knows those of Symbol and Wingdings. */
const LITTLE_KNOWN_FONT = /^\s*(?:wingdings [23]|webdings)\s*$/i;

export const isLittleKnownFont = (font: string): boolean => LITTLE_KNOWN_FONT.test(font);

/** Whether some markup names one of these fonts. */
export const hasLittleKnownFont = (xml: string): boolean => /["'](?:Wingdings [23]|Webdings)["']/i.test(xml);
