/** One setting: its environment variable, what it means, and how its text is read. */
export interface Setting<Value> {
  readonly name: string;
  /** One sentence for the operator. */
  readonly about: string;
  /** The default as the help shows it; undefined if there is none. */
  readonly fallback: string | undefined;
  /** The value of a text that is not empty, or of no text. Throws a RangeError that says what is possible. */
  readonly read: (text: string | undefined) => Value;
}

/** A check of a text. Throws a RangeError that says what is possible. */
export type TextCheck = (text: string) => void;

/** A check by a pattern; `possible` completes the sentence `NAME must be …`. */
export const matching =
  (pattern: RegExp, possible: string): TextCheck =>
  (text) => {
    if (!pattern.test(text)) throw new RangeError(`must be ${possible}, not "${text}"`);
  };

/** A text that may be left out. */
export const optionalText = (
  name: string,
  about: string,
  check: TextCheck = () => {},
): Setting<string | undefined> => ({
  name,
  about,
  fallback: undefined,
  read: (text) => {
    if (text !== undefined) check(text);
    return text;
  },
});

/** A text with a default. */
export const textSetting = (
  name: string,
  about: string,
  fallback: string,
  check: TextCheck = () => {},
): Setting<string> => ({
  name,
  about,
  fallback,
  read: (text) => {
    if (text !== undefined) check(text);
    return text ?? fallback;
  },
});

const numberIn = (text: string, least: number, most: number): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) {
    throw new RangeError(`must be a whole number of at least ${least}, not "${text}"`);
  }
  if (value > most) throw new RangeError(`must be at most ${most}, not "${text}"`);
  return value;
};

/** Bounds of a number, both ends included. */
interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

/** A whole number that may be left out; `shown` says in the help what stands for it then. */
export const optionalNumber = (
  name: string,
  about: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER, shown }: Bounds & { readonly shown?: string },
): Setting<number | undefined> => ({
  name,
  about,
  fallback: shown,
  read: (text) => (text === undefined ? undefined : numberIn(text, least, most)),
});

/** A whole number with a default; `shown` says in the help where the default comes from. */
export const numberSetting = (
  name: string,
  about: string,
  fallback: number,
  { least = 0, most = Number.MAX_SAFE_INTEGER, shown }: Bounds & { readonly shown?: string } = {},
): Setting<number> => ({
  name,
  about,
  fallback: shown ?? String(fallback),
  read: (text) => (text === undefined ? fallback : numberIn(text, least, most)),
});

/** One of these texts, in any letter case; the first is the default. */
export const choice = <Value extends string>(
  name: string,
  about: string,
  values: readonly [Value, ...Value[]],
): Setting<Value> => ({
  name,
  about,
  fallback: values[0],
  read: (text) => {
    const value = text === undefined ? values[0] : values.find((one) => one === text.toLowerCase());
    if (value === undefined) throw new RangeError(`must be ${values.join(" or ")}, not "${text}"`);
    return value;
  },
});

/** Entries between commas. */
export const entries = (name: string, about: string, check: TextCheck): Setting<readonly string[]> => ({
  name,
  about,
  fallback: undefined,
  read: (text = "") => {
    const found = text.split(",").flatMap((entry) => entry.trim() || []);
    for (const entry of found) check(entry);
    return found;
  },
});
