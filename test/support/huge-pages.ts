import { existsSync, readFileSync } from "node:fs";

/** Kilobytes of code that a process holds in huge pages (`proc_pid_smaps(5)`). */
export const hugeCodeKilobytes = (pid: number): number => {
  const mappings = readFileSync(`/proc/${pid}/smaps`, "utf8").split(/^(?=[\da-f]+-[\da-f]+ )/m);
  return mappings
    .filter((mapping) => /^\S+ r-xp /.test(mapping))
    .reduce((sum, mapping) => sum + Number(/^AnonHugePages:\s+(\d+)/m.exec(mapping)?.[1] ?? 0), 0);
};

/** Why the kernel has no huge pages for those who ask for them; false if it has. */
export const withoutHugePages = (): string | false => {
  const setting = "/sys/kernel/mm/transparent_hugepage/enabled";
  const mayHave = existsSync(setting) && !readFileSync(setting, "utf8").includes("[never]");
  return !mayHave && "the kernel has no huge pages";
};
