import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { post } from "../../../support/platen.ts";
import { screenOf } from "../../../support/screen.ts";

const picture = async (html: string, options: object = {}) => {
  const reply = await post("/convert/html-to-image", { html, options });
  assert.equal(reply.status, 200, await reply.clone().text());
  return Buffer.from(await reply.arrayBuffer());
};
const screen = async (html: string, options?: object) => screenOf(await picture(html, options));

suite("the picture of a page at rest", { concurrency: 2 }, () => {
  test("shows all of a tall page that has layers of its own", async () => {
    const rows = 400;
    const colour = (row: number) => `#${(row * 41).toString(16).padStart(6, "0")}`;
    const html = `<!doctype html><style>body{margin:0}p{margin:0;height:50px}div{position:absolute;inset:0 auto auto 0;width:100%;height:${rows * 50}px;will-change:transform}</style>
      ${"<div></div>".repeat(6)}<div>${Array.from({ length: rows }, (_, row) => `<p style="background:${colour(row)}">`).join("")}</div>`;
    const { width, height, at } = await screen(html, { width: 640, fullPage: true });
    assert.deepEqual([width, height], [640, rows * 50]);
    for (let row = 0; row < rows; row++) assert.equal(at(row, row * 50 + 25), colour(row));
  });

  test("ends animations, shows endless ones and animated images at their start, and hides the cursor", async () => {
    const frame = (background: string) => ({ create: { width: 20, height: 20, channels: 3 as const, background } });
    const both = await sharp({ create: { width: 20, height: 40, channels: 3, background: "#00ff00" } })
      .composite([{ input: frame("#ff0000"), top: 20, left: 0 }])
      .raw()
      .toBuffer();
    const raw = { width: 20, height: 40, channels: 3 as const, pageHeight: 20 };
    const gif = await sharp(both, { raw })
      .gif({ delay: [20, 20], loop: 0 })
      .toBuffer();
    const moving = `<style>body{margin:0}@keyframes k{from{background:#0000ff}to{background:#00ffff}}p{margin:0;height:20px;animation:k 0.3s both}.e{animation:k .2s infinite}</style>`;
    const html = `<!doctype html>${moving}<p></p><p class=e></p><img style="display:block" src="data:image/gif;base64,${gif.toString("base64")}">
      <iframe srcdoc="${moving}<p class=e></p>" style="border:0;height:20px;display:block"></iframe>
      <svg width=200 height=20><rect width=20 height=20><animate attributeName=x from=0 to=180 dur=0.31s repeatCount=indefinite /></rect></svg>
      <input autofocus value=x><script>document.querySelector("input").focus()</script><iframe srcdoc="<p>"></iframe>
      <script>
        // Endless animations are paused a second of virtual time before the page is at rest.
        let [pausedAt, count] = [Infinity, 0];
        const isPaused = () => document.querySelector(".e").getAnimations()[0]?.playState === "paused";
        const change = () => {
          if (pausedAt === Infinity && isPaused()) pausedAt = performance.now();
          document.querySelector("input").value = String(performance.now() - pausedAt > 1500 && ++count);
        };
        setInterval(change, 1);
        requestAnimationFrame(function frame() { change(); requestAnimationFrame(frame); });
      </script>`;
    const first = await picture(html);
    const { at } = await screenOf(first);
    assert.deepEqual([at(200, 10), at(200, 30), at(10, 50), at(100, 70)], ["#00ffff", "#0000ff", "#00ff00", "#0000ff"]);
    for (let again = 0; again < 3; again++) assert.ok(first.equals(await picture(html)));
  });

  test("shows what a page loads when it is scrolled, and one that grows without end", async () => {
    const lazy = `<!doctype html><body style="margin:0"><div style="height:2000px"></div><p id=p style="margin:0;height:50px">
      <script>addEventListener("scroll", () => { if (p.getBoundingClientRect().top < innerHeight) p.style.background = "#00ff00"; })</script>`;
    assert.equal((await screen(lazy, { fullPage: true })).at(600, 2025), "#00ff00");
    const endless = `<!doctype html><script>
      const grow = () => document.body.append(Object.assign(document.createElement("p"), { style: "height:300px" }));
      addEventListener("load", () => { for (let i = 0; i < 4; i++) grow(); });
      addEventListener("scroll", grow);
    </script><body>`;
    assert.ok((await screen(endless, { fullPage: true })).height > 1200);
  });

  test("shows a page that is written from right to left as far as it can be scrolled", async () => {
    const html = `<html dir=rtl><body style="margin:0"><div style="width:3000px;height:50px;background:#ff0000"></div>`;
    const { width, at } = await screen(html, { fullPage: true });
    assert.deepEqual([width, at(5, 5), at(2995, 5), at(5, 60)], [3000, "#ff0000", "#ff0000", "#ffffff"]);
  });

  test("shows nothing of what is for browsers without script", async () => {
    const html = `<!doctype html><style>body{margin:0}p,b{margin:0;display:block;height:50px;background:#ff0000}@media(scripting:none){body{background:#ff0000}}@media(scripting:enabled){body{background:#00ff00}}</style>
      <noscript><p>x</noscript><input autofocus><script>document.querySelector("input").focus()</script><noscript><b>x</b></noscript>`;
    for (const options of [{}, { fullPage: true }, { transparent: true }]) {
      const { at } = await screen(html, options);
      const first = at(600, 5);
      for (let y = 5; y < 300; y += 10) assert.equal(at(600, y).slice(0, 7), "#00ff00", `at ${y} ${first}`);
    }
  });
});
