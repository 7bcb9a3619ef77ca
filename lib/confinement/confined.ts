import { launcher, walls } from "./walls.ts";

/**
 * What a confined program may do: the paths that it may read, execute or write below, its only TCP port, and forks. A zygote may
 * leave TCP to the rules of its forks.
 */
export interface Permissions {
  readonly read?: readonly string[];
  readonly execute?: readonly string[];
  readonly write?: readonly string[];
  readonly connect?: number | "any";
  readonly mayFork?: boolean;
}

type Command = readonly [program: string, ...words: string[]];

/** What a program needs of Linux: the C library, files about processors and memory, and a source of random numbers. */
const LINUX: Permissions = {
  execute: ["/lib64/ld-linux-x86-64.so.2"],
  read: [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/ssl/openssl.cnf",
    "/dev/urandom",
    "/proc/self",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/usr/share/zoneinfo",
  ],
  write: ["/dev/null"],
};

const wordsFor = ({ read = [], execute = [], write = [], connect, mayFork = false }: Permissions): string[] => [
  ...read.flatMap((path) => ["read", path]),
  ...execute.flatMap((path) => ["execute", path]),
  ...write.flatMap((path) => ["write", path]),
  ...(connect === undefined ? [] : ["connect", String(connect)]),
  ...(mayFork ? ["fork", "yes"] : []),
];

/** The command that starts a program behind the walls of this machine; the program itself if there are none. */
export const confined = ([program, ...words]: Command, permissions: Permissions): Command => {
  const { landlock, seccomp } = walls();
  if (landlock === 0 && !seccomp) return [program, ...words];
  return [launcher, ...wordsFor(LINUX), ...wordsFor(permissions), "--", program, ...words];
};

/**
 * The permissions of a fork that puts up its walls itself: one line for each path, such as `r/usr/lib`. Undefined without
 * walls.
 */
export const wallsOfForks = ({ read = [], execute = [] }: Permissions): string | undefined => {
  const { landlock, seccomp } = walls();
  if (landlock === 0 && !seccomp) return undefined;
  const lines = [
    ...[...(LINUX.read ?? []), ...read].map((path) => `r${path}`),
    ...[...(LINUX.execute ?? []), ...execute].map((path) => `x${path}`),
    ...(LINUX.write ?? []).map((path) => `w${path}`),
  ];
  return lines.join("\n");
};
