/** Word's field for formulas, such as `EQ \f(1,2)`. ECMA-376 does not have it. */
const EQUATION_FIELD = /^\s*EQ\s/i;

/** A phonetic guide, which LibreOffice prints. */
const PHONETIC_GUIDE = /\\\*\s{0,9}jc\d/i;

/** A general switch of a field, such as `\* MERGEFORMAT`. */
const GENERAL_SWITCH = /\\\*\s{0,9}(?:"[^"]{0,200}"|[^\s\\"]{1,200})/g;

const DEPTH_LIMIT = 20;

/** An option of a command: two letters, and a number or, in brackets and integrals, a character. */
const OPTION = /\s{0,9}\\(?:(lc|rc|bc|fc|vc)\s{0,9}\\(.)|([a-z]{2})\s{0,9}(-?\d{0,9}(?:\.\d{1,9})?))/isy;

const MIRRORED: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [..."0123456789+-=()n"].map((character, index) => [character, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"][index]!]),
);
const LOWERED: Readonly<Record<string, string>> = Object.fromEntries(
  [..."0123456789+-=()"].map((character, index) => [character, [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"][index]!]),
);
const ROOTS: ReadonlyMap<string, string> = new Map(Object.entries({ "": "√", 2: "√", 3: "∛", 4: "∜" }));
const CIRCLES = /^[○〇◯]$/;
const CIRCLED_NUMBERS_BEGIN = 0x2460;
const CIRCLED_NUMBER_MAX = 20;

type Options = ReadonlyMap<string, string>;

const grouped = (written: string): string => {
  const text = written.trim();
  return /^[\p{L}\p{N}\p{M}.]*$/u.test(text) ? text : `(${text})`;
};

const shifted = (text: string, letters: Readonly<Record<string, string>>, mark: string): string => {
  const all = [...text];
  return all.every((character) => character in letters)
    ? all.map((character) => letters[character]).join("")
    : mark + grouped(text);
};

const bracketed = (args: readonly string[], options: Options): string => {
  const both = options.get("bc");
  const [left, right] = [options.get("lc"), options.get("rc")];
  const text = args.join(",");
  if (both !== undefined) return `${both}${text}${MIRRORED[both] ?? both}`;
  return left === undefined && right === undefined ? `(${text})` : `${left ?? ""}${text}${right ?? ""}`;
};

const integral = ([lower = "", upper = "", body = ""]: readonly string[], options: Options): string => {
  const drawn = options.get("fc") ?? options.get("vc");
  const sign = drawn ?? (options.has("su") ? "∑" : options.has("pr") ? "∏" : "∫");
  return `${sign}${lower && shifted(lower, LOWERED, "_")}${upper && shifted(upper, RAISED, "^")} ${body}`;
};

const rows = (args: readonly string[], options: Options): string => {
  const columns = Math.max(1, Number(options.get("co")) || 1);
  const lines: string[] = [];
  for (let at = 0; at < args.length; at += columns) lines.push(args.slice(at, at + columns).join(" "));
  return lines.join("; ");
};

const overstruck = (args: readonly string[]): string => {
  const [sign = "", inner = ""] = args.map((text) => text.trim());
  const number = /^\d{1,2}$/.test(inner) ? Number(inner) : 0;
  return args.length === 2 && CIRCLES.test(sign) && number >= 1 && number <= CIRCLED_NUMBER_MAX
    ? String.fromCodePoint(CIRCLED_NUMBERS_BEGIN + number - 1)
    : args.join("");
};

const root = (args: readonly string[]): string => {
  const index = args.length > 1 ? (args[0] ?? "").trim() : "";
  return `${ROOTS.get(index) ?? `${shifted(index, RAISED, "^")}√`}${grouped(args.at(-1) ?? "")}`;
};

/** The commands of formulas by their letters, as functions that write their arguments on one line. */
const COMMANDS: Readonly<Record<string, (args: readonly string[], options: Options) => string>> = {
  a: rows,
  b: bracketed,
  d: () => "",
  f: ([numerator = "", denominator = ""]) => `${grouped(numerator)}/${grouped(denominator)}`,
  i: integral,
  l: (args) => args.join(","),
  o: overstruck,
  r: root,
  s: (args, options) =>
    options.has("up") || options.has("do")
      ? shifted(args.join(""), options.has("up") ? RAISED : LOWERED, options.has("up") ? "^" : "_")
      : args.join(""),
  x: (args) => args.join(""),
};

/** Reads a formula from left to right. */
class Formula {
  readonly #code: string;
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  /** The text up to the end of an argument, or of the code. */
  text(depth = 0): string {
    let text = "";
    while (this.#at < this.#code.length) {
      const character = this.#code[this.#at]!;
      if (depth > 0 && /[,;)]/.test(character)) break;
      text += character === "\\" && depth < DEPTH_LIMIT ? this.#escaped(depth) : this.#plain(character, depth);
    }
    return text;
  }

  #plain(character: string, depth: number): string {
    this.#at++;
    if (character !== "(" || depth === 0 || depth >= DEPTH_LIMIT) return character;
    const parts = this.#arguments(depth);
    return `(${parts.join(",")})`;
  }

  #escaped(depth: number): string {
    const letter = this.#code[this.#at + 1] ?? "";
    this.#at += 2;
    const command = COMMANDS[letter.toLowerCase()];
    if (command === undefined) return letter;
    const options = new Map<string, string>();
    for (let option = this.#option(); option !== undefined; option = this.#option()) options.set(...option);
    while (this.#code[this.#at] === " ") this.#at++;
    if (this.#code[this.#at] !== "(") return "";
    this.#at++;
    return command(this.#arguments(depth), options);
  }

  #option(): [name: string, value: string] | undefined {
    OPTION.lastIndex = this.#at;
    const [all, drawn, character, name, value] = OPTION.exec(this.#code) ?? [];
    if (all === undefined) return undefined;
    this.#at += all.length;
    return [(drawn ?? name ?? "").toLowerCase(), character ?? value ?? ""];
  }

  /** The arguments after an opening parenthesis, up to the closing one. */
  #arguments(depth: number): string[] {
    const args: string[] = [];
    for (;;) {
      args.push(this.text(depth + 1));
      const end = this.#code[this.#at++];
      if (end !== "," && end !== ";") return args;
    }
  }
}

/** The formula of a field on one line, such as `1/2`; undefined for other fields and for what LibreOffice prints itself. */
export const equationText = (code: string): string | undefined => {
  if (!EQUATION_FIELD.test(code) || PHONETIC_GUIDE.test(code)) return undefined;
  return new Formula(code.replace(EQUATION_FIELD, "").replaceAll(GENERAL_SWITCH, "")).text().trim();
};
