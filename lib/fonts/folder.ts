import { resolve } from "node:path";
import manifest from "../../layers/fonts/package.json" with { type: "json" };
import { config } from "../config.ts";

const cache = resolve(import.meta.dirname, "../../.cache");

/** The one set of fonts of all engines: `fonts.conf` for fontconfig, `office.conf` for documents of Office, and the files. */
export const fontsFolder = resolve(
  config.fonts ?? (config.runtimeApi ? "/opt/fonts" : `${cache}/fonts-${manifest.version}`),
);
