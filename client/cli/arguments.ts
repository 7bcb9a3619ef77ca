import { parseArgs } from "node:util";
import { type Command, type Flag, flagName } from "./command.ts";
import { COMMON_FLAGS, type CommonFlag } from "./common-flags.ts";
import { CommandError } from "./exit-codes.ts";
import type { FlagValues } from "./values.ts";

/** What stands on the command line after the command. */
export interface Arguments {
  readonly values: FlagValues;
  readonly files: readonly string[];
}

const REPEATED_KINDS: readonly string[] = ["numbers", "texts", "record", "files"];

const ownOption = (flag: Flag) => ({
  type: flag.kind === "boolean" ? ("boolean" as const) : ("string" as const),
  multiple: REPEATED_KINDS.includes(flag.kind),
});

const commonOption = ({ short, value }: CommonFlag) => ({
  type: value === undefined ? ("boolean" as const) : ("string" as const),
  ...(short && { short }),
});

/** Reads the arguments of a command. Throws a CommandError for flags that it does not have. */
export const readArguments = (command: Command | undefined, args: readonly string[]): Arguments => {
  const options = Object.fromEntries([
    ...(command?.flags ?? []).map((flag) => [flagName(flag), ownOption(flag)] as const),
    ...COMMON_FLAGS.map((common) => [common.flag, commonOption(common)] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, files: positionals };
  } catch (error) {
    // The first sentence says what is wrong; the second how to write a file name that begins with a hyphen.
    throw new CommandError("usage", (error as Error).message.split(". ")[0]!);
  }
};
