import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const LOOPS = 3 * availableParallelism();

/** Runs work while busy loops of other sessions take most of the processors. */
export const besideLoops = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const loops = Array.from({ length: LOOPS }, () => spawn("sh", ["-c", "while :; do :; done"], { detached: true }));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
  }
};

/** Microseconds in which a group may run for half as long (cgroups(7)). */
const PERIOD_US = 100_000;

/** Makes a control group that has half a processor. Returns the file that takes its processes; undefined if this is not allowed. */
const makeHalfProcessorGroup = (): { readonly folder: string; readonly processes: string } | undefined => {
  for (const [root, ...limits] of [
    ["/sys/fs/cgroup/cpu", ["cpu.cfs_period_us", PERIOD_US], ["cpu.cfs_quota_us", PERIOD_US / 2]],
    ["/sys/fs/cgroup", ["cpu.max", `${PERIOD_US / 2} ${PERIOD_US}`]],
  ] as const) {
    const folder = `${root}/platen-test-${process.pid}`;
    try {
      accessSync(root, constants.W_OK);
      mkdirSync(folder);
      for (const [name, value] of limits) writeFileSync(`${folder}/${name}`, String(value));
      return { folder, processes: `${folder}/cgroup.procs` };
    } catch {
      try {
        rmdirSync(folder);
      } catch {}
    }
  }
  return undefined;
};

/** The words before a command that has half a processor, and what removes its group; undefined if this machine has no such groups. */
export const halfProcessor = (): { readonly words: readonly string[]; remove(): void } | undefined => {
  const group = makeHalfProcessorGroup();
  if (group === undefined) return undefined;
  return {
    words: ["sh", "-c", `echo $$ > ${group.processes} && exec "$@"`, "sh"],
    remove: () => rmdirSync(group.folder),
  };
};
