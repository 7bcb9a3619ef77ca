import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { textOf } from "../test/support/pdf-text.ts";
import { print, stopEngines } from "../test/support/print.ts";
import { browsersOf } from "../test/support/processes.ts";
import { temp } from "../test/support/tight-settings.ts";
import { invoice } from "./support/documents.ts";

/**
 * Of 500 documents, two at once, 60 hang, crash, exhaust memory or close their page. Are the other 440 right, is memory flat
 * after the first 50, and is no process or file left?
 */
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

let next = 0;
const worker = async () => {
  while (next < 500) {
    const index = next++;
    await one(index);
    if (index % 50 === 49) {
      marks.push(resident());
    }
  }
};
await Promise.all([worker(), worker()]);
await stopEngines();
console.log(
  `${right} right, ${wrong} wrong, ${failed} failed as they must; resident after each 50: ${marks.map((mb) => mb.toFixed(0)).join(" ")} MB; ` +
    `left behind: ${browsersOf().length} processes, ${readdirSync(temp).length} temp files`,
);
rmSync(temp, { recursive: true });
if (wrong > 0) process.exitCode = 1;
