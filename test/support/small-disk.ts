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

/** Why there can be no disk of its own here, if so. */
export const noSmallDisk = (): string | false => {
  const { status, stderr, error } = start("1m", ["true"]);
  return status !== 0 && `no mounts of its own: ${stderr || error}`;
};

/** Runs a script whose temp folder is a disk of this size, such as `24m`; gives what it wrote. */
export const onDiskOf = (size: string, script: string): { stdout: string; stderr: string } =>
  start(size, [process.execPath, "--input-type=module", "-e", script]);
