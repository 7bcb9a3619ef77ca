import type { Client } from "../client.ts";
import type { Command } from "./command.ts";
import { CommandError } from "./exit-codes.ts";
import { namedFiles, sourceOf } from "./input-files.ts";
import { outputsOf } from "./output-files.ts";
import { type FlagValues, inputOf } from "./values.ts";

/** One call of an operation: the files that it takes, and where its result goes. */
export interface Job {
  readonly files: readonly string[];
  /** The path of the result, or `-`; undefined if only JSON is asked for. */
  readonly output: string | undefined;
  /** Whether the result is named for its input and its own kind, not by the caller. */
  readonly isNamedByKind: boolean;
  readonly input: () => Promise<Record<string, unknown>>;
}

/** The name of a job for people. */
export const jobName = ({ files }: Job, command: Command): string => files.join(" ") || command.name;

/** What a command asks of the service. */
export type Wanted = "file" | "metadata" | "dryRun";

/** What the flags ask for. Throws a CommandError if two of them exclude each other. */
export const wantedOf = ({ metadata, "dry-run": dryRun, async: isLater }: FlagValues): Wanted => {
  if (isLater && (metadata || dryRun))
    throw new CommandError("usage", `--async and --${dryRun ? "dry-run" : "metadata"} exclude each other`);
  return dryRun ? "dryRun" : metadata ? "metadata" : "file";
};

/** The method of the client for a command that makes a file. */
export const methodOf = (client: Client, command: Command) => client[command.operation as "pdfMerge"];

const checkRequired = ({ required, flags }: Command, input: Record<string, unknown>): void => {
  for (const name of required.filter((field) => input[field] === undefined)) {
    const flag = flags.find(({ path }) => path[0] === name)?.flag ?? name;
    throw new CommandError("usage", `--${flag} is missing`);
  }
};

/** The files of each call. Throws a CommandError if there are none, or if a flag takes their place. */
const callsOf = async (command: Command, values: FlagValues, args: readonly string[]): Promise<string[][]> => {
  const { argument, flags } = command;
  const replacing = flags.find(({ flag, replacesFile }) => replacesFile && values[flag] !== undefined);
  if (replacing !== undefined || argument === undefined) {
    if (args.length > 0) throw new CommandError("usage", `--${replacing?.flag} takes the place of ${args[0]}`);
    return [[]];
  }
  if (args.length === 0) throw new CommandError("usage", "name a file, or - for standard input");
  const files = await namedFiles(args);
  return argument.several ? [files] : files.map((file) => [file]);
};

/** The calls that a command line asks for. Throws a CommandError if it is wrong; nothing has been sent then. */
export const jobsOf = async (command: Command, values: FlagValues, args: readonly string[]): Promise<Job[]> => {
  const calls = await callsOf(command, values, args);
  const fixed = await inputOf(command, values);
  const { argument, fileName = "" } = command;
  checkRequired(command, fixed);
  const outputs = wantedOf(values) === "file" ? await outputsOf(calls, values, fileName) : [];
  return calls.map((files, index) => ({
    files,
    output: outputs[index],
    isNamedByKind: outputs[index] !== undefined && outputs[index] !== values["output"],
    input: async () => {
      if (argument === undefined || files.length === 0) return fixed;
      const sources = await Promise.all(files.map(sourceOf));
      return { ...fixed, [argument.part]: argument.several ? sources : sources[0] };
    },
  }));
};
