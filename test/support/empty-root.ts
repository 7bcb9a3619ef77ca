import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SET_UP_SCRIPT = `
set -e
root=$1 project=$2
shift 2
mount -t tmpfs tmpfs "$root"
mkdir -p "$root$project" "$root/tmp" "$root/proc" "$root/dev"
mount --rbind "$project" "$root$project"
ldd "$1" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$root\${library%/*}"
  cp "$library" "$root$library"
done
mount -t tmpfs tmpfs "$root/tmp"
for device in null urandom; do : > "$root/dev/$device"; mount --bind /dev/$device "$root/dev/$device"; done
mount -o remount,ro "$root"
exec chroot "$root" "$@"`;

const enter = (words: readonly string[], environment: NodeJS.ProcessEnv, milliseconds: number) => {
  const root = mkdtempSync(join(tmpdir(), "platen-root-"));
  const project = join(import.meta.dirname, "../..");
  const own = ["--map-root-user", "--net", "--mount", "sh", "-c", SET_UP_SCRIPT, "sh", root, project, ...words];
  try {
    return spawnSync("unshare", own, { encoding: "utf8", timeout: milliseconds, env: environment });
  } finally {
    rmdirSync(root);
  }
};

/** The reason why this machine cannot make a separate root; undefined if it can. */
export const rootRefused = (): string | undefined => {
  const { status, stderr, error } = enter(
    [process.execPath, "--version"],
    { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    10_000,
  );
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

/**
 * Runs a script in a read-only root with only this project, the libraries of Node and an empty /tmp, without a network.
 * Returns its output.
 */
export const inEmptyRoot = (script: string, settings: Readonly<Record<string, string>> = {}): string => {
  const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/tmp", ...settings };
  const { status, stdout, stderr } = enter(
    [process.execPath, "--input-type=module", "-e", script],
    environment,
    60_000,
  );
  if (status !== 0) throw new Error(`ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout;
};
