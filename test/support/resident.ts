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

/** Private memory (without files and shared pages) in megabytes: of a process with all its descendants, and of itself. */
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

/** Peak memory of a process in megabytes, with files and shared pages. */
export const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

/** Measures the peak memory of a process and its descendants while `work` runs. Resolves with its result and the peak. */
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
