import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../../../support/pdf-text.ts";
import { print } from "../../../support/print.ts";
import "../../../support/rest/pages-server.ts";

for (const [what, script] of [
  ["loops", "setTimeout(()=>{for(;;);},500)"],
  ["loops again and again", "setInterval(()=>{for(;;);},500)"],
  ["promises without an end", "setTimeout(()=>{(function f(){Promise.resolve().then(f)})()},500)"],
  ["heavy work", "setInterval(()=>{let x=0;for(let i=0;i<1e8;i++)x+=i%7},10)"],
] as const) {
  test(`when a timer of a page ${what.startsWith("loops") ? what : `does ${what}`}, it is printed at rest without waiting for its end`, async () => {
    const { pdf, report } = await print({ html: `<p>x<script>${script}</script>` });
    assert.match(await textOf(pdf), /x/);
    assert.deepEqual(report.timedOut, ["scripts"]);
  });
}

/** Milliseconds for which this process is held up at a time, as by a busy machine, and how long it goes on in between. */
const [HELD_MS, FREE_MS] = [1500, 50];

for (const script of ["setTimeout(()=>{for(;;);},500)", "setInterval(()=>{for(;;);},500)"])
  test(`when a timer of a page loops while this process is held up, it is printed at rest too: ${script}`, async () => {
    const word = new Int32Array(new SharedArrayBuffer(4));
    const holding = setInterval(() => Atomics.wait(word, 0, 0, HELD_MS), FREE_MS);
    try {
      const { report } = await print({ html: `<p>x<script>${script}</script>` });
      assert.deepEqual(report.timedOut, ["scripts"]);
    } finally {
      clearInterval(holding);
    }
  });

test("with a selector that never matches while a timer loops, without waiting for the timer", async () => {
  const html = "<p>x<script>setInterval(()=>{for(;;);},100)</script>";
  const options = { waitForSelector: ".ready", waitTimeout: 1000 };
  await assert.rejects(print({ html }, options, 300), /within 1000 ms/);
});
