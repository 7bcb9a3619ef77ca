import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command } from "./command.ts";
import type { Mirror } from "./mirror.ts";

/** apt with a private root, lists and archives. It reads only the machine's connection settings, and changes nothing there. */
export interface Apt {
  /** Runs apt-get in the given folder (the private root when none is given); resolves with its output. */
  get(args: readonly string[], folder?: string): Promise<string>;
  /** The folder to which `install --download-only` writes the packages. */
  readonly archives: string;
}

const sources = (release: string, { archive, security, keyring }: Mirror): string =>
  ["deb", "deb-src"]
    .flatMap((kind) => [
      `${kind} [signed-by=${keyring}] ${archive} ${release} main`,
      `${kind} [signed-by=${keyring}] ${security} ${release}-security main`,
    ])
    .join("\n");

/** The host's apt settings for reaching a mirror: proxies, certificates, retries. */
const connectionSettings = async (): Promise<string> => {
  const lines = (await command("apt-config", ["dump"])).split("\n");
  return lines.filter((line) => /^Acquire::(https?|Retries|ForceIPv[46])\b/i.test(line)).join("\n");
};

/** Creates the private root, or uses the existing one. */
export const privateApt = async (
  root: string,
  release: string,
  mirror: Mirror,
  signal: AbortSignal | undefined,
): Promise<Apt> => {
  const archives = join(root, "var/cache/apt/archives");
  for (const folder of ["etc/apt/conf.d", "etc/apt/preferences.d", "etc/apt/sources.d", "var/lib/dpkg"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const folder of [join(root, "var/lib/apt/lists/partial"), join(archives, "partial")]) {
    await mkdir(folder, { recursive: true });
  }
  await writeFile(join(root, "var/lib/dpkg/status"), "");
  await writeFile(join(root, "etc/apt/sources.list"), `${sources(release, mirror)}\n`);
  const configuration = join(root, "etc/apt/apt.conf");
  await writeFile(
    configuration,
    `Dir "${root}"; Dir::Etc "etc/apt"; Dir::Etc::parts "conf.d"; Dir::Etc::sourceparts "sources.d";
Dir::Etc::netrc "/etc/apt/auth.conf"; Dir::Etc::netrcparts "/etc/apt/auth.conf.d";
Dir::State "var/lib/apt"; Dir::State::status "${root}/var/lib/dpkg/status"; Dir::Cache "var/cache/apt";
APT::Install-Recommends "false"; APT::Sandbox::User "root"; Acquire::Languages "none";
${await connectionSettings()}
`,
  );
  return {
    archives,
    get: (args, folder = root) =>
      command("apt-get", ["--quiet", "--yes", ...args], { folder, variables: { APT_CONFIG: configuration }, signal }),
  };
};
