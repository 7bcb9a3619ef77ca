import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromiumLayer } from "./chromium/layer.ts";
import { fontsLayer } from "./fonts/layer.ts";
import { libreofficeLayer } from "./libreoffice/layer.ts";

type Log = (line: string) => void;

/** The layers by their names in serverless.yml, each with the function that builds its folder. */
const LAYERS: Readonly<Record<string, (folder: string, log: Log) => Promise<void>>> = {
  fonts: fontsLayer,
  chromium: chromiumLayer,
  libreoffice: libreofficeLayer,
};

/** A hash of the files that a layer is built from: its pins and the programs that build it and its notices. */
const hashOf = (name: string): string => {
  const hash = createHash("sha256").update(readFileSync(join(import.meta.dirname, "pack.ts")));
  const files = globSync(`${import.meta.dirname}/{${name},notices}/**/*.*`).sort();
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
};

/** Builds the folders that serverless.yml packs as layers, if they are missing or were built from other files. */
export const makeLayers = async (
  log: Log = () => {},
  folder = join(import.meta.dirname, "../.cache/layers"),
): Promise<void> => {
  for (const [name, make] of Object.entries(LAYERS)) {
    const [layer, stamp, next] = [join(folder, name), join(folder, `${name}.made`), join(folder, `${name}.next`)];
    const current = hashOf(name);
    if (existsSync(layer) && existsSync(stamp) && readFileSync(stamp, "utf8") === current) continue;
    log(`building the layer ${name}`);
    for (const old of [layer, next]) await rm(old, { recursive: true, force: true });
    await make(next, log);
    await rename(next, layer);
    await writeFile(stamp, current);
  }
};
