import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { drawnPages } from "../../../support/pdf/drawn.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print } from "../../../support/print.ts";
import { server } from "../../../support/rest/pages-server.ts";

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
      "elements that wait to be scrolled to",
      `<p style="height:9000px">x<p id=p><script>new IntersectionObserver(([e])=>{if(e.isIntersecting)p.append("in view")}).observe(p)</script>`,
      /in view/,
    ],
    [
      "the end of an animation",
      `<style>@keyframes f{from{margin-left:9px}}p{animation:f 2s}</style><p id=p>x<script>p.onanimationend=()=>p.append(" over")</script>`,
      /x over/,
    ],
    [
      "marquees, whether a frame has moved them or not",
      `<div></div>${"<marquee width=400 scrollamount=40>a </marquee><marquee width=400 behavior=slide>b </marquee>".repeat(8)}<script>setTimeout(()=>{document.querySelector("div").innerHTML="<marquee width=400>late</marquee>"},3000)</script>`,
      /^late(?:\s+a\s+b){8}\s*$/,
    ],
    [
      "elements in a box without a size that wait to be scrolled to",
      `<p id=p>x<p id=q style="display:none"><script>new IntersectionObserver(([e])=>p.append(" "+e.isIntersecting)).observe(q)</script>`,
      /x false/,
    ],
    [
      "elements that show how much of them is visible",
      `<div id=d style="height:90px">x</div><script>new IntersectionObserver(([e])=>{if(e.intersectionRatio>=1)d.append(" whole")},{threshold:[0,1],rootMargin:"-10px 0px"}).observe(d)</script>`,
      /^x\s*$/,
    ],
    [
      "view transitions",
      `<p id=p>x<script>setTimeout(()=>document.startViewTransition(()=>p.append(" changed")).finished.then(()=>p.append(" over")),500)</script>`,
      /x changed over/,
    ],
    [
      "elements whose size is observed",
      `<div id=d>x</div><script>new ResizeObserver(([e])=>d.append(" "+(e.contentRect.width>0))).observe(d)</script>`,
      /x true/,
    ],
    [
      "elements whose later changes of size are observed",
      `<div id=d style="width:90px">x</div><script>new ResizeObserver(([e])=>d.append(" "+e.contentRect.width)).observe(d);setTimeout(()=>{d.style.width="200px"},2000)</script>`,
      /x 90 200/,
    ],
    [
      "elements as tall as the window, at the height of the window",
      `<style>body{margin:0}</style><div id=d>x</div><p style="height:3000px">y</p><p id=q></p><script>
        const fit=()=>{d.style.height=innerHeight+"px"};fit();addEventListener("resize",fit);
        new IntersectionObserver(([e])=>{if(e.isIntersecting)q.append("in view ")}).observe(q);
        addEventListener("scroll",()=>{if(scrollY+innerHeight>=3000)q.textContent+="scrolled "});
        setTimeout(()=>q.append(d.offsetHeight<1000?"as a window":"tall"),4000)</script>`,
      /^(?=.*in view)(?=.*scrolled).*as\s+a\s+window/s,
    ],
    [
      "workers",
      `<p id=p>x<script>const w=new Worker(URL.createObjectURL(new Blob(["onmessage=()=>setTimeout(()=>postMessage('done'),700)"])));
        let n=0;w.onmessage=()=>setTimeout(()=>{p.append(" answered");if(n++<1)w.postMessage(2)},200);w.postMessage(1)</script>`,
      /x answered answered/,
    ],
    [
      "elements whose border box is observed",
      `<div id=d style="width:90px;padding:5px;border:1px solid">x</div><script>new ResizeObserver(([e])=>d.append(" "+e.borderBoxSize[0].inlineSize+" "+e.contentBoxSize[0].inlineSize)).observe(d,{box:"border-box"});setTimeout(()=>{d.style.padding="9px"},2000)</script>`,
      /x 102 90 110\s90/,
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

  test("with animations that the page has paused, or ties to its scrolling, as they are", async () => {
    const look = async (html: string) => drawnPages((await print({ html: `<!doctype html>${html}` })).pdf);
    const box = (style: string) => `<div style="height:200px;background:black;${style}"></div>`;
    const rules = "<style>@keyframes grow{from{width:100px}to{width:300px}}</style>";
    const still = await look(rules + box("width:100px") + box("width:100px"));
    const moving = await look(
      rules + box("animation:grow 1s paused both") + box("width:50%;animation:grow linear;animation-timeline:scroll()"),
    );
    assert.ok(Buffer.concat(moving).equals(Buffer.concat(still)));
  });

  test("with the first part of an endless list", async () => {
    const html = `<ul id=l></ul><div id=s>end</div><script>
      let n = 0;
      new IntersectionObserver(([e], o) => {
        if (!e.isIntersecting) return;
        for (let i = 0; i < 50; i++) l.insertAdjacentHTML("beforeend", "<li>row" + ++n + ".");
        o.unobserve(s);
        o.observe(s);
      }).observe(s);</script>`;
    const rows = (await textAfter(html)).match(/row\d/g)!.length;
    assert.ok(rows >= 50 && rows <= 500, `${rows}`);
  });

  for (const [what, wait] of [
    ["performance.now", "const s=performance.now();while(performance.now()-s<900);"],
    ["Date.now", "const s=Date.now();while(Date.now()-s<900);"],
    ["new Date", "const s=new Date();while(new Date()-s<900);"],
  ] as const) {
    test(`when it waits for ${what} in a loop`, async () => {
      assert.match(await textAfter(`<p id=p>x<script>setTimeout(()=>{${wait}p.append(" on")},500)</script>`), /x on/);
    });
  }

  test("with dates that behave as before", async () => {
    const says = `[new Date(2020, 1, 2).getFullYear(), new Date() instanceof Date, typeof Date(), Date.length, Date.name,
      new Date().constructor === Date, Math.abs(Date.now() - new Date()) < 1000, new (class extends Date {})() instanceof Date,
      structuredClone(new Date()) instanceof Date, new Date(NaN).getTime()]`;
    const text = await textAfter(`<p id=p><script>p.append(${says}.join(" "))</script>`);
    assert.match(text, /2020 true string 7 Date true true true true NaN/);
  });

  test("with unanswered dialogs and unhandled errors", async () => {
    const html = `<p id=p>x<script>setInterval(()=>{throw new Error("x")},100);
      setTimeout(()=>{alert(1);p.append(" "+confirm("a")+" "+prompt("b"))},300)</script>`;
    assert.match(await textAfter(html), /x false null/);
  });

  test("when it would navigate away later", async () => {
    const html = `<p id=p>x<script>setTimeout(()=>location="${server.origin}/hanging",2000);setTimeout(()=>p.append(" still"),3000)</script>`;
    assert.match(await textAfter(html), /x still/);
  });

  test("with a clock that shows the time", async () => {
    const text = await textAfter("<p id=p><script>setInterval(()=>{p.textContent=Date.now()},100)</script>");
    const shownTime = Number(/\d{13}/.exec(text)![0]);
    assert.ok(Math.abs(shownTime - Date.now()) < 60_000, text);
  });

  test("when it is animated for ever, without waiting for ever", async () => {
    assert.match(
      await textAfter("<p id=p>x<script>(function f(){p.dataset.n=Date.now();requestAnimationFrame(f)})()</script>"),
      /x/,
    );
    assert.match(await textAfter("<p>x<script>(function f(){setTimeout(f,0)})()</script>"), /x/);
  });

  test("when the network does not answer", async () => {
    const html = `<p id=p>x<script>fetch("${server.origin}/hanging");setTimeout(()=>p.append(" on"),900)</script>`;
    assert.match(await textAfter(html), /x on/);
  });

  test("when it reloads itself again and again", async () => {
    assert.match(await textOf((await print({ url: `${server.origin}/refreshing` })).pdf), /x late/);
  });

  test("with a selector that matches in virtual time, within its wait", async () => {
    const html = `<p>x<script>setTimeout(()=>document.body.insertAdjacentHTML("beforeend","<b class=ready>y"),9000)</script>`;
    assert.match(await textAfter(html, { waitForSelector: ".ready", waitTimeout: 10_000 }), /y/);
    await assert.rejects(print({ html }, { waitForSelector: ".ready", waitTimeout: 8000 }), /within 8000 ms/);
  });
});
