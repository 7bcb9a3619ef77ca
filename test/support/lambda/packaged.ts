import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzip } from "../unzip.ts";
import type { Packaged } from "./function.ts";
import { functionOf, nameOf } from "./template.ts";

/** The package of a layer, by its logical id. */
export const layerZip = (reference: string): string =>
  `.serverless/${reference.replace("LambdaLayer", "").toLowerCase()}.zip`;

/** The time of a request: on a machine that does ten other things, that of the template is too short for some samples. */
const DEADLINE_MS = 600_000;

let folder: string | undefined;

const makeFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "platen-package-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The folder of an unzipped function or layer. A process unzips each once; tests only read it. */
export const unzipped = (zip: string): string => {
  folder ??= makeFolder();
  const target = join(folder, zip.split("/").at(-1)!);
  if (!existsSync(target)) {
    mkdirSync(target);
    unzip(zip, target);
  }
  return target;
};

/** An endpoint's function with its layers, as in the template but for its deadline. */
export const packaged = (path: string, environment: Readonly<Record<string, string>> = {}): Packaged => {
  const { Handler, MemorySize, EphemeralStorage, Layers = [], Environment } = functionOf(path);
  const variables = Object.entries(Environment.Variables).filter(([, value]) => typeof value === "string");
  return {
    task: unzipped(`.serverless/${nameOf(path)}.zip`),
    layers: Layers.map(({ Ref }) => unzipped(layerZip(Ref))),
    storage: EphemeralStorage?.Size ?? 512,
    handler: Handler,
    memory: MemorySize,
    environment: {
      ...(Object.fromEntries(variables) as Record<string, string>),
      PLATEN_DEADLINE_MS: String(DEADLINE_MS),
      ...environment,
    },
  };
};
