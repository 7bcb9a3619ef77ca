import { CommandError } from "./exit-codes.ts";
import type { FlagValues } from "./values.ts";

/** What a command needs beside its input. */
export interface Settings {
  readonly url: string;
  readonly key: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
}

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_TIMEOUT_SECONDS = 300;
/** The same for a job, which may wait for its turn and then work for 15 minutes. */
const DEFAULT_JOB_TIMEOUT_SECONDS = 1200;
const CONCURRENCY_LIMIT = 64;
/** Timers of Node allow no more. */
const TIMEOUT_LIMIT_SECONDS = 2_147_483;

const numberIn = (values: FlagValues, flag: string, fallback: number, limit: number): number => {
  const text = values[flag];
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!(number >= 1 && number <= limit)) throw new CommandError("usage", `--${flag} must be 1 to ${limit}`);
  return number;
};

const textIn = (values: FlagValues, flag: string, variable: string, what: string): string => {
  const given = values[flag] ?? process.env[variable];
  if (typeof given === "string" && given !== "") return given;
  throw new CommandError("usage", `no ${what} of the service: set ${variable} or give --${flag}`);
};

/** The settings from flags and from the environment. Throws a CommandError if one is missing or wrong. */
export const settingsOf = (values: FlagValues): Settings => {
  const url = textIn(values, "api-url", "PLATEN_URL", "address");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError("usage", "the address must be an http or https URL");
  const key = textIn(values, "api-key", "PLATEN_API_KEY", "key");
  if (!/^[!-~]+$/.test(key)) throw new CommandError("usage", "the key must be visible ASCII characters");
  const timeoutSeconds = values["async"] === true ? DEFAULT_JOB_TIMEOUT_SECONDS : DEFAULT_TIMEOUT_SECONDS;
  return {
    url,
    key,
    concurrency: Math.floor(numberIn(values, "concurrency", DEFAULT_CONCURRENCY, CONCURRENCY_LIMIT)),
    timeoutMs: 1000 * numberIn(values, "timeout", timeoutSeconds, TIMEOUT_LIMIT_SECONDS),
  };
};
