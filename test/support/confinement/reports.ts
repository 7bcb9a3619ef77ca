/** Attempts that a machine may refuse to every program: by its kernel, its limits, its container, its file system. */
const MAY_FAIL_ANYWAY = new Set([
  "give a file an attribute",
  "watch a folder of the service",
  "get a handle of a file",
  "reserve disk space",
  "make a file without a name",
  "open a raw socket",
  "open a packet socket",
  "trace the server",
  "trace the service",
  "compare two processes",
  "open the memory of the server",
  "open the memory of the service",
  "make a named queue",
  "add a key to the kernel's ring",
  "set up io_uring",
  "open a file system of its own",
  "mount a file system of its own",
  "handle page faults",
  "count processor events",
  "make a map for programs in the kernel",
  "enter a namespace of its own",
]);

/** The outcomes that a broken engine reports, by attempt. */
export type Report = ReadonlyMap<string, string>;

/** The report in lines of attempt, tab and outcome. */
export const reportOf = (lines: string): Report =>
  new Map(lines.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t") as [string, string]])));

/** The attempts that reached something. */
export const reachedIn = (report: Report): string[] =>
  [...report].flatMap(([attempt, outcome]) => (outcome === "reached" ? [attempt] : []));

/** The attempts that reached nothing, although neither a wall nor this machine stands in their way. `others` may fail too. */
export const unreachedIn = (report: Report, others: readonly string[] = []): string[] =>
  [...report].flatMap(([attempt, outcome]) =>
    outcome === "reached" || MAY_FAIL_ANYWAY.has(attempt) || others.includes(attempt) ? [] : [attempt],
  );
