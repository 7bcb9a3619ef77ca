const SANS_SCRIPTS = [
  "Adlam Arabic Armenian Balinese Bamum Bengali Cham Cherokee Coptic Devanagari Ethiopic Georgian Gujarati Gurmukhi",
  "Hebrew Javanese Kannada Khmer Lao Lisu Malayalam Meetei_Mayek Mongolian Myanmar Nko Ol_Chiki Oriya Sinhala",
  "Sundanese Syriac Tamil Telugu Thaana Thai Tifinagh Vai Yi",
]
  .join(" ")
  .split(" ");

const sansFamily = (script: string): string =>
  `Noto Sans ${{ Nko: "NKo", Meetei_Mayek: "Meetei Mayek", Ol_Chiki: "Ol Chiki" }[script] ?? script}`;

/** The families of the font set, each with a pattern of its characters; an empty family depends on the language. */
export const FAMILIES_BY_PATTERN: readonly (readonly [pattern: string, family: string])[] = [
  ...SANS_SCRIPTS.map((script) => [`\\p{Script=${script}}`, sansFamily(script)] as const),
  ["\\p{Script=Canadian_Aboriginal}", "Noto Sans Canadian Aboriginal"],
  ["\\p{Script=Tibetan}", "Noto Serif Tibetan"],
  ["[\\p{Script=Hiragana}\\p{Script=Katakana}]", "Noto Sans JP"],
  ["\\p{Script=Hangul}", "Noto Sans KR"],
  ["[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]", ""],
  ["[\\u2190-\\u22ff\\u27c0-\\u2aff\\u{1d400}-\\u{1d7ff}]", "Noto Sans Math"],
  [
    "[\\u2300-\\u27bf\\u2b00-\\u2bff\\u{1f000}-\\u{1f2ff}\\u{1f650}-\\u{1f67f}\\u{1f780}-\\u{1f8ff}]",
    "Noto Sans Symbols 2",
  ],
  ["[\\u20d0-\\u27bf\\u{1f100}-\\u{1f1ff}]", "Noto Sans Symbols"],
  ["[\\u2070-\\u20cf\\u2100-\\u214f]", "Noto Sans"],
];

/** The family for Han characters by the beginning of the language tag (BCP 47). */
export const HAN_FAMILIES_BY_LANGUAGE: Readonly<Record<string, string>> = {
  ja: "Noto Sans JP",
  ko: "Noto Sans KR",
  "zh-tw": "Noto Sans TC",
  "zh-hk": "Noto Sans TC",
  "zh-mo": "Noto Sans TC",
  "zh-hant": "Noto Sans TC",
  zh: "Noto Sans SC",
};

/** Families of the font set without a bold face. */
export const REGULAR_ONLY_FAMILIES: readonly string[] = "Coptic Math Mongolian NKo Symbols_2 Syriac Tifinagh Vai Yi"
  .split(" ")
  .map((name) => `Noto Sans ${name.replace("_", " ")}`);
