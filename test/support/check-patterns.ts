// Refuses regular expressions whose time grows faster than their input: strangers choose the input. Prints each, and fails.
import { globSync, readFileSync } from "node:fs";
import { superlinearPatternsIn } from "./superlinear-patterns.ts";

const files = globSync("{functions,lib,layers}/**/*.{ts,js}").filter((file) => !file.endsWith(".d.ts"));
const found = files.flatMap((file) =>
  superlinearPatternsIn(readFileSync(file, "utf8"), file.endsWith(".ts")).map(
    ({ line, pattern, repeated }) => `${file}:${line}: ${pattern} is slow on repeated ${JSON.stringify(repeated)}`,
  ),
);
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length > 0) process.exitCode = 1;
