import { readFileSync } from "node:fs";
import { printMessage, reasonOf } from "../messages.ts";
import { type Advisory, auditPackages } from "./npm-audit.ts";

/** An advisory that is accepted: why, and the day on which that was decided (YYYY-MM-DD). */
interface Exception {
  readonly advisory: string;
  readonly reason: string;
  readonly date: string;
}

const HARMLESS_SEVERITIES = new Set(["info", "low"]);

const isComplete = ({ advisory, reason, date }: Partial<Exception>): boolean =>
  Boolean(advisory && reason?.trim()) && /^\d{4}-\d\d-\d\d$/.test(date ?? "");

/** A line for each advisory without an exception, and for each exception that is incomplete or no longer applies. */
const findingsOf = (advisories: readonly Advisory[], exceptions: readonly Exception[]): string[] => {
  const harmful = advisories.filter(({ severity }) => !HARMLESS_SEVERITIES.has(severity));
  const accepted = new Set(exceptions.map(({ advisory }) => advisory));
  const present = new Set(harmful.map(({ id }) => id));
  const unknown = harmful.filter(({ id }) => !accepted.has(id));
  return [
    ...unknown.map(({ id, severity, name, title }) => `${name} has a flaw of severity ${severity}, ${id}: ${title}`),
    ...exceptions
      .filter((one) => !isComplete(one))
      .map(({ advisory }) => `the exception ${advisory} lacks a reason or date`),
    ...[...accepted].filter((id) => !present.has(id)).map((id) => `the exception ${id} no longer applies: remove it`),
  ];
};

// Fails if npm knows a flaw in a package that is deployed, unless the exceptions (or the file that is named) have it.
const file = process.argv[2] ?? new URL("./exceptions.json", import.meta.url);
try {
  const exceptions = JSON.parse(readFileSync(file, "utf8")) as Exception[];
  const audit = await auditPackages();
  if ("unavailable" in audit) {
    printMessage(`the packages are not audited, because the npm registry gives no advisories: ${audit.unavailable}`);
  } else {
    const findings = findingsOf(audit.advisories, exceptions);
    for (const finding of new Set(findings)) printMessage(finding);
    if (findings.length > 0) process.exitCode = 1;
  }
} catch (error) {
  printMessage(reasonOf(error));
  process.exitCode = 1;
}
