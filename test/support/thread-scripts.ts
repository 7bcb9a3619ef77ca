import { globSync, readFileSync } from "node:fs";

/** The scripts of threads: what serves jobs in one, or talks to the thread that has started it. */
export const threadScripts = (): string[] =>
  globSync("lib/**/*.ts").filter(
    (file) =>
      file !== "lib/workers/serve-thread.ts" && /\bserveThread\(|= parentPort\b/.test(readFileSync(file, "utf8")),
  );
