import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { invoice } from "../../../support/documents.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { browsersOf } from "../../../support/processes.ts";
import { temp } from "../../../support/tight-settings.ts";

const CRASHING_HTML = "<script>for (;;);</script><p>crash";
const BAD_DOCUMENTS = [
  CRASHING_HTML,
  "<script>for (;;);</script>",
  "<script>const a = []; for (;;) a.push(new Uint8Array(2e7).fill(7))</script>",
  "<script>close()</script>",
  "<script>location.reload()</script>",
];
const good = invoice();
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1024;

const isBad = (index: number) => index % 25 < 3;
const DOCUMENT_COUNT = 150;
/** Documents after which the memory is noted. */
const MARK_INTERVAL = 30;
let [right, wrong, failed] = [0, 0, 0];
const marks: number[] = [];

const ticks = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
};

/** Kills the browser with the highest CPU time, which has a document that hangs. */
const crash = async (): Promise<void> => {
  await sleep(300);
  const before = new Map(browsersOf().map((pid) => [pid, ticks(pid)]));
  await sleep(100);
  const work = [...before].map(([pid, then]) => ({ pid, done: ticks(pid) - then }));
  const busiest = work.toSorted((a, b) => b.done - a.done)[0];
  if (busiest !== undefined && busiest.done >= 8) process.kill(busiest.pid, "SIGSEGV");
};

const one = async (index: number): Promise<void> => {
  if (!isBad(index)) {
    const { pdf } = await print({ html: `${good}<p>number ${index}` });
    if ((await textOf(pdf)).includes(`number ${index}`)) right++;
    else wrong++;
    return;
  }
  const html = BAD_DOCUMENTS[index % BAD_DOCUMENTS.length]!;
  const ended = print({ html }, {}, 1).then(
    () => wrong++,
    () => failed++,
  );
  if (html === CRASHING_HTML) await crash();
  await ended;
};

test("good documents beside ones that hang, crash, exhaust memory or close their page are right; memory is flat, nothing is left", async () => {
  let next = 0;
  const worker = async () => {
    while (next < DOCUMENT_COUNT) {
      const index = next++;
      await one(index);
      if (index % MARK_INTERVAL === MARK_INTERVAL - 1) marks.push(resident());
    }
  };
  await Promise.all([worker(), worker()]);
  await stopEngines();
  const bad = Array.from({ length: DOCUMENT_COUNT }, (_, index) => index).filter(isBad).length;
  assert.deepEqual({ right, wrong, failed }, { right: DOCUMENT_COUNT - bad, wrong: 0, failed: bad });
  const [first = 0] = marks;
  assert.ok(marks.at(-1)! < first * 1.5, `resident: ${marks.map((mb) => mb.toFixed(0)).join(" ")} MB`);
  assert.deepEqual([browsersOf(), readdirSync(temp)], [[], []]);
  rmSync(temp, { recursive: true });
});
