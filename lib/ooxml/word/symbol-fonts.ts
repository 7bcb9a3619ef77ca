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

const charactersByCode = (rows: readonly CodeRange[]): ReadonlyMap<number, string> =>
  new Map(
    rows.flatMap(([firstCode, characters]) =>
      [...characters].map((character, index) => [firstCode + index, character] as const),
    ),
  );

const SYMBOL_FONTS = new Map([
  ["symbol", charactersByCode(SYMBOL)],
  ["wingdings", charactersByCode(WINGDINGS)],
]);

/** The offset of a symbol font's codes in Unicode's Private Use Area. */
const PRIVATE_USE_START = 0xf000;

/** Whether `symbolCharacter` knows the encoding of this font. */
export const isSymbolFont = (font: string): boolean => SYMBOL_FONTS.has(font.trim().toLowerCase());

/**
 * The Unicode character for a code of Symbol or Wingdings; the code may be in the Private Use Area. Undefined for other fonts
 * and unknown codes.
 */
export const symbolCharacter = (font: string, code: number): string | undefined =>
  SYMBOL_FONTS.get(font.trim().toLowerCase())?.get(
    code >= PRIVATE_USE_START && code <= PRIVATE_USE_START + 0xff ? code - PRIVATE_USE_START : code,
  );
