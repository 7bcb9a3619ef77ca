import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { after, test } from "node:test";
import { docx, paragraph } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { stopEngines } from "../../../support/print.ts";
import { childrenOf, zygoteOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopEngines);

/** Flags by which a file is open for writing (open(2)). */
const WRITE_FLAGS = 0o3;

/** For each file that a process has open, beside its standard input and output: whether it can write to it. */
const openFilesOf = (pid: number): boolean[] => {
  try {
    const files = readdirSync(`/proc/${pid}/fd`).filter(
      (number) => Number(number) > 2 && statSync(`/proc/${pid}/fd/${number}`).isFile(),
    );
    return files.map((number) => {
      const [, flags = ""] = /flags:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${number}`, "latin1")) ?? [];
      return (Number.parseInt(flags, 8) & WRITE_FLAGS) !== 0;
    });
  } catch {
    return []; // it has closed a file, or ended
  }
};

test("the process of a document can write to no file that the next ones read", { skip: noOffice }, async () => {
  await printWord(docx(paragraph("the first one")));
  // A process that has just been forked is not behind its walls yet.
  const isConfined = (pid: number) => {
    const canWrite = openFilesOf(pid);
    return canWrite.length > 0 && !canWrite.includes(true);
  };
  await until(() => childrenOf(zygoteOf()).some(isConfined));
  assert.ok(openFilesOf(zygoteOf() ?? 0).includes(true), "the zygote itself can write to none");
});
