import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launcher } from "../../../lib/confinement/walls.ts";
import type { Report } from "./reports.ts";

/** Attempts that fail in every engine: the service gives none of them a secret. */
export const NO_SECRET: readonly string[] = ["find a secret in its environment"];

type Pair = readonly [word: string, value: string];

/** A folder that becomes /attempts in a separate root; `broken-engine.pl` runs there in the place of the launcher. */
export interface AttemptsFolder {
  readonly path: string;
  /** A report for each program of an engine (`chromium`, `node_converter`) that attacked its neighbour or the service. */
  results(engine: string, attacked: "neighbour" | "service"): Report[];
  /** What the service permitted this engine: pairs of `read`, `execute`, `write` or `connect` with a path or a port. */
  permissions(engine: string): Pair[];
  remove(): void;
}

/** Programs that must be in the root, with their libraries. */
export const ATTEMPT_PROGRAMS: readonly string[] = [
  "/usr/bin/perl",
  "/usr/bin/mkfifo",
  "/bin/sleep",
  "/bin/true",
  "/bin/echo",
];

/** The folders of Perl's modules on this machine. */
export const perlModules = (): string[] =>
  execFileSync("perl", ["-e", "print join qq(\\n), @INC"], { encoding: "utf8" }).split("\n").filter(existsSync);

const pairsIn = (file: string): Pair[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => (/^\w.*\t/.test(line) ? [line.split("\t") as unknown as Pair] : []));

/** Makes such a folder, for engines behind the walls or without them, which try to reach a TCP port. */
export const attemptsFolder = (isBehindWalls: boolean, port?: number): AttemptsFolder => {
  const path = mkdtempSync(join(tmpdir(), "platen-attempts-"));
  const results = join(path, "results");
  mkdirSync(results);
  chmodSync(path, 0o755);
  chmodSync(results, 0o777);
  for (const name of ["attempts.pl", "broken-engine.pl"]) {
    copyFileSync(join(import.meta.dirname, name), join(path, name));
    chmodSync(join(path, name), 0o755);
  }
  copyFileSync(launcher, join(path, "launcher"));
  if (!isBehindWalls) writeFileSync(join(path, "free"), "");
  if (port !== undefined) writeFileSync(join(path, "port"), String(port));
  return {
    path,
    results: (engine, attacked) =>
      readdirSync(results)
        .filter((name) => name.startsWith(engine) && name.includes(`-${attacked}-`))
        .map((name) => new Map(pairsIn(join(results, name)))),
    permissions: (engine) =>
      readdirSync(results)
        .filter((name) => name.startsWith(engine) && name.includes("-permissions-"))
        .flatMap((name) => pairsIn(join(results, name))),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
