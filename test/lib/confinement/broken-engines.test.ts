import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { isConfined, walls } from "../../../lib/confinement/walls.ts";
import { tree } from "../../../lib/engines/office/installation.ts";
import manifest from "../../support/confinement/attempts.json" with { type: "json" };
import { inNamespace, namespaceRefused } from "../../support/network-namespace.ts";
import { noOffice } from "../../support/office/engine.ts";

/** Attempts that this machine may refuse to every program: by its kernel, its limits, its container, its file system. */
const MAY_FAIL_ANYWAY = new Set([
  "give a file an attribute",
  "watch a folder of the service",
  "get a handle of a file",
  "reserve disk space",
  "make a file without a name",
  "open a raw socket",
  "open a packet socket",
  "trace the service",
  "compare two processes",
  "open the memory of the service",
  "make a named queue",
  "add a key to the kernel's ring",
  "set up io_uring",
  "open a file system of its own",
  "handle page faults",
  "count processor events",
  "make a map for programs in the kernel",
  "enter a namespace of its own",
]);
const ENGINES = [
  "Chromium",
  "LibreOffice",
  "the process that compresses",
  "the process that converts Markdown",
] as const;

const support = join(import.meta.dirname, "../../support/confinement");
/** The bombs of `attempts.h`. */
const [THREAD_BOMB, DISK_BOMB] = [1, 2];

/** A tree of LibreOffice whose library makes the attempts. */
const brokenTree = (root: string): string => {
  const folder = join(root, "office");
  for (const name of ["program", "icu"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["lib", "zygote"]) symlinkSync(join(tree(), name), join(folder, name));
  for (const name of ["tree.json", "warm-up.docx", "warm-up.xlsx"])
    copyFileSync(join(tree(), name), join(folder, name));
  copyFileSync(join(support, "attempts.so"), join(folder, "program/libmergedlo.so"));
  writeFileSync(join(folder, "program/targets"), "");
  return folder;
};

type Report = ReadonlyMap<string, string>;
const reportOf = (lines: string): Report =>
  new Map(lines.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t") as [string, string]])));

const missing = isConfined(walls())
  ? noOffice || namespaceRefused()
  : `this kernel has only ${JSON.stringify(walls())}`;

/** Has the product start the attempts in the place of each engine, or a bomb (`attempts.h`). */
const breakEngines = (bomb = 0): { reports: Record<string, string>; left: string[] } => {
  const root = mkdtempSync(join(tmpdir(), "platen-broken-"));
  try {
    const temp = join(root, "temp");
    mkdirSync(temp);
    const environment = { SECRET: "SECRET", PLATEN_LIBREOFFICE: brokenTree(root), PLATEN_TEMP: temp };
    const words = [root, String(bomb)];
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
    const failed = [...free].filter(([name, outcome]) => outcome !== "reached" && !MAY_FAIL_ANYWAY.has(name));
    assert.deepEqual(failed, []);
  });

  for (const engine of ENGINES) {
    test(`reaches nothing from the place of ${engine}`, () => {
      const report = reports[engine]!;
      assert.deepEqual([...report.keys()], [...reports["no walls"]!.keys()]);
      assert.deepEqual(
        [...report].filter(([, outcome]) => outcome === "reached"),
        [],
      );
    });
  }

  test("is ended when it starts thousands of threads", () => {
    const { reports: errors, left } = breakEngines(THREAD_BOMB);
    assert.deepEqual(errors, {
      Chromium: "The document started more threads than one document may have.",
      LibreOffice: "The document takes more memory than one document may use.",
      "the process that compresses": "The document started more threads than one document may have.",
      "the process that converts Markdown": "The document started more threads than one document may have.",
    });
    assert.deepEqual(left, []);
  });

  test("is ended when it fills the disk, and the disk has space again", () => {
    const { reports: errors, left } = breakEngines(DISK_BOMB);
    const message = "The document takes more of the disk than one document may use.";
    assert.deepEqual(errors, { Chromium: message, LibreOffice: message });
    assert.deepEqual(left, []);
  });
});
