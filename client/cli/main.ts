#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { COMMANDS } from "../interface/commands.ts";
import { readArguments } from "./arguments.ts";
import { BATCH_HELP, readBatchArguments } from "./batch/arguments.ts";
import { runBatch } from "./batch/run.ts";
import { type Command, flagName } from "./command.ts";
import { COMPLETIONS } from "./completion.ts";
import { CommandError, EXIT_CODES, exitCodeOf } from "./exit-codes.ts";
import { commandHelp, commonHelp, flagHelp, programHelp } from "./help.ts";
import { messageLine } from "./report.ts";
import { runCommand } from "./run-command.ts";

const print = (text: string): number => {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return EXIT_CODES.success;
};

const commandNamed = (name: string | undefined): Command => {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new CommandError("usage", `there is no command ${name}: platen --help lists them`);
  return command;
};

const version = (): string =>
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version as string;

const help = ([topic, flag]: readonly string[]): string => {
  if (topic === undefined) return programHelp();
  if (topic === "batch") return BATCH_HELP;
  if (topic === "flags") return commonHelp();
  const command = commandNamed(topic);
  if (flag === undefined) return commandHelp(command);
  const found = command.flags.find((candidate) => flagName(candidate) === flag.replace(/^--/, ""));
  if (found === undefined) throw new CommandError("usage", `${topic} has no flag ${flag}`);
  return flagHelp(found);
};

const completion = ([shell = ""]: readonly string[]): string => {
  const script = COMPLETIONS[shell];
  if (script === undefined)
    throw new CommandError("usage", `completion is for ${Object.keys(COMPLETIONS).join(" and ")}`);
  return script();
};

/** Milliseconds in which an interrupted command may tidy up. It may also be waiting for its standard input. */
const TIDY_UP_TIMEOUT_MS = 1000;

/** A signal that aborts running calls, so that what they have half written is removed. */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      controller.abort(new Error("interrupted"));
      setTimeout(() => process.exit(EXIT_CODES.interrupted), TIDY_UP_TIMEOUT_MS).unref();
    });
  }
  return controller.signal;
};

const run = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === "help") return print(help(args));
  if (name === "completion") return print(completion(args));
  if (name === undefined) {
    process.stderr.write(`${programHelp()}\n`);
    return EXIT_CODES.usage;
  }
  if (name.startsWith("-")) {
    const { values } = readArguments(undefined, [name]);
    return print(values["version"] ? version() : programHelp());
  }
  if (name === "batch") {
    const given = readBatchArguments(args);
    return given === undefined ? print(BATCH_HELP) : runBatch(given, interruption());
  }
  const command = commandNamed(name);
  const given = readArguments(command, args);
  if (given.values["help"]) return print(commandHelp(command));
  if (given.values["version"]) return print(version());
  return runCommand(command, given, interruption());
};

// A reader such as `head` may stop early.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? 0 : EXIT_CODES.file),
);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageLine(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = exitCodeOf(error);
}
