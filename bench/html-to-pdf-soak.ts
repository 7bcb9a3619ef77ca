import { readdirSync, readFileSync, rmSync } from "node:fs";
import { textOf } from "../test/support/pdf-text.ts";
import { print, stopEngines } from "../test/support/print.ts";
import { browsersOf } from "../test/support/processes.ts";
import { temp } from "../test/support/tight-settings.ts";
import { invoice } from "./support/documents.ts";

/**
 * Of 500 documents, two at once, 60 hang, hoard memory or close their page: are the other 440 right, is memory flat after the first
 * 50, and does nothing stay behind?
 */
const BAD = [
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

const one = async (index: number): Promise<void> => {
  if (!isBad(index)) {
    const { pdf } = await print({ html: `${good}<p>number ${index}` });
    if ((await textOf(pdf)).includes(`number ${index}`)) right++;
    else wrong++;
    return;
  }
  await print({ html: BAD[index % BAD.length]! }, {}, 1).then(
    () => wrong++,
    () => failed++,
  );
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
