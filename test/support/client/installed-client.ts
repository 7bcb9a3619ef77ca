import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../../../local/client/pack.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const run = promisify(execFile);

/** A folder in which nothing is installed but the packed client. npm has no network for it. */
export const projectFolder = temporaryFolder("project");
const file = await packClient(projectFolder);
await writeFile(join(projectFolder, "package.json"), JSON.stringify({ type: "module", private: true }));
await run("npm", ["install", "--offline", "--no-audit", "--no-fund", file], { cwd: projectFolder });

/** The folder of the client in it. */
export const clientFolder = join(projectFolder, "node_modules/platen-client");
