import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { pythonSample, typeScriptSample } from "../../../lib/openapi/code-samples.ts";
import { endpoints } from "../../support/endpoints.ts";
import { newAccount, url } from "../../support/platen.ts";
import { RESULT_PATTERNS } from "../../support/result-patterns.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("samples");
await cp("samples", join(folder, "samples"), { recursive: true });

const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
if (!hasPython) console.warn("NOT TESTED: the samples in Python, because python3 with requests is missing");

/** Runs a program in the folder with the samples, and checks the file that it writes. */
const check = async (program: string, source: string, file: string, name: string, type: string): Promise<void> => {
  await writeFile(join(folder, file), source);
  await promisify(execFile)(program, [file], { cwd: folder });
  const written = await readFile(join(folder, name), "latin1");
  assert.match(written, RESULT_PATTERNS[type]!);
  await rm(join(folder, name));
};

suite("the sample of each endpoint works as it is", { concurrency: false }, () => {
  for (const { contract } of endpoints) {
    const { path, output } = contract;
    const file = path.slice(1).replaceAll("/", "-");
    test(`in TypeScript: ${path}`, async () => {
      const source = typeScriptSample(contract, { url, key: (await newAccount(5)).key });
      await check(process.execPath, source, `${file}.mts`, output.name!, output.type);
    });
    test(`in Python: ${path}`, { skip: !hasPython }, async () => {
      const source = pythonSample(contract, { url, key: (await newAccount(5)).key });
      await check("python3", source, `${file}.py`, output.name!, output.type);
    });
  }
});
