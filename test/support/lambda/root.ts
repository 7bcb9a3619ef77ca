import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { ATTEMPT_PROGRAMS, perlModules } from "../confinement/attempts-folder.ts";
import { SHELL_FUNCTIONS } from "../separate-root.ts";

/** The contents of a function's root: folders of this machine. */
export interface Parts {
  /** The unzipped function. */
  readonly task: string;
  /** The unzipped layers, with the folders of /opt. */
  readonly layers: readonly string[];
  /** Sockets: `runtime.sock`, `table.sock`, `s3.sock`, `sqs.sock`, `receiver.sock`. */
  readonly outside: string;
  /** Megabytes of /tmp. */
  readonly storage: number;
  /** A folder of attempts: a broken engine then runs in the place of each engine. */
  readonly attempts?: string;
}

/** What Lambda's Linux has too: these programs, the C library, the libraries of Node, and these devices. */
const SET_UP_SCRIPT = `${SHELL_FUNCTIONS}
set -e
root=$1 node=$2 runtime=$3 task=$4 outside=$5 storage=$6 attempts=$7 modules=$8 programs=$9
shift 9
ip link set lo up
mount -t tmpfs tmpfs "$root"
cd "$root"
mkdir -p var/lang/bin var/runtime var/task opt tmp proc dev run/outside bin etc
echo 'sbx_user1051:x:0:0::/home/sbx_user1051:/sbin/nologin' > etc/passwd
: > var/lang/bin/node
mount --bind "$node" var/lang/bin/node
for name in sh cat rm sleep setpriv; do cp "$(command -v $name)" bin/; done
if [ -n "$attempts" ]; then
  mkdir -p attempts dev/shm usr/bin
  for program in $programs; do cp "$program" ".$program"; done
  for folder in $modules; do mkdir -p ".$folder"; mount --bind "$folder" ".$folder"; done
  mount --bind "$attempts" attempts
  mount -t tmpfs tmpfs dev/shm
fi
copy_libraries "$node" bin/* usr/bin/*
cp "$runtime"/machine.mjs "$runtime"/bootstrap.mjs var/runtime/
mount --bind "$task" var/task
if [ -n "$attempts" ]; then
  find "$task" -name '*launcher.bin' | while read -r file; do
    mount --bind "$attempts/broken-engine.pl" "var/task\${file#"$task"}"
  done
fi
mount --bind "$outside" run/outside
for layer in "$@"; do
  for folder in "$layer"/*; do
    mkdir "opt/\${folder##*/}"
    mount --bind "$folder" "opt/\${folder##*/}"
    mount -o remount,bind,ro "opt/\${folder##*/}"
  done
done
mount -o remount,bind,ro var/task
mount -t tmpfs -o "size=\${storage}m" tmpfs tmp
mount -t proc proc proc
bind_devices null zero urandom random
mount -o remount,ro "$root"
exec chroot "$root" /var/lang/bin/node /var/runtime/machine.mjs`;

const NAMESPACE_FLAGS = ["--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"];
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** The reason why this machine cannot make a separate root; undefined if it can. */
export const lambdaRootRefused = (): string | undefined => {
  const root = mkdtempSync(join(tmpdir(), "platen-lambda-"));
  const script = 'set -e; ip link set lo up; mount -t tmpfs tmpfs "$1"; mkdir "$1/proc"; mount -t proc proc "$1/proc"';
  const { status, stderr, error } = spawnSync("unshare", [...NAMESPACE_FLAGS, script, "sh", root], {
    encoding: "utf8",
    timeout: 10_000,
    env: { PATH },
  });
  rmSync(root, { recursive: true, force: true });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

let runtime: string | undefined;

/** Makes a folder with the scripts of the runtime as JavaScript: Lambda's is no TypeScript, which takes Node longer to load. */
const makeRuntime = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "platen-runtime-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const entryPoints = ["machine", "bootstrap"].map((name) => join(import.meta.dirname, `${name}.ts`));
  buildSync({ entryPoints, outdir: folder, outExtension: { ".js": ".mjs" }, target: "node24" });
  return folder;
};

/**
 * Starts a machine in a read-only root with only Node, the function, its layers in /opt and an empty /tmp, and with only a
 * loopback network. When it has printed `ready`, write the environment of the function to its stdin.
 */
export const startMachine = (root: string, { task, layers, outside, storage, attempts }: Parts): ChildProcess => {
  runtime ??= makeRuntime();
  const forAttempts =
    attempts === undefined ? ["", "", ""] : [attempts, perlModules().join(" "), ATTEMPT_PROGRAMS.join(" ")];
  const words = [root, process.execPath, runtime, task, outside, String(storage), ...forAttempts, ...layers];
  return spawn("unshare", [...NAMESPACE_FLAGS, SET_UP_SCRIPT, "sh", ...words], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH },
  });
};
