import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { isConfined, walls } from "../../lib/confinement/walls.ts";
import { tree } from "../../lib/engines/office/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { reachedIn, reportOf, unreachedIn } from "../support/confinement/reports.ts";
import { startFunction } from "../support/lambda/function.ts";
import { lambdaRootRefused } from "../support/lambda/root.ts";
import { noOffice } from "../support/office/engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const support = join(import.meta.dirname, "../support/confinement");
/** A function has no /dev/shm, no network and no other programs, and its session is outside of its namespace. */
const FAIL_IN_FUNCTION = [
  "list /dev/shm",
  "create a file in /dev/shm",
  "connect to 169.254.169.254",
  "connect to a private address",
  "connect to 169.254.169.254 by a fast open",
  "send a datagram to 169.254.169.254",
  "send a datagram to a private address",
  "leave its session",
  "run another program",
  "run another program by its folder",
  "run the loader of programs",
];

const refused =
  noOffice ||
  (lambdaRootRefused() ?? (isConfined(walls()) ? false : `this kernel has only ${JSON.stringify(walls())}`));
if (refused) console.warn(`NOT TESTED: a broken LibreOffice in a function: ${refused}`);

const folder = temporaryFolder("broken-office");

/** The unzipped function with the attempts. */
const makeTask = async (): Promise<string> => {
  const task = join(folder, "task");
  mkdirSync(task);
  for (const name of ["attempts.bin", "attempts.so"]) copyFileSync(join(support, name), join(task, name));
  await build({
    entryPoints: [join(support, "office-function.ts")],
    outfile: join(task, "index.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["satteri", "sharp", "harfbuzzjs", "katex"],
    banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
  });
  return task;
};

/** A layer whose folders are the ones of this machine. */
const makeLayer = (): string => {
  const layer = join(folder, "layer");
  mkdirSync(layer);
  symlinkSync(tree(), join(layer, "libreoffice"));
  symlinkSync(fontsFolder, join(layer, "fonts"));
  return layer;
};

test("a LibreOffice that a document has taken over reaches nothing in a function", { skip: refused }, async () => {
  const lambda = await startFunction(
    {
      task: await makeTask(),
      layers: [makeLayer()],
      storage: 1024,
      handler: "index.handler",
      memory: 2048,
      environment: { SECRET: "SECRET", PLATEN_LIBREOFFICE: "/tmp/office", PLATEN_TABLE: "none" },
    },
    { table: 1 },
  );
  after(() => lambda.stop());
  const answer = await lambda.invoke({}, Buffer.alloc(0));
  assert.equal(answer.statusCode, 200, lambda.log());
  const { withoutWalls, office } = JSON.parse(answer.body.toString());
  assert.ok(reportOf(withoutWalls).size >= 60);
  assert.deepEqual(unreachedIn(reportOf(withoutWalls), FAIL_IN_FUNCTION), []);
  assert.deepEqual([...reportOf(office).keys()], [...reportOf(withoutWalls).keys()]);
  assert.deepEqual(reachedIn(reportOf(office)), []);
});
