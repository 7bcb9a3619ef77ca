import { resolve } from "node:path";
import manifest from "../../../layers/chromium/package.json" with { type: "json" };
import { config } from "../../config.ts";
import type { EngineRelease } from "../../workers/warm.ts";
import { folderInUse, readRelease } from "../release.ts";

const pinned: EngineRelease = { version: manifest.dependencies["@sparticuz/chromium"], released: manifest.released };

const cache = resolve(import.meta.dirname, "../../../.cache");

/** The folder in which set-up unpacks Chromium. */
export const chromiumSetUpFolder = `${cache}/chromium-${pinned.version}`;

/** The folder of the unpacked Chromium: its binary `chromium`, and `lib` with the libraries that a bare machine lacks. */
export const chromiumFolder = resolve(
  config.chromium ?? (config.runtimeApi ? "/opt/chromium" : folderInUse(chromiumSetUpFolder)),
);

/** The release of Chromium's package. A folder of the operator may name no release. */
export const release: EngineRelease =
  readRelease(chromiumFolder) ?? (config.chromium === undefined ? pinned : { version: "unknown" });

/** Its version, such as `153.0.0`. */
export const { version } = release;
