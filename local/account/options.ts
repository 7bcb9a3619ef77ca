import { parseArgs } from "node:util";
import { CREDITS_LIMIT, expiryOf } from "../../lib/accounts/operator/limits.ts";
import { nearestName } from "../../lib/settings/nearest.ts";
import { STANDARD_PLAN_NAME } from "../../lib/settings/plan.ts";
import type { TableChoice } from "../with-table.ts";

/** The options of the commands. */
export interface Options {
  readonly credits: number;
  readonly count: number;
  readonly label: string;
  readonly plan: string;
  readonly reference: string | undefined;
  /** The moment (ms since 1970) after which a key is refused. */
  readonly expires: number | undefined;
}

/** The command line of the tool: what is not an option, and the options. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Options;
  /** The names of the options that are given, without those that every command takes. */
  readonly given: readonly (keyof Options)[];
  readonly table: TableChoice;
  readonly json: boolean;
  readonly help: boolean;
}

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new RangeError(`--${name} must be a whole number, not "${text}"`);
  if (Number(text) > CREDITS_LIMIT) throw new RangeError(`--${name} must be at most ${CREDITS_LIMIT}, not "${text}"`);
  return Number(text);
};

const OPTIONS = {
  credits: { type: "string" },
  count: { type: "string" },
  label: { type: "string" },
  expires: { type: "string" },
  plan: { type: "string" },
  reference: { type: "string" },
  table: { type: "string" },
  region: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const assertKnown = (tokens: readonly { kind: string; rawName?: string; name?: string }[]): void => {
  for (const { kind, name = "", rawName } of tokens) {
    if (kind !== "option" || name in OPTIONS) continue;
    const guess = nearestName(name, Object.keys(OPTIONS));
    throw new RangeError(
      `There is no option ${rawName}${guess ? `: did you mean --${guess}?` : "; --help lists them"}`,
    );
  }
};

/** Reads the arguments of the tool. Throws RangeError that names the option and what it takes. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  assertKnown(tokens);
  for (const [name, { type }] of Object.entries(OPTIONS))
    if (type === "string" && values[name] !== undefined && typeof values[name] !== "string")
      throw new RangeError(`--${name} needs a value`);
  const {
    credits = "0",
    count = "1",
    label = "default",
    plan = STANDARD_PLAN_NAME,
    reference,
    expires,
    table: name,
    region,
  } = values as Record<string, string | undefined>;
  return {
    words: positionals,
    options: {
      credits: wholeNumber("credits", credits),
      count: wholeNumber("count", count),
      label,
      plan,
      reference,
      expires: expires === undefined ? undefined : expiryOf("--expires", expires, Date.now()),
    },
    given: (["credits", "count", "label", "expires", "plan", "reference"] as const).filter(
      (name) => values[name] !== undefined,
    ),
    table: { name, region },
    json: values.json === true,
    help: values.help === true,
  };
};
