import { mkdtempSync, readlinkSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";
import { startTimeOf } from "./child-process.ts";

const PID_NAMESPACE_LINK = "/proc/self/ns/pid";

/** The number of the namespace in which this process has its id; undefined if there is no `/proc`. */
const pidNamespace = (): string | undefined => {
  try {
    return readlinkSync(PID_NAMESPACE_LINK).replace(/\D/g, "");
  } catch {
    return undefined;
  }
};

const NAMESPACE = pidNamespace();
const OWNER = `${NAMESPACE ?? 0}.${process.pid}.${startTimeOf(process.pid) ?? 0}`;

/** The name of a folder: what it is for, its owner's namespace, id and start, and what makes it unique. */
const NAME = /^platen-[a-z]+-(\d+)\.(\d+)\.(\d+)-[^-]+$/;

/** Makes a temp folder that names its owner, this process: `/tmp/platen-pdf-4026531836.812.5077341-Xa3b9Q`. */
export const makeTempFolder = (purpose: string): string =>
  mkdtempSync(join(config.temp, `platen-${purpose}-${OWNER}-`));

// Without `/proc` nobody knows which processes live, and nothing is taken for lost.
const isLost = (name: string): boolean => {
  const [, namespace, pid, startTime] = NAME.exec(name) ?? [];
  return NAMESPACE !== undefined && namespace === NAMESPACE && startTimeOf(Number(pid)) !== Number(startTime);
};

/** Removes the temp folders of processes that were killed before they could do it themselves. Others keep theirs. */
export const removeLostFolders = async (): Promise<void> => {
  const lost = (await readdir(config.temp)).filter(isLost);
  // A folder of another user stays.
  for (const name of lost) await rm(join(config.temp, name), { recursive: true, force: true }).catch(() => {});
};
