import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const start = (size: string, words: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "platen-disk-"));
  const mount = `mount -t tmpfs -o size=${size} tmpfs ${folder} && exec "$@"`;
  try {
    return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", mount, "sh", ...words], {
      encoding: "utf8",
      timeout: 180_000,
      env: { ...process.env, PLATEN_TEMP: folder },
    });
  } finally {
    rmdirSync(folder);
  }
};

/** The reason why this machine cannot make a separate disk; undefined if it can. */
export const noSmallDisk = (): string | false => {
  const { status, stderr, error } = start("1m", ["true"]);
  return status !== 0 && `no separate mounts: ${stderr || error}`;
};

/** Runs a script whose temp folder is a disk of this size, such as `24m`. Returns its output. */
export const onDiskOf = (size: string, script: string): { stdout: string; stderr: string } =>
  start(size, [process.execPath, "--input-type=module", "-e", script]);
