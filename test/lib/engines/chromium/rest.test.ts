import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { drawnPages } from "../../../support/pdf/drawn.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { startWebServer, type WebServer } from "../../../support/web-server.ts";

let server: WebServer;
before(async () => {
  server = await startWebServer((path) => {
    if (path === "/hanging") return { body: "late", after: 60_000 };
    if (path === "/refreshing") {
      return {
        body: `<meta http-equiv=refresh content=3><p id=p>x<script>setTimeout(()=>p.append(" late"),2000)</script>`,
      };
    }
    return undefined;
  });
});
after(async () => {
  server.close();
  await stopEngines();
});

const textAfter = async (html: string, page = {}) => textOf((await print({ html }, page)).pdf);

suite("a page is printed at rest", () => {
  for (const [what, html, expected] of [
    ["timers", `<p id=p>x<script>setTimeout(()=>p.append(" late"),4900)</script>`, /x late/],
    [
      "chains of timers",
      `<p id=p>x<script>let n=0;const i=setInterval(()=>{if(++n===40){clearInterval(i);p.append(" end")}},100)</script>`,
      /x end/,
    ],
    [
      "animation frames",
      `<p id=p>x<script>let s;requestAnimationFrame(function f(t){s??=t;t-s<2000?requestAnimationFrame(f):p.append(" end")})</script>`,
      /x end/,
    ],
    [
      "idle callbacks",
      `<p id=p>x<script>requestIdleCallback(()=>setTimeout(()=>requestIdleCallback(()=>p.append(" idle")),900))</script>`,
      /x idle/,
    ],
    [
      "what waits to be scrolled to",
      `<p style="height:9000px">x<p id=p><script>new IntersectionObserver(([e])=>{if(e.isIntersecting)p.append("in view")}).observe(p)</script>`,
      /in view/,
    ],
    [
      "the end of an animation",
      `<style>@keyframes f{from{margin-left:9px}}p{animation:f 2s}</style><p id=p>x<script>p.onanimationend=()=>p.append(" over")</script>`,
      /x over/,
    ],
    [
      "what observes its size",
      `<div id=d>x</div><script>new ResizeObserver(([e])=>d.append(" "+(e.contentRect.width>0))).observe(d)</script>`,
      /x true/,
    ],
  ] as const) {
    test(`after its ${what}`, async () => assert.match(await textAfter(html), expected));
  }

  test("with animations that end at their end, and endless ones at their start", async () => {
    const look = async (html: string) => drawnPages((await print({ html: `<!doctype html>${html}` })).pdf);
    const box = (style: string) => `<div style="width:200px;height:200px;background:black;${style}"></div>`;
    const rules = "<style>@keyframes fade{from{opacity:0}}@keyframes blink{to{opacity:0}}</style>";
    const still = await look(rules + box("") + box(""));
    const moving = await look(rules + box("animation:fade 1s both") + box("animation:blink 1s infinite"));
    assert.deepEqual(moving, still);
  });

  test("with a clock that tells the time", async () => {
    const text = await textAfter("<p id=p><script>setInterval(()=>{p.textContent=Date.now()},100)</script>");
    const told = Number(/\d{13}/.exec(text)![0]);
    assert.ok(Math.abs(told - Date.now()) < 60_000, text);
  });

  test("when it moves for ever, without waiting for ever", async () => {
    assert.match(
      await textAfter("<p id=p>x<script>(function f(){p.dataset.n=Date.now();requestAnimationFrame(f)})()</script>"),
      /x/,
    );
    assert.match(await textAfter("<p>x<script>(function f(){setTimeout(f,0)})()</script>"), /x/);
  });

  test("when the network does not answer it", async () => {
    const html = `<p id=p>x<script>fetch("${server.origin}/hanging");setTimeout(()=>p.append(" on"),900)</script>`;
    assert.match(await textAfter(html), /x on/);
  });

  test("when it reloads itself again and again", async () => {
    assert.match(await textOf((await print({ url: `${server.origin}/refreshing` })).pdf), /x late/);
  });

  test("with a selector that comes in its own time, within its wait", async () => {
    const html = `<p>x<script>setTimeout(()=>document.body.insertAdjacentHTML("beforeend","<b class=ready>y"),9000)</script>`;
    assert.match(await textAfter(html, { waitForSelector: ".ready", waitTimeout: 10_000 }), /y/);
    await assert.rejects(print({ html }, { waitForSelector: ".ready", waitTimeout: 8000 }), /within 8000 ms/);
  });
});
