import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { staleFiles } from "./generate.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The folder of an installed package, as Node finds it from another folder. */
const packageFolder = (name: string, from: string): string => {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error(`The package ${name} is not installed.`);
  return packageFolder(name, dirname(from));
};

/** Copies packages with all that they need into a folder `node_modules`, so that the client is installed without a registry. */
const copyPackages = (names: readonly string[], from: string, modules: string): void => {
  for (const name of names) {
    const found = packageFolder(name, from);
    cpSync(found, join(modules, name), { recursive: true, filter: (path) => path !== join(found, "node_modules") });
    copyPackages(Object.keys(manifestIn(found).dependencies ?? {}), found, modules);
  }
};

const compile = async (folder: string): Promise<void> => {
  const compiler = join(packageFolder("typescript", root), "bin/tsc");
  await run(process.execPath, [compiler, "-p", "client/tsconfig.package.json", "--outDir", folder], { cwd: root });
};

/** Compiles the client and packs it with npm into a folder. Gives the path of the file. Throws if the client is stale. */
export const packClient = async (target: string): Promise<string> => {
  const stale = await staleFiles();
  if (stale.size > 0)
    throw new Error("the client is not that of today's OpenAPI document: npm run build:client writes it");
  const folder = mkdtempSync(join(tmpdir(), "platen-client-"));
  try {
    await compile(folder);
    cpSync(join(root, "client/package.json"), join(folder, "package.json"));
    cpSync(join(root, "docs/client.md"), join(folder, "README.md"));
    copyPackages(Object.keys(manifestIn(folder).dependencies ?? {}), root, join(folder, "node_modules"));
    const args = ["pack", "--json", "--pack-destination", resolve(target)];
    const { npm_execpath: npm } = process.env;
    const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
    const { stdout } = await run(program, [...first, ...args], { cwd: folder });
    const packed = Object.values(JSON.parse(stdout)) as { filename: string }[];
    return join(target, packed[0]!.filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
