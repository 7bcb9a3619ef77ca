import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { EngineRelease } from "../workers/warm.ts";

/** The name of the file in an engine's folder with its release. */
export const RELEASE_FILE = "release.json";

/** The release of the engine in a folder; undefined if the folder has no such file. */
export const readRelease = (folder: string): EngineRelease | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, RELEASE_FILE), "utf8")) as EngineRelease;
  } catch {
    return undefined;
  }
};

/** The link beside the folder of an engine that set-up makes. It leads to the folder that is used in its place. */
export const updateLinkOf = (setUpFolder: string): string => `${setUpFolder}.in-use`;

/** The folder of an engine that a process uses from its start to its end: the update, if there is one, or what set-up makes. */
export const folderInUse = (setUpFolder: string): string => {
  try {
    return realpathSync(updateLinkOf(setUpFolder));
  } catch {
    return setUpFolder;
  }
};
