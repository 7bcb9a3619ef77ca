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
import { launcher } from "../../../lib/confinement/launcher.ts";

/** Attempts that fail without the walls too: the service gives no secret, has no capability, or this kernel refuses. */
const FAILS_ANYWAY = new Set([
  "find a secret in its environment",
  "give a file an attribute",
  "get a handle of a file",
  "make a named queue",
  "add a key to the kernel's ring",
  "enter a namespace of its own",
  "mount a file system of its own",
  "set up io_uring",
  "trace the server",
  "compare two processes",
  "open the memory of the server",
]);

/** Outcomes by attempt, of one process. */
type Outcomes = ReadonlyMap<string, string>;

/** The names of the attempts that reached something. */
export const reachedIn = (outcomes: Outcomes): string[] =>
  [...outcomes].flatMap(([name, outcome]) => (outcome === "reached" ? [name] : []));

/** The names of the attempts that should reach something where there are no walls, but did not. */
export const failedIn = (outcomes: Outcomes): string[] =>
  [...outcomes].flatMap(([name, outcome]) => (outcome === "reached" || FAILS_ANYWAY.has(name) ? [] : [name]));

/** A folder that becomes /attempts in a separate root; `broken-engine.pl` runs there in the place of the launcher. */
export interface AttemptsFolder {
  readonly path: string;
  /** Outcomes for each program of an engine (`chromium`, `node_converter`) that attacked its neighbour or the service. */
  results(engine: string, attacked: "neighbour" | "service"): Outcomes[];
  remove(): void;
}

/** Programs that must be in the root, with their libraries. */
export const ATTEMPT_PROGRAMS: readonly string[] = ["/usr/bin/perl", "/bin/sleep", "/bin/true", "/bin/echo"];

/** The folders of Perl's modules on this machine. */
export const perlModules = (): string[] =>
  execFileSync("perl", ["-e", "print join qq(\\n), @INC"], { encoding: "utf8" }).split("\n").filter(existsSync);

const outcomesIn = (file: string): Outcomes =>
  new Map(
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => (/^\w.*\t/.test(line) ? [line.split("\t") as [string, string]] : [])),
  );

/** Makes such a folder, for engines behind the walls or without them. */
export const attemptsFolder = (isBehindWalls: boolean): AttemptsFolder => {
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
  return {
    path,
    results: (engine, attacked) =>
      readdirSync(results)
        .filter((name) => name.startsWith(engine) && name.includes(`-${attacked}-`))
        .map((name) => outcomesIn(join(results, name))),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
