// Before the settings are read.
import "../../support/tight-settings.ts";

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { makeTempFolder, removeLostFolders } from "../../../lib/workers/temp-folder.ts";
import { temp } from "../../support/tight-settings.ts";

const MAKE_FOLDER = `
  const { makeTempFolder } = await import("./lib/workers/temp-folder.ts");
  console.log(makeTempFolder("pdf"));
  setInterval(() => {}, 1000);`;

after(() => rmSync(temp, { recursive: true }));

test("the folders of killed processes are removed, those of living ones and of other namespaces stay", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", MAKE_FOLDER], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lost = String((await once(child.stdout, "data"))[0]).trim();
  const own = makeTempFolder("pdf");
  const foreign = join(dirname(lost), basename(lost).replace(/\d+\./, "1."));
  const other = join(temp, "of another program");
  for (const folder of [foreign, other]) mkdirSync(folder);
  await removeLostFolders();
  assert.ok(existsSync(lost), "its process lives");
  child.kill("SIGKILL");
  await once(child, "exit");
  await removeLostFolders();
  assert.deepEqual(new Set(readdirSync(temp)), new Set([own, foreign, other].map((folder) => basename(folder))));
});
