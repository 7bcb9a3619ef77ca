import { readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Body, type FormPart, formBody } from "../../form.ts";
import { fromFile } from "../../node.ts";
import { CommandError } from "../exit-codes.ts";

/** A request of a list, as it stands in its line. A text in its form such as `@letter.docx` stands for a file. */
export type Entry = Readonly<Record<string, unknown>>;

/** A list: its requests, and its folder, from which file names are resolved. */
export interface List {
  readonly entries: readonly Entry[];
  readonly folder: string;
  readonly text: string;
}

/** A request with larger files sends them ahead. */
const INLINE_LIMIT_BYTES = 1_000_000;
/** So do all further requests once the files in the list have this size. */
const LIST_INLINE_LIMIT_BYTES = 48_000_000;

const isFileName = (value: unknown): value is string => typeof value === "string" && value.startsWith("@");

/** The files that a value of a form names; undefined if it names none. */
const filesIn = (value: unknown): readonly string[] | undefined => {
  if (isFileName(value)) return [value.slice(1)];
  return Array.isArray(value) && value.length > 0 && value.every(isFileName)
    ? value.map((name: string) => name.slice(1))
    : undefined;
};

const formOf = ({ form }: Entry): [string, unknown][] =>
  typeof form === "object" && form !== null ? Object.entries(form) : [];

const entryOf = (line: string, number: number, path: string): Entry => {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Entry;
  } catch {
    // The error below is for text that is no JSON, too.
  }
  throw new CommandError("usage", `${path}: line ${number} is not a JSON object`);
};

/** Reads a list. Throws a CommandError if it cannot be read or is empty, or if a line is no JSON object. */
export const readList = async (path: string): Promise<List> => {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new CommandError("file", error.message);
  });
  const entries = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [entryOf(line, index + 1, path)]));
  if (entries.length === 0) throw new CommandError("usage", `${path} has no request`);
  return { entries, folder: dirname(resolve(path)), text };
};

/** The files that a request names, by their paths. */
const pathsOf = (entry: Entry, folder: string): string[] =>
  formOf(entry).flatMap(([, value]) => (filesIn(value) ?? []).map((name) => resolve(folder, name)));

const sizeOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch((error: Error) => {
    throw new CommandError("file", error.message);
  });
  if (!found.isFile()) throw new CommandError("file", `${path} is not a file`);
  return found.size;
};

/** The indexes of the requests that send their files ahead. Throws a CommandError if a file is not there. */
export const sentAhead = async ({ entries, folder }: List): Promise<ReadonlySet<number>> => {
  const ahead = new Set<number>();
  let inline = 0;
  for (const [index, entry] of entries.entries()) {
    let bytes = 0;
    for (const path of pathsOf(entry, folder)) bytes += await sizeOf(path);
    if (bytes > INLINE_LIMIT_BYTES || inline + bytes > LIST_INLINE_LIMIT_BYTES) ahead.add(index);
    else inline += bytes;
  }
  return ahead;
};

const inlineFile = async (folder: string, name: string) => ({
  base64: (await readFile(resolve(folder, name))).toString("base64"),
  name: basename(name),
});

const inlineValue = async (folder: string, value: unknown): Promise<unknown> => {
  const files = filesIn(value);
  if (files === undefined) return value;
  const read = await Promise.all(files.map((name) => inlineFile(folder, name)));
  return Array.isArray(value) ? read : read[0];
};

/** A request with the contents of its files in the place of their names. */
export const withFiles = async (entry: Entry, folder: string): Promise<Entry> => {
  if (pathsOf(entry, folder).length === 0) return entry;
  const values = formOf(entry).map(async ([name, value]) => [name, await inlineValue(folder, value)] as const);
  return { ...entry, form: Object.fromEntries(await Promise.all(values)) };
};

/** The form of a request as a body to be sent ahead. Its files are read while they are sent. */
export const bodyAhead = async (entry: Entry, folder: string): Promise<Body> => {
  const parts = formOf(entry).map(async ([name, value]): Promise<FormPart[]> => {
    const files = filesIn(value);
    if (files === undefined) return [{ name, value: typeof value === "string" ? value : JSON.stringify(value) }];
    return Promise.all(
      files.map(async (file) => ({
        name,
        value: { blob: await fromFile(resolve(folder, file)), name: basename(file) },
      })),
    );
  });
  return formBody((await Promise.all(parts)).flat());
};
