import { resolve } from "node:path";
import manifest from "../../../layers/chromium/package.json" with { type: "json" };
import { config } from "../../config.ts";

/** The version of Chromium's package, such as `153.0.0`. */
export const version = manifest.dependencies["@sparticuz/chromium"];

const cache = resolve(import.meta.dirname, "../../../.cache");

/** The folder of the unpacked Chromium: its binary `chromium`, and `lib` with the libraries that a bare machine lacks. */
export const chromiumFolder = resolve(
  config.chromium ?? (config.runtimeApi ? "/opt/chromium" : `${cache}/chromium-${version}`),
);
