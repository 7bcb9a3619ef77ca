import { fromFile } from "../node.ts";
import { type Command, type Flag, flagName } from "./command.ts";
import { CommandError } from "./exit-codes.ts";

/** The values of flags as they stand on the command line, by their names. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

const wrong = (flag: Flag, what: string) => new CommandError("usage", `--${flagName(flag)} ${what}`);

const numberOf = (flag: Flag, text: string): number => {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw wrong(flag, `must be a number, not ${text}`);
  return number;
};

/** `2,4-6` is 2, 4, 5, 6; brackets around it mean nothing. */
const numbersOf = (flag: Flag, text: string): number[] =>
  text
    .replaceAll(/^\[|\]$/g, "")
    .split(",")
    .flatMap((entry) => {
      const [, first, last] = /^\s*(\d+)-(\d+)\s*$/.exec(entry) ?? [];
      if (first === undefined || last === undefined) return [numberOf(flag, entry)];
      const [from, to] = [Number(first), Number(last)];
      if (to < from || to - from > RANGE_NUMBERS_LIMIT) throw wrong(flag, `must not hold the range ${entry}`);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });

/** The service accepts no longer list. */
const RANGE_NUMBERS_LIMIT = 100_000;

const entryOf = (flag: Flag, text: string): [string, string] => {
  const at = text.indexOf("=");
  if (at < 1) throw wrong(flag, `must be NAME=VALUE, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
};

const jsonOf = (flag: Flag, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(flag, "must be JSON");
  }
};

const valueFrom = async (flag: Flag, texts: readonly string[]): Promise<unknown> => {
  const last = texts.at(-1)!;
  switch (flag.kind) {
    case "number":
      return numberOf(flag, last);
    case "numbers":
      return texts.flatMap((text) => numbersOf(flag, text));
    case "texts":
      return texts;
    case "record":
      return Object.fromEntries(texts.map((text) => entryOf(flag, text)));
    case "file":
      return fromFile(last);
    case "files":
      return Promise.all(texts.map(fromFile));
    case "json":
      return jsonOf(flag, last);
    default:
      return last;
  }
};

const put = (input: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    input[name] = value;
    return;
  }
  const inner = (input[name] ?? {}) as Record<string, unknown>;
  put(inner, rest, value);
  input[name] = inner;
};

/** The part of an operation's input that comes from flags. Throws a CommandError for values that are no such values. */
export const inputOf = async ({ flags }: Command, values: FlagValues): Promise<Record<string, unknown>> => {
  const input: Record<string, unknown> = {};
  for (const flag of flags) {
    const given = values[flagName(flag)];
    if (given === undefined) continue;
    if (typeof given === "boolean") put(input, flag.path, flag.default !== true);
    else put(input, flag.path, await valueFrom(flag, [given].flat() as string[]));
  }
  return input;
};
