import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { archivePdf } from "../../../lib/engines/archive-pdf.ts";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { renderPdf } from "../../../lib/engines/render-pdf.ts";
import { asTurn, Turn } from "../../../lib/turns/turn.ts";
import { EngineEnded } from "../../../lib/workers/engine-ended.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { zygoteAddon } from "../../../lib/workers/zygote-addon.ts";
import { bytesOf } from "../../support/finished.ts";
import { commandLineOf, descendantsOf, isRunning } from "../../support/processes.ts";
import { randomFrom } from "../../support/random.ts";

const DOCUMENT_COUNT = Number(process.env["COUNT"] ?? 60);
const KILL_COUNT = Number(process.env["KILLS"] ?? 4);
const CLIENT_COUNT = 4;
const skip = zygoteAddon() === undefined && "forks are made on x86-64 Linux alone";

const bytes = readFileSync(new URL("../../../samples/annex.pdf", import.meta.url));
const pages = [{ from: 1, to: 3 }];
const JOBS = [
  (signal: AbortSignal) => compressPdf.run({ bytes, quality: "medium" }, signal),
  (signal: AbortSignal) => archivePdf.run({ bytes, level: "2b" }, signal),
  (signal: AbortSignal) => renderPdf.run({ bytes, pages, work: { kind: "text", format: "json" } }, signal),
];

/** The warm processes of this test that run now. */
const zygotes = (): number[] =>
  descendantsOf(process.pid).filter((pid) => {
    const words = commandLineOf(pid).split("\0");
    return words.includes("zygote") && isRunning(pid) && descendantsOf(pid).length > 0;
  });

test("documents of many accounts are right while warm processes are killed, which costs those that are under way", {
  skip,
}, async (context) => {
  const random = randomFrom(1);
  const signal = new AbortController().signal;
  const work = async (job: number, account: string): Promise<string> =>
    Buffer.from(await bytesOf(await asTurn(new Turn(account, new Set()), () => JOBS[job]!(signal)))).toString("base64");
  const expected = await Promise.all(JOBS.map((_, job) => work(job, "first")));
  let [next, wrong, ended, kills] = [0, 0, 0, 0];
  const client = async (): Promise<void> => {
    while (next < DOCUMENT_COUNT) {
      const [job, account] = [next % JOBS.length, `account ${next++}`];
      if (next % Math.ceil(DOCUMENT_COUNT / KILL_COUNT) === 0) {
        const alive = zygotes();
        const victim = alive[Math.floor(random() * alive.length)];
        if (victim !== undefined) {
          kills++;
          process.kill(victim, "SIGKILL");
        }
      }
      try {
        if ((await work(job, account)) !== expected[job]) wrong++;
      } catch (error) {
        if (!(error instanceof EngineEnded)) throw error;
        ended++;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client));
  const starts = [...warmParts().values()].map((part) => part.starts?.());
  context.diagnostic(`${kills} kills, ${ended} documents ended, ${JSON.stringify(starts)}`);
  for (const part of warmParts().values()) await part.stop();
  assert.equal(wrong, 0);
  assert.ok(kills > 0 && ended <= kills * CLIENT_COUNT, `${kills} kills, ${ended} documents ended`);
  assert.deepEqual(descendantsOf(process.pid).filter(isRunning), []);
});
