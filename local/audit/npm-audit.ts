import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** A known flaw in a package that is deployed. */
export interface Advisory {
  /** Its id in GitHub's database (`GHSA-…`), or in npm's if it has none. */
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  /** The name of the package. */
  readonly name: string;
}

/** The advisories for what is deployed, or the reason why the registry has none. */
type Audit = { readonly advisories: readonly Advisory[] } | { readonly unavailable: string };

/** The parts of the report of `npm audit --json` that are used. A cause is an advisory, or the name of another package. */
interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Cause | string)[] }>>;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

interface Cause {
  readonly source: number;
  readonly name: string;
  readonly title: string;
  readonly url?: string;
  readonly severity: string;
}

const advisoryOf = ({ source, name, title, url = "", severity }: Cause): Advisory => {
  const [id = String(source)] = /GHSA(-\w{4}){3}$/.exec(url) ?? [];
  return { id, severity, title, name };
};

/** Runs `npm audit` over package-lock.json. Throws an Error of one line if npm fails for a reason other than its registry. */
export const auditPackages = async (): Promise<Audit> => {
  const { npm_execpath: npm } = process.env;
  const flags = ["audit", "--json", "--omit=dev", "--package-lock-only", "--fetch-retries=0", "--fetch-timeout=20000"];
  const [program, ...words] = npm === undefined ? ["npm", ...flags] : [process.execPath, npm, ...flags];
  const child = spawn(program!, words, { stdio: ["ignore", "pipe", "ignore"] });
  const printed = await Promise.race([
    text(child.stdout),
    new Promise<never>((_, reject) => child.once("error", reject)),
  ]);
  const { vulnerabilities, message, error } = JSON.parse(printed) as Report;
  if (vulnerabilities !== undefined) {
    const causes = Object.values(vulnerabilities).flatMap(({ via }) =>
      via.filter((cause) => typeof cause === "object"),
    );
    return { advisories: causes.map(advisoryOf) };
  }
  // If the registry does not answer as it should, the error that npm reports has no code.
  if (error?.code !== undefined || message === undefined)
    throw new Error(`npm audit fails: ${error?.summary ?? printed}`);
  return { unavailable: message };
};
