import { readdirSync, readFileSync } from "node:fs";

const ofProcess = (pid: number): { parent: number; megabytes: number } | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return { parent: value("PPid"), megabytes: value("RssAnon") / 1024 };
  } catch {
    return undefined; // it has ended
  }
};

/** Megabytes of memory of its own (no files, no shared pages) that a process and all that it has started hold: all of them, and itself. */
export const resident = (root: number): { all: number; itself: number } => {
  const processes = new Map(
    readdirSync("/proc").flatMap((name) => {
      const facts = /^\d+$/.test(name) ? ofProcess(Number(name)) : undefined;
      return facts ? [[Number(name), facts] as const] : [];
    }),
  );
  const isBelow = (pid: number): boolean => pid === root || (processes.has(pid) && isBelow(processes.get(pid)!.parent));
  let all = 0;
  for (const [pid, { megabytes }] of processes) if (isBelow(pid)) all += megabytes;
  return { all, itself: processes.get(root)?.megabytes ?? 0 };
};

/** Megabytes that a process has held at the most so far, files and shared pages with it. */
export const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

/** Watches a process and all that it has started while something runs: what it gives, and the most that they held. */
export const watched = async <T>(root: number, run: () => Promise<T>) => {
  let most = { all: 0, itself: 0 };
  const look = () => {
    const now = resident(root);
    most = { all: Math.max(most.all, now.all), itself: Math.max(most.itself, now.itself) };
  };
  look();
  const timer = setInterval(look, 50);
  try {
    return { value: await run(), most };
  } finally {
    clearInterval(timer);
  }
};
