import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newAccount, richAccount, url } from "../platen.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Finished, platen, type Setting } from "./command-line.ts";

const root = temporaryFolder("command");

let folders = 0;

/**
 * A new folder with the samples and `page.html` in it, a new account with these credits or else the rich one, and the command
 * line for both.
 */
export const place = async (credits?: number) => {
  const cwd = join(root, String(folders++));
  await cp("samples", cwd, { recursive: true });
  await writeFile(join(cwd, "page.html"), "<h1>Hello</h1>");
  const { account, key } = credits === undefined ? richAccount : await newAccount(credits);
  const env = { PLATEN_URL: url, PLATEN_API_KEY: key };
  const run = (line: string, more: Partial<Setting> = {}): Promise<Finished> =>
    platen(line.split(" "), { cwd, env, ...more });
  const read = (name: string) => readFile(join(cwd, name));
  return { cwd, account, key, run, read };
};

/** Whether bytes are a whole PDF file. */
export const isPdf = (bytes: Uint8Array) => /^%PDF-[\s\S]*%%EOF\s*$/.test(Buffer.from(bytes).toString("latin1"));

/** What a command says that succeeds. */
export const nothing = { code: 0, stdout: "", stderr: "" };

/** The exit code and the texts of a run. */
export const told = ({ code, stdout, stderr }: Finished) => ({ code, stdout: stdout.toString(), stderr });
