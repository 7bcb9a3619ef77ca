import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ATTEMPT_PROGRAMS, perlModules } from "../confinement/attempts-folder.ts";
import { SHELL_FUNCTIONS } from "../separate-root.ts";

const project = join(import.meta.dirname, "../../..");

/** What the image takes of the project, by .dockerignore, with what its build makes. */
const imageParts = (): string[] => [
  ...readFileSync(join(project, ".dockerignore"), "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : [])),
  "node_modules",
  ".cache",
];

/**
 * A root as compose.yaml gives it: read-only, with the programs of a Debian, the project at its own path, a /tmp and a /data in
 * memory, and a user without capabilities.
 */
const SET_UP_SCRIPT = `${SHELL_FUNCTIONS}
set -e
root=$1 project=$2 node=$3 parts=$4 attempts=$5 launcher=$6 modules=$7 programs=$8
shift 8
mount -t tmpfs tmpfs "$root"
cd "$root"
mkdir -p tmp proc sys dev data etc bin usr/bin usr/local/bin ".$project"
printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/tmp:/bin/sh\\n' > etc/passwd
: > usr/local/bin/node
mount --bind "$node" usr/local/bin/node
for program in /bin/sh $programs; do cp "$program" ".$program"; done
cp "$(command -v setpriv)" bin/
copy_libraries "$node" bin/* usr/bin/*
for folder in $modules; do mkdir -p ".$folder"; mount --bind "$folder" ".$folder"; done
for part in $parts; do
  if [ -d "$project/$part" ]; then mkdir -p ".$project/$part"; else : > ".$project/$part"; fi
  mount --bind "$project/$part" ".$project/$part"
  mount -o remount,bind,ro ".$project/$part"
done
if [ -n "$attempts" ]; then
  mkdir attempts
  mount --bind "$attempts" attempts
  mount --bind "$attempts/broken-engine.pl" ".$launcher"
fi
mount -t tmpfs -o size=1g,mode=1777 tmpfs tmp
mount -t tmpfs -o size=1g,uid=1000,gid=1000 tmpfs data
mount -t proc proc proc
mount --rbind /sys sys
mkdir dev/shm
mount -t tmpfs -o size=64m,mode=1777 tmpfs dev/shm
bind_devices null zero full urandom random
mount -o remount,ro "$root"
exec chroot "$root" /bin/setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs --bounding-set=-all \\
  --inh-caps=-all sh -c 'cd "$1" && shift && exec "$@"' sh "$project" "$@"`;

const NAMESPACES = ["--mount", "--pid", "--fork"];
const PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const wordsFor = (root: string, attempts: string, parts: readonly string[], command: readonly string[]): string[] => [
  ...[...NAMESPACES, "sh", "-c", SET_UP_SCRIPT, "sh"],
  ...[root, project, process.execPath, [...imageParts(), ...parts].join(" ")],
  ...[attempts, join(project, "lib/confinement/launcher.bin")],
  ...[perlModules().join(" "), ATTEMPT_PROGRAMS.join(" "), ...command],
];

/** The reason why this machine cannot make such a root; undefined if it can. */
export const containerRefused = (): string | undefined => {
  if (process.getuid?.() !== 0) return "only root can make a root for another user";
  const root = mkdtempSync(join(tmpdir(), "platen-container-"));
  const { status, stderr, error } = spawnSync("unshare", wordsFor(root, "", [], ["node", "--version"]), {
    encoding: "utf8",
    timeout: 20_000,
    env: { PATH },
  });
  rmSync(root, { recursive: true, force: true });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

/** The service in such a root. */
export interface Container extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly output: () => string;
  /** Runs a shell command beside the service, as its user; resolves with the exit code and its output. */
  run(command: string): { code: number | null; output: string };
}

const firstLine = async (child: ChildProcess, log: () => string): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  const ended = once(child, "close").then(() => Promise.reject(new Error(`the service ends: ${log()}`)));
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  ended.catch(() => {});
  return line;
};

/** What a container has beside the image: settings, a folder of attempts for a broken engine, further parts of the project. */
interface ContainerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly attempts?: string;
  readonly parts?: readonly string[];
}

/** Starts the service as the image does. */
export const startContainer = async (options: ContainerOptions = {}): Promise<Container> => {
  const { settings = {}, attempts = "", parts = [] } = options;
  const root = mkdtempSync(join(tmpdir(), "platen-container-"));
  const child = spawn("unshare", wordsFor(root, attempts, parts, ["node", "local/serve.ts"]), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, NODE_ENV: "production", PLATEN_DATA: "/data", PORT: "0", SECRET: "secret", HOME: "/tmp", ...settings },
  });
  let log = "";
  child.stderr!.on("data", (chunk) => {
    log += chunk;
  });
  const { url, apiKey } = JSON.parse(await firstLine(child, () => log)) as { url: string; apiKey: string };
  const [inside] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
  return {
    url,
    apiKey,
    output: () => log,
    run: (command) => {
      const enter = ["--target", inside!, "--mount", "--pid", "--root", "--wd", "--setuid=1000", "--setgid=1000"];
      const { status, stdout, stderr } = spawnSync("nsenter", [...enter, "/bin/sh", "-c", command], {
        encoding: "utf8",
        env: { PATH }, // that of the tests may name folders that the root does not have
      });
      return { code: status, output: stdout + stderr };
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "close");
      process.kill(Number(inside), "SIGKILL"); // the first process of the namespace: all others end with it
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
};
