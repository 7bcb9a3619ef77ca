import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nativeParts } from "../../layers/notices/native.ts";
import { noticesOf, type Part } from "../../layers/notices/notices.ts";
import { npmPart } from "../../layers/notices/npm.ts";

/** What npm writes of the packages that it has installed. */
interface Installed {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Node's own licence, which also has those of all that is compiled into it. */
const nodePart = async (): Promise<Part> => ({
  title: `Node.js ${process.version}`,
  texts: [await readFile(join(dirname(process.execPath), "../LICENSE"), "utf8")],
});

/** The notices of Node and of all npm packages that are installed with the service in a folder. */
export const packageNotices = async (project: string, log?: (line: string) => void): Promise<string> => {
  const { packages } = JSON.parse(readFileSync(join(project, "node_modules/.package-lock.json"), "utf8")) as Installed;
  const folders = Object.entries(packages).flatMap(([path, { dev }]) =>
    dev || !existsSync(join(project, path)) ? [] : [path],
  );
  const parts = await Promise.all(folders.map((path) => npmPart(join(project, path))));
  const names = folders.map((path) => path.replace(/^.*node_modules\//, ""));
  return noticesOf("The service", [await nodePart(), ...parts, ...(await nativeParts(names, log))]);
};
