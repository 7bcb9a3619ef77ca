import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { readReport, readResult, sizeOfResult } from "../../../../lib/engines/office/result-file.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder("results");
const at = (name: string) => join(folder, name);
const notConverted = { code: "PROCESSING_FAILED", message: "The document could not be converted." };

suite("the result of a conversion", () => {
  test("is read, and may be missing", () => {
    writeFileSync(at("printed.pdf"), "%PDF-");
    assert.equal(sizeOfResult(at("printed.pdf")), 5);
    assert.equal(readResult(at("printed.pdf"))!.toString(), "%PDF-");
    assert.equal(readReport(at("printed.pdf")), "%PDF-");
    assert.equal(sizeOfResult(at("nothing")), undefined);
    assert.equal(readResult(at("nothing")), undefined);
    assert.equal(readReport(at("nothing")), "");
  });

  const makers: Record<string, (path: string) => void> = {
    "a link to a file of the service": (path) => symlinkSync("/proc/self/environ", path),
    "a link that leads nowhere": (path) => symlinkSync(at("nothing"), path),
    "a FIFO that nobody writes": (path) => void execFileSync("mkfifo", [path]),
    "a folder": (path) => mkdirSync(path),
  };
  for (const [what, make] of Object.entries(makers)) {
    test(`is refused if it is ${what}`, () => {
      make(at(what));
      assert.throws(() => sizeOfResult(at(what)), notConverted);
      assert.throws(() => readResult(at(what)), notConverted);
      assert.throws(() => readReport(at(what)), notConverted);
    });
  }

  test("is refused if it is a device", () => {
    assert.throws(() => readResult("/dev/zero"), notConverted);
  });

  test("has a report of a bounded size", () => {
    writeFileSync(at("report"), "");
    truncateSync(at("report"), 2 ** 40);
    assert.throws(() => readReport(at("report")), notConverted);
  });
});
