import { accessSync, constants, type Stats, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { CommandError } from "./exit-codes.ts";
import { STANDARD_STREAM } from "./input-files.ts";
import type { FlagValues } from "./values.ts";

const found = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const isFolder = (path: string): boolean => path.endsWith("/") || found(path)?.isDirectory() === true;

/** The name of a result in a folder: that of its only input, with the extension of the service's name for it. */
const nameIn = (inputs: readonly string[], fileName: string): string => {
  const [input = STANDARD_STREAM, ...others] = inputs;
  if (input === STANDARD_STREAM || others.length > 0) return fileName;
  return basename(input, extname(input)) + extname(fileName);
};

const checkDistinct = (outputs: readonly string[]): void => {
  const taken = new Set<string>();
  for (const output of outputs.map((path) => resolve(path))) {
    if (taken.has(output)) throw new CommandError("usage", `two results would be ${output}`);
    taken.add(output);
  }
};

/** Throws a CommandError if an output is one of the inputs, be it by another name or a link. */
const checkNoInput = (outputs: readonly string[], inputs: readonly string[]): void => {
  const identity = (path: string) => {
    const stats = found(path);
    return stats?.isFile() ? [`${stats.dev}:${stats.ino}`] : [];
  };
  const taken = new Set(inputs.flatMap(identity));
  for (const output of outputs) {
    if (identity(output).some((id) => taken.has(id))) {
      throw new CommandError("usage", `${output} is an input, and inputs are not overwritten`);
    }
  }
};

/** Throws the error of the system if a result cannot be written: before its call costs anything. */
const checkWritable = (output: string): void => {
  accessSync(dirname(output), constants.X_OK);
  if (found(output) === undefined) accessSync(dirname(output), constants.W_OK);
  else accessSync(output, constants.W_OK);
};

const checkTerminal = (fileName: string): void => {
  if (process.stdout.isTTY && extname(fileName) === ".pdf") {
    throw new CommandError("usage", "a PDF file does not go to a terminal: send it to a file");
  }
};

/**
 * The path of the result of each call, given the inputs of each. As with `cp`, existing files are overwritten, but never an
 * input, nor a result of the same command. Throws a CommandError if it is not clear where results go.
 */
export const outputsOf = async (
  calls: readonly (readonly string[])[],
  { output, "out-dir": outDir }: FlagValues,
  fileName: string,
): Promise<string[]> => {
  if (typeof output !== "string" && typeof outDir !== "string") {
    throw new CommandError("usage", "say where the result goes: -o FILE, -o - or --out-dir DIR");
  }
  if (output !== undefined && outDir !== undefined)
    throw new CommandError("usage", "-o and --out-dir exclude each other");
  const folder = typeof outDir === "string" ? outDir : isFolder(String(output)) ? String(output) : undefined;
  if (folder === undefined) {
    if (calls.length > 1) throw new CommandError("usage", "several results need --out-dir DIR");
    if (output === STANDARD_STREAM) checkTerminal(fileName);
    else {
      checkNoInput([String(output)], calls.flat());
      checkWritable(String(output));
    }
    return [String(output)];
  }
  const outputs = calls.map((inputs) => join(folder, nameIn(inputs, fileName)));
  checkDistinct(outputs);
  checkNoInput(outputs, calls.flat());
  await mkdir(folder, { recursive: true });
  outputs.forEach(checkWritable);
  return outputs;
};

/** The path of a result in a folder, with the extension of the name that the service has given it. */
export const pathNamed = (output: string, fileName: string | undefined): string =>
  fileName === undefined ? output : join(dirname(output), basename(output, extname(output)) + extname(fileName));

/** Whether a result is there already. */
export const isThere = (output: string): boolean => output !== STANDARD_STREAM && found(output) !== undefined;
