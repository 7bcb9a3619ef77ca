import { document, type MovingPage } from "./page.ts";

const page = (name: string, css: string, body: string, text?: string): MovingPage => ({
  name,
  html: document(`<style>${css}</style>`, body),
  ...(text === undefined ? {} : { text }),
});
const endless = (name: string, css: string, body: string): MovingPage => ({ ...page(name, css, body), endless: true });
const FADE = "@keyframes f{from{opacity:0;transform:translateX(-99px)}to{opacity:1;transform:none}}";
const BOX = "div{height:120px;background:#c66;margin:8px}";

/** Pages with animations of the browser itself. */
export const native: readonly MovingPage[] = [
  page("css animation", `${FADE}${BOX}div{animation:f 1s}`, "<div>a</div><div style='animation-delay:2s'>b</div>"),
  page("css animation that fills", `${FADE}${BOX}div{opacity:0;animation:f 1s 1s forwards}`, "<div>a</div>"),
  page("css animation there and back", `${FADE}${BOX}div{animation:f 1s 4 alternate both}`, "<div>a</div>"),
  page("css animation in reverse", `${FADE}${BOX}div{animation:f 1s reverse both}`, "<div>a</div>"),
  page(
    "css animation with steps",
    `@keyframes w{from{width:0}to{width:300px}}${BOX}div{overflow:hidden;animation:w 2s steps(9) both}`,
    "<div>stepped</div>",
  ),
  page(
    "css animation of a pseudo-element",
    `${FADE}p::before{content:"Before ";display:inline-block;animation:f 2s both}`,
    "<p>text",
  ),
  page("css animation that is paused", `${FADE}${BOX}div{animation:f 2s paused both}`, "<div>a</div>Paused"),
  page(
    "css animation longer than its time",
    `@keyframes w{from{margin-left:0}to{margin-left:300px}}${BOX}div{animation:w 3s 1.5s both}`,
    "<div>a</div>",
  ),
  page(
    "chain of animations by their ends",
    `${FADE}${BOX}.on{animation:f 1s both}`,
    `<div id=a class=on>a</div><div id=b hidden>b</div><script>a.onanimationend=()=>{b.hidden=false;b.className="on";b.onanimationend=()=>document.body.append("Both over")}</script>`,
    "Both over",
  ),
  page(
    "transition on load",
    `${BOX}div{opacity:0;transition:opacity 1.5s}.on div{opacity:1}`,
    `<div>a</div><script>addEventListener("load",()=>document.body.className="on")</script>`,
  ),
  page(
    "chain of transitions by their ends",
    `${BOX}div{width:50px;transition:width 1s}`,
    `<div id=a>a</div><script>setTimeout(()=>a.style.width="300px",100);a.ontransitionend=()=>{document.body.append("Transition over")}</script>`,
    "Transition over",
  ),
  page("starting style", `${BOX}div{transition:opacity 1s;@starting-style{opacity:0}}`, `<div>a</div>`),
  page(
    "web animation",
    BOX,
    `<div id=a>a</div><script>a.animate([{transform:"translateX(0)"},{transform:"translateX(200px)"}],{duration:1500,fill:"forwards"}).finished.then(()=>document.body.append("Finished"))</script>`,
    "Finished",
  ),
  page(
    "web animation without fill",
    BOX,
    `<div id=a>a</div><script>a.animate([{opacity:0},{opacity:1}],2000).onfinish=()=>a.style.background="green"</script>`,
  ),
  page(
    "scroll-driven animation",
    `@keyframes g{from{width:0}to{width:100%}}${BOX}#b{animation:g linear;animation-timeline:scroll()}`,
    "<div id=b>bar</div><p>text",
  ),
  page(
    "view timeline",
    `${FADE}${BOX}div{animation:f linear both;animation-timeline:view();animation-range:entry 0% entry 100%}`,
    "<div>a</div>".repeat(12),
  ),
  page(
    "view transition",
    BOX,
    `<div id=a>a</div><script>setTimeout(()=>document.startViewTransition(()=>{a.textContent="Changed";a.style.background="#6c6"}),500)</script>`,
    "Changed",
  ),
  page(
    "details that open",
    "",
    `<details id=d><summary>Head</summary><p>Inside</p></details><script>setTimeout(()=>d.open=true,800)</script>`,
    "Inside",
  ),
  page(
    "a dialog",
    "dialog::backdrop{background:#0003}",
    `<p>Page</p><dialog id=d><p>In the dialog</p></dialog><script>setTimeout(()=>d.showModal(),700)</script>`,
    "In the dialog",
  ),
  page(
    "a popover",
    "",
    `<p>Page</p><div id=d popover>Popped up</div><script>setTimeout(()=>d.showPopover(),700)</script>`,
    "Popped up",
  ),
  page(
    "an accordion",
    "div{max-height:0;overflow:hidden;transition:max-height 1s}div.on{max-height:300px}",
    `<h2>Head</h2><div id=a><p>Folded out</p></div><script>setTimeout(()=>a.className="on",400)</script>`,
    "Folded out",
  ),
  page(
    "grid rows that grow",
    "#a{display:grid;grid-template-rows:0fr;transition:grid-template-rows 1s}#a.on{grid-template-rows:1fr}#a>p{overflow:hidden}",
    `<div id=a><p>Grown<br>rows</p></div><script>setTimeout(()=>a.className="on",400)</script>`,
    "Grown",
  ),
  page(
    "a video's poster",
    "",
    `<video width=300 height=150 poster="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='150'><rect width='300' height='150' fill='navy'/></svg>"></video>`,
  ),
  page(
    "svg that moves once",
    "",
    `<svg width=400 height=120><rect width=80 height=80 fill=red><animate attributeName=x from=0 to=300 dur=2s fill=freeze /></rect></svg>`,
  ),
  page(
    "svg that moves and returns",
    "",
    `<svg width=400 height=120><rect x=50 width=80 height=80 fill=red><animate attributeName=x from=0 to=300 dur=1s /></rect></svg>`,
  ),
  page(
    "svg that is set",
    "",
    `<svg width=400 height=120><rect width=80 height=80 fill=red><set attributeName=fill to=blue begin=1s /></rect></svg>`,
  ),
  page(
    "svg that turns, in chains",
    "",
    `<svg width=400 height=220><rect x=90 y=90 width=80 height=40><animateTransform id=t attributeName=transform type=rotate from="0 130 110" to="45 130 110" dur=1s fill=freeze /><animate attributeName=fill from=black to=red begin="t.end" dur=1s fill=freeze /></rect></svg>`,
  ),
  page(
    "a canvas drawn in time",
    "",
    `<canvas id=c width=300 height=100></canvas><script>const x=c.getContext("2d");let n=0;(function f(){x.fillRect(n*5,0,4,n);if(++n<60)requestAnimationFrame(f)})()</script>`,
  ),
  page(
    "a font that comes late",
    "",
    `<p id=p style="font:40px Late,serif">Set in another font</p><script>setTimeout(()=>new FontFace("Late","local('Liberation Mono')").load().then(f=>document.fonts.add(f)),1200)</script>`,
  ),
  page(
    "an image that comes late",
    "",
    `<script>setTimeout(()=>document.body.append(Object.assign(new Image(),{src:"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200' height='100' fill='teal'/></svg>"})),1500)</script>`,
  ),
  page(
    "css that comes late",
    "h1{color:#ccc}",
    `<h1>Styled late</h1><script>setTimeout(()=>document.head.insertAdjacentHTML("beforeend","<style>h1{color:#900;font-size:60px}</style>"),1300)</script>`,
    "Styled late",
  ),
  page(
    "content-visibility",
    "section{content-visibility:auto;contain-intrinsic-size:500px;height:500px}",
    "<section>One</section><section>Two</section><section>Three</section><section>Four</section>",
  ),
  page("a marquee that passes once", "", `<marquee behavior=slide scrollamount=40 width=400>Slid in</marquee>`),
  endless(
    "a spinner",
    `@keyframes s{to{transform:rotate(1turn)}}${BOX}div{width:120px;animation:s 1s linear infinite}`,
    "<div>a</div>",
  ),
  endless(
    "svg that moves for ever",
    "",
    `<svg width=400 height=120><rect width=80 height=80><animate attributeName=x values="0;300;0" dur=2s repeatCount=indefinite /></rect></svg>`,
  ),
  endless("a clock", "", `<h1 id=h></h1><script>setInterval(()=>h.textContent=new Date().toISOString(),1000)</script>`),
  endless(
    "a canvas for ever",
    "",
    `<canvas id=c width=200 height=100></canvas><script>const x=c.getContext("2d");let n=0;(function f(){x.clearRect(0,0,200,100);x.fillRect(n++%200,0,20,100);requestAnimationFrame(f)})()</script>`,
  ),
  endless(
    "timers without a pause",
    "",
    `<p id=p></p><script>let n=0;(function f(){p.textContent=++n;setTimeout(f)})()</script>`,
  ),
  endless(
    "work in an interval",
    "",
    `<p id=p></p><script>setInterval(()=>{const e=performance.now()+30;while(performance.now()<e);p.append(".")},50)</script>`,
  ),
];
