import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Addresses of the namespace's one interface: public ones, and one of each private kind. */
const ADDRESSES = {
  4: ["93.184.216.34", "93.184.216.35", "10.0.0.5", "169.254.169.254", "192.168.1.1", "172.16.0.1", "100.64.0.1"],
  6: ["2606:2800:220:1::34", "fd00::1", "64:ff9b::a00:5"],
} as const;

const setUp = (folder: string): string => `
set -e
ip link set lo up
${ADDRESSES[4].map((address) => `ip addr add ${address}/32 dev lo`).join("\n")}
${ADDRESSES[6].map((address) => `ip -6 addr add ${address}/128 dev lo nodad`).join("\n")}
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind ${folder}/resolv.conf /etc/resolv.conf
mount --bind ${folder}/hosts /etc/hosts
exec "$@"`;

const enter = (words: readonly string[], milliseconds: number, environment: NodeJS.ProcessEnv = process.env) => {
  const folder = mkdtempSync(join(tmpdir(), "platen-namespace-"));
  writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\noptions timeout:1\n");
  writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  try {
    return spawnSync("unshare", ["--map-root-user", "--net", "--mount", "sh", "-c", setUp(folder), "sh", ...words], {
      encoding: "utf8",
      timeout: milliseconds,
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Why this machine gives no network namespace; undefined when it does. */
export const namespaceRefused = (): string | undefined => {
  const { status, stderr, error } = enter(["true"], 10_000);
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

/** Runs a file of TypeScript in a network of its own, whose name server must be at 127.0.0.1; gives what it prints. */
export const inNamespace = (
  file: string,
  words: readonly string[],
  options: { milliseconds: number; environment?: object },
): string => {
  const environment = { ...process.env, ...options.environment };
  const { status, signal, stdout, stderr } = enter(
    [process.execPath, file, ...words],
    options.milliseconds,
    environment,
  );
  if (status !== 0) throw new Error(`${file} ended with ${status ?? signal}: ${stderr.slice(-2000)}`);
  return stdout;
};
