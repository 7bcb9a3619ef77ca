import { parseArgs } from "node:util";
import { COMMON_FLAGS } from "../common-flags.ts";
import { CommandError } from "../exit-codes.ts";
import type { FlagValues } from "../values.ts";

/** The arguments of `batch`. */
export interface BatchArguments {
  readonly values: FlagValues;
  /** The path of the list, and the folder of the results. */
  readonly file: string;
  readonly out: string;
}

const OUT_FLAG = { flag: "out", value: "DIR", about: "where results go; the same command goes on there" };

/** The flags of `batch`. */
export const BATCH_FLAGS = [
  OUT_FLAG,
  ...COMMON_FLAGS.filter(({ flag }) =>
    ["json", "concurrency", "timeout", "quiet", "api-url", "api-key", "help"].includes(flag),
  ),
];

/** The help of `batch`. */
export const BATCH_HELP = `Usage: platen batch FILE --out DIR
Does many requests at once.
  FILE has a request on each line, as JSON:
    {"operation": "/convert/html-to-pdf", "name": "letter", "body": {"html": "…"}}
    {"operation": "/pdf/merge", "form": {"files": ["@a.pdf", "@b.pdf"]}}
  In a form @a.pdf is a file, seen from the folder of FILE. After Ctrl-C the batch
  goes on; the same command waits for it and fetches what is missing.

Flags (platen help flags says more):
${BATCH_FLAGS.map(({ flag, value }) => `  --${flag}${value ? ` ${value}` : ""}`).join("\n")}`;

/** Reads the arguments of `batch`; undefined if its help is asked for. Throws a CommandError for wrong ones. */
export const readBatchArguments = (args: readonly string[]): BatchArguments | undefined => {
  const options = Object.fromEntries(
    BATCH_FLAGS.map(({ flag, value, ...more }) => [
      flag,
      {
        type: value === undefined ? ("boolean" as const) : ("string" as const),
        ...("short" in more && typeof more.short === "string" && { short: more.short }),
      },
    ]),
  );
  let parsed: { values: FlagValues; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError("usage", (error as Error).message.split(". ")[0] ?? "");
  }
  const { values, positionals } = parsed;
  if (values["help"]) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new CommandError("usage", "name one file of requests");
  const out = values["out"];
  if (typeof out !== "string" || out === "") throw new CommandError("usage", "say where results go: --out DIR");
  return { values, file, out };
};
