import { parseArgs } from "node:util";
import { STANDARD_PLAN_NAME } from "../../lib/plans/plan.ts";
import { nearestName } from "../../lib/settings/nearest.ts";
import type { TableChoice } from "../with-table.ts";

/** The options of the commands. */
export interface Options {
  readonly credits: number;
  readonly count: number;
  readonly label: string;
  readonly plan: string;
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

const DAY_MS = 86_400_000;

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new RangeError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
};

const expiry = (text: string | undefined, now: number): number | undefined => {
  if (text === undefined) return undefined;
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const moment = days === undefined ? Date.parse(text) : now + Number(days) * DAY_MS;
  if (!/^(?:\d{1,5}d|\d{4}-\d\d-\d\d.*)$/.test(text) || Number.isNaN(moment))
    throw new RangeError(
      `--expires must be a number of days, such as 90d, or a date, such as 2027-01-31, not "${text}"`,
    );
  if (moment <= now) throw new RangeError(`--expires must lie in the future, not "${text}"`);
  return moment;
};

const OPTIONS = {
  credits: { type: "string" },
  count: { type: "string" },
  label: { type: "string" },
  expires: { type: "string" },
  plan: { type: "string" },
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
export const readCommandLine = (args: readonly string[], now = Date.now()): CommandLine => {
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
      expires: expiry(expires, now),
    },
    given: (["credits", "count", "label", "expires", "plan"] as const).filter((name) => values[name] !== undefined),
    table: { name, region },
    json: values.json === true,
    help: values.help === true,
  };
};
