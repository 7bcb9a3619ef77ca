import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { commandData } from "./commands.ts";
import { currentDocument } from "./document.ts";
import { operationData } from "./operations.ts";
import { schemaTypes } from "./schemas.ts";

const root = join(import.meta.dirname, "../..");
const FOLDER = "client/interface";
const NOTE = "// Written by `npm run build:client` from the OpenAPI document: do not edit.\n";

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

const formatted = (file: string, source: string): string =>
  execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: source,
  }).toString();

/** The files of the client that are written from today's OpenAPI document: their paths and texts. */
export const generatedFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const document = currentDocument();
  const sources = {
    "schemas.ts": await schemaTypes(document),
    "operations.ts": operationData(document),
    "commands.ts": commandData(document),
  };
  return new Map(
    Object.entries(sources).map(([name, source]) => {
      const file = `${FOLDER}/${name}`;
      return [file, formatted(file, NOTE + source)];
    }),
  );
};

/** The files that differ from those of today's document: their paths and new texts. */
export const staleFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const isStale = ([file, text]: [string, string]) =>
    !existsSync(join(root, file)) || readFileSync(join(root, file), "utf8") !== text;
  return new Map([...(await generatedFiles())].filter(isStale));
};

/** Writes the files that differ, and returns their paths. */
export const writeGenerated = async (): Promise<string[]> => {
  const stale = await staleFiles();
  for (const [file, text] of stale) writeFileSync(join(root, file), text);
  return [...stale.keys()];
};
