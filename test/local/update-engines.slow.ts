import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { suite, test } from "node:test";
import { libreofficeSetUpFolder } from "../../lib/engines/office/installation.ts";
import { noOffice } from "../support/office/engine.ts";
import { copyProject } from "../support/project-copy.ts";

const cache = resolve(".cache");
const tree = basename(libreofficeSetUpFolder);
const OLD_PACKAGE = "libxml2";

/** A copy of the project whose LibreOffice says that one of its packages is older than it is. */
const outdatedProject = (): string => {
  const copy = copyProject();
  mkdirSync(join(copy, ".cache"));
  for (const name of readdirSync(cache)) {
    // The fonts name their own folder, and an update writes into those of the engines.
    if (/^(fonts|chromium|libreoffice)-[\d.]+$/.test(name))
      cpSync(join(cache, name), join(copy, ".cache", name), { recursive: true });
    else symlinkSync(join(cache, name), join(copy, ".cache", name));
  }
  const file = join(copy, ".cache", tree, "tree.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, versions: { ...manifest.versions, [OLD_PACKAGE]: "2.0-1" } }));
  return copy;
};

const skip = noOffice && "LibreOffice is not installed";

suite("npm run update:engines", { skip, concurrency: false }, () => {
  const copy = skip ? "" : outdatedProject();
  const run = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ["local/update-engines.ts", ...words], {
      cwd: copy,
      encoding: "utf8",
    });
    return { status, lines: stderr.trim().split("\n") };
  };
  const link = join(copy, ".cache", `${tree}.in-use`);
  /** The folder of LibreOffice that a process which starts now uses. */
  const folderInUse = (): string => {
    const program = `console.log((await import("./lib/engines/office/installation.ts")).libreofficeFolder)`;
    return spawnSync(process.execPath, ["-e", program], { cwd: copy, encoding: "utf8" }).stdout.trim();
  };

  test("says what is newer, and changes nothing", () => {
    const { status, lines } = run();
    assert.equal(status, 0, lines.join("\n"));
    assert.ok(lines.some((line) => /^platen: LibreOffice: libxml2 2\.0-1 becomes \S+$/.test(line)));
    assert.deepEqual(readdirSync(join(copy, ".cache")).toSorted(), readdirSync(cache).toSorted());
  });

  test("makes the newer engine beside the one in use, tries the samples with it, and switches the next start", () => {
    const { status, lines } = run("switch");
    assert.equal(status, 0, lines.join("\n"));
    assert.ok(lines.some((line) => /^platen: the \d+ samples are as before$/.test(line)));
    const folder = folderInUse();
    assert.notEqual(folder, join(copy, ".cache", tree));
    const { released, versions } = JSON.parse(readFileSync(join(folder, "tree.json"), "utf8"));
    assert.match(released, /^20\d\d-\d\d-\d\d$/);
    assert.notEqual(versions[OLD_PACKAGE], "2.0-1");
    assert.ok(existsSync(join(copy, ".cache", tree, "tree.json")), "the one before is still there");
    assert.match(run().lines.join(), /the engines are the newest/);
  });

  test("goes back to the engine of the set-up", () => {
    assert.equal(run("back").status, 0);
    assert.equal(existsSync(link), false);
    assert.equal(folderInUse(), join(copy, ".cache", tree));
  });

  test("refuses an engine that loses a sample", () => {
    const broken = join(copy, ".cache", "broken");
    cpSync(join(copy, ".cache", tree), broken, { recursive: true });
    writeFileSync(join(broken, "zygote"), "");
    const program = `const { answersWith, losses } = await import("./local/update/samples.ts");
const before = await answersWith({});
console.log(JSON.stringify(Object.values(before).map((answer) => answer.slice(0, 3))));
console.log(losses(before, await answersWith({ PLATEN_LIBREOFFICE: ${JSON.stringify(broken)} })).join("\\n"))`;
    const { stdout } = spawnSync(process.execPath, ["-e", program], { cwd: copy, encoding: "utf8" });
    assert.match(stdout, /^\/convert\/word-to-pdf: 200, 1 pages before, 500 now$/m);
    assert.doesNotMatch(stdout, /html-to-pdf/);
    const statuses = new Set(JSON.parse(stdout.split("\n")[0] ?? "") as string[]);
    assert.deepEqual(statuses, new Set(["200"]), "each sample is answered before");
  });
});
