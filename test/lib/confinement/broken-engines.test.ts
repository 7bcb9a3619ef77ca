import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { isConfined, walls } from "../../../lib/confinement/walls.ts";
import { tree } from "../../../lib/engines/office/installation.ts";
import manifest from "../../support/confinement/attempts.json" with { type: "json" };
import { makeBrokenTree } from "../../support/confinement/broken-tree.ts";
import { type Report, reachedIn, reportOf, unreachedIn } from "../../support/confinement/reports.ts";
import { inNamespace, namespaceRefused } from "../../support/network-namespace.ts";
import { noOffice } from "../../support/office/engine.ts";

const ENGINES = [
  "Chromium",
  "a forked Chromium",
  "a forked Chromium beside its zygote",
  "a forked Chromium beside another one",
  "LibreOffice",
  "LibreOffice with a presentation",
  "the process that compresses",
  "a forked process that compresses",
  "the process that converts Markdown",
] as const;

const support = join(import.meta.dirname, "../../support/confinement");
/** The bombs of `attempts.h`. */
const [THREAD_BOMB, DISK_BOMB] = [1, 2];

const missing = isConfined(walls())
  ? noOffice || namespaceRefused()
  : `this kernel has only ${JSON.stringify(walls())}`;

/** Has the product start the attempts in the place of each engine, or a bomb (`attempts.h`). */
const breakEngines = (bomb = 0): { reports: Record<string, string>; left: string[] } => {
  const root = mkdtempSync(join(tmpdir(), "platen-broken-"));
  try {
    const temp = join(root, "temp");
    mkdirSync(temp);
    const office = join(root, "office");
    makeBrokenTree(office);
    const environment = { SECRET: "SECRET", PLATEN_LIBREOFFICE: office, PLATEN_TEMP: temp };
    const words = [root, String(bomb), tree()];
    return JSON.parse(inNamespace(join(support, "broken-engines.ts"), words, { milliseconds: 120_000, environment }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

test("the attempts match their manifest", () => {
  for (const [name, sum] of Object.entries(manifest.sums)) {
    assert.equal(
      createHash("sha256")
        .update(readFileSync(join(support, name)))
        .digest("hex"),
      sum,
    );
  }
});

suite("an engine that a document has taken over", { skip: missing || false }, () => {
  let reports: Record<string, Report>;
  before(() => {
    const made = breakEngines().reports;
    reports = Object.fromEntries(Object.entries(made).map(([name, lines]) => [name, reportOf(lines)]));
  });

  test("would reach everything without walls", () => {
    const free = reports["no walls"]!;
    assert.ok(free.size >= 60, `${free.size} attempts`);
    assert.deepEqual(unreachedIn(free), []);
  });

  for (const engine of ENGINES) {
    test(`reaches nothing from the place of ${engine}`, () => {
      const report = reports[engine]!;
      assert.deepEqual([...report.keys()], [...reports["no walls"]!.keys()]);
      assert.deepEqual(reachedIn(report), []);
    });
  }

  test("is ended when it starts thousands of threads", () => {
    const { reports: errors, left } = breakEngines(THREAD_BOMB);
    assert.deepEqual(errors, {
      Chromium: "The document started more threads than one document may have.",
      "a forked Chromium": "The document started more threads than one document may have.",
      LibreOffice: "The document takes more memory than one document may use.",
      "the process that compresses": "The document started more threads than one document may have.",
      "a forked process that compresses": "The document started more threads than one document may have.",
      "the process that converts Markdown": "The document started more threads than one document may have.",
    });
    assert.deepEqual(left, []);
  });

  test("is ended when it fills the disk, and the disk has space again", () => {
    const { reports: errors, left } = breakEngines(DISK_BOMB);
    const message = "The document takes more of the disk than one document may use.";
    assert.deepEqual(errors, { Chromium: message, "a forked Chromium": message, LibreOffice: message });
    assert.deepEqual(left, []);
  });
});
