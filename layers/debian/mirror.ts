import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { config } from "../../lib/config.ts";
import { command } from "./command.ts";

/** The addresses of Debian's packages, and the keyring for the signatures of releases. */
export interface Mirror {
  readonly archive: string;
  readonly security: string;
  readonly keyring: string;
}

const KEYRINGS = ["pgp", "gpg"].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);

const withoutTrailingSlash = (address: string): string => address.replace(/\/+$/, "");

const codename = async (): Promise<string> => {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID=debian$/m.test(release) ? (/^VERSION_CODENAME=(\w+)/m.exec(release)?.[1] ?? "sid") : "";
};

/** Addresses in the machine's apt configuration, by the name of the suite. */
const configuredSuites = async (): Promise<Map<string, string>> => {
  const listing = await command("apt-get", ["update", "--print-uris"]);
  const suites = new Map<string, string>();
  for (const [, address, suite] of listing.matchAll(/^'([^']+)\/dists\/([^']+)\/(?:In)?Release'/gm)) {
    if (address && suite) suites.set(suite, withoutTrailingSlash(address));
  }
  return suites;
};

/**
 * The Debian mirror: that in `DEBIAN_MIRROR`, otherwise that of this machine's apt. Throws an Error of one line if there is
 * none, or no keyring for its signatures.
 */
export const debianMirror = async (): Promise<Mirror> => {
  const keyring = KEYRINGS.find((file) => existsSync(file));
  if (keyring === undefined) throw new Error("Debian's keys are missing: install the package debian-archive-keyring");
  if (config.debianMirror !== undefined) {
    const archive = withoutTrailingSlash(config.debianMirror);
    return { archive, security: `${archive}-security`, keyring };
  }
  const suites = await configuredSuites();
  const own = await codename();
  const archive = [own, "stable", "oldstable", "testing", "sid", "unstable"].flatMap(
    (suite) => suites.get(suite) ?? [],
  )[0];
  if (archive === undefined) throw new Error("this machine's apt names no Debian mirror: set DEBIAN_MIRROR to one");
  const security = [...suites].find(([suite]) => suite.endsWith("-security"))?.[1];
  return { archive, security: security ?? `${archive}-security`, keyring };
};
