import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { after, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { turns } from "../../../../lib/turns/fair-turns.ts";
import { docx, paragraph } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { stopEngines } from "../../../support/print.ts";
import { childrenOf, zygoteOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopEngines);

const skip = noOffice || (!existsSync("/proc/self/autogroup") && "this kernel groups no sessions");

/** The group that shares time as one, with its priority, and the priority of a process in it; undefined if it has ended. */
const priorityOf = (pid: number): { group: string; groupNice: number; nice: number } | undefined => {
  try {
    const [, group = "", nice] = /^(\S+) nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8")) ?? [];
    return { group, groupNice: Number(nice), nice: getPriority(pid) };
  } catch {
    return undefined;
  }
};

test("beside other work a long document steps back, and LibreOffice and later documents do not", { skip }, async () => {
  const hello = docx(paragraph("the next one"));
  await printWord(hello);
  const zygote = zygoteOf() ?? 0;
  const before = priorityOf(zygote);
  const children = () => childrenOf(zygote).flatMap((pid) => priorityOf(pid) ?? []);
  const long = docx(paragraph("Lorem ipsum dolor sit amet. ".repeat(40)).repeat(20_000));
  const end = new AbortController();
  // Each gets bytes of its own, because the engine takes them over.
  const convert = () => wordToPdf.run({ bytes: Uint8Array.from(long) }, end.signal);
  const work = Promise.allSettled([turns.run("account", end.signal, convert)]);
  const other = Promise.withResolvers<void>();
  const beside = turns.run("another account", end.signal, () => other.promise);
  await until(() => children().some(({ nice }) => nice > 0));
  // Only a turn lowers the priority of its document, and this one is in none.
  const later = Promise.allSettled([convert()]);
  let found = children();
  await until(() => {
    found = children();
    return found.length > 1;
  });
  end.abort(new Error("enough"));
  other.resolve();
  await Promise.all([work, later, beside]);
  assert.equal(new Set(found.map(({ group }) => group)).size, found.length);
  assert.equal(found.filter(({ nice, groupNice }) => nice > 0 || groupNice > 0).length, 1);
  assert.deepEqual([priorityOf(zygote), before?.groupNice, zygoteOf()], [before, 0, zygote]);
  await printWord(hello);
});
