/** Signs of a font from a code on. */
type CodeRange = readonly [from: number, signs: string];

/** Symbol, as Adobe encoded it and Unicode's `MAPPINGS/VENDORS/ADOBE/symbol.txt` lists it. */
const SYMBOL: readonly CodeRange[] = [
  [0x20, " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"],
  [0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"],
  [0xf1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"],
];

/** Wingdings, as Unicode took its signs in (L2/12-368). */
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
  new Map(rows.flatMap(([from, signs]) => [...signs].map((sign, index) => [from + index, sign] as const)));

const SYMBOL_FONTS = new Map([
  ["symbol", charactersByCode(SYMBOL)],
  ["wingdings", charactersByCode(WINGDINGS)],
]);

/** Where fonts of signs have their codes in Unicode's private area. */
const PRIVATE_USE_START = 0xf000;

/** Whether a font's letters are signs that `signOf` knows. */
export const isSymbolFont = (font: string): boolean => SYMBOL_FONTS.has(font.trim().toLowerCase());

/** The character that a code of Symbol or Wingdings shows, given as such or in the private area; undefined where none is known. */
export const symbolCharacter = (font: string, code: number): string | undefined =>
  SYMBOL_FONTS.get(font.trim().toLowerCase())?.get(
    code >= PRIVATE_USE_START && code <= PRIVATE_USE_START + 0xff ? code - PRIVATE_USE_START : code,
  );
