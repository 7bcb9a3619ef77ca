import { resolve } from "node:path";
import manifest from "../../layers/fonts/package.json" with { type: "json" };
import { config } from "../config.ts";

const cache = resolve(import.meta.dirname, "../../.cache");

/** The folder of the font set of all engines: `fonts.conf` for fontconfig, `office.conf` for Office documents, and the font files. */
export const fontsFolder = resolve(
  config.fonts ?? (config.runtimeApi ? "/opt/fonts" : `${cache}/fonts-${manifest.version}`),
);
