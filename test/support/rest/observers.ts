import { document, type MovingPage } from "./page.ts";

const page = (name: string, body: string, text?: string): MovingPage => ({
  name,
  html: document("", body),
  ...(text === undefined ? {} : { text }),
});
const TALL = `<div style="height:2600px;background:linear-gradient(#fff,#8cf)">Top</div>`;
const PICTURE =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200' height='100' fill='green'/></svg>";

/** Pages that react to observers of visibility, size and changes, or to idle time. */
export const observers: readonly MovingPage[] = [
  page(
    "what is seen, by its share",
    `${TALL}<h1 id=p></h1><script>new IntersectionObserver((l,o)=>{for(const e of l)if(e.intersectionRatio>=.5){p.textContent+=" seen";o.disconnect()}},{threshold:[0,.5,1]}).observe(document.querySelector("h1"))</script>`,
  ),
  page(
    "an endless list that stops",
    `<ul id=l></ul><div id=s>…</div><script>let n=0;new IntersectionObserver((x,o)=>{if(!x[0].isIntersecting||n>=60){return}for(let i=0;i<20;i++)l.insertAdjacentHTML("beforeend","<li>Row "+ ++n);o.unobserve(s);o.observe(s)}).observe(s)</script>`,
    "Row 60",
  ),
  page(
    "what is not seen",
    `<div style="height:90px;width:300px;overflow:auto"><div style="height:900px">Scroller</div><p id=p>Inside</p></div><p id=q style="display:none">q</p><p id=out></p><script>new IntersectionObserver((l)=>{for(const e of l)out.append(e.target.id+e.isIntersecting+" ")}).observe(q)</script>`,
  ),
  page(
    "header that sticks when its mark leaves",
    `<div id=m></div><header id=h style="position:sticky;top:0">Head</header><div style="height:1500px">Long</div><script>new IntersectionObserver(([e])=>h.style.background=e.isIntersecting?"#cfc":"#fcc").observe(m)</script>`,
  ),
  page("lazy images", `${TALL}<img loading=lazy width=200 height=100 src="${PICTURE}">`),
  page(
    "lazy images by data-src",
    `${TALL}<img id=i width=200 height=100 data-src="${PICTURE}"><script>new IntersectionObserver(([e])=>{if(e.isIntersecting)i.src=i.dataset.src}).observe(i)</script>`,
  ),
  page(
    "sizes",
    `<div id=d style="width:50%">Box</div><p id=p></p><script>new ResizeObserver(([e])=>p.textContent="Width "+Math.round(e.contentRect.width)).observe(d);setTimeout(()=>d.style.width="200px",900)</script>`,
    "Width 200",
  ),
  page(
    "changes",
    `<ul id=l></ul><p id=p></p><script>new MutationObserver((r)=>p.textContent=l.children.length+" rows").observe(l,{childList:true});let n=0;const t=setInterval(()=>{l.append(document.createElement("li"));if(++n==9)clearInterval(t)},200)</script>`,
    "9 rows",
  ),
  page(
    "idle time",
    `<p id=p></p><script>let n=0;requestIdleCallback(function f(d){if(d.timeRemaining()>0||d.didTimeout)p.textContent="Idle "+ ++n;if(n<10)requestIdleCallback(f)})</script>`,
    "Idle 10",
  ),
  page(
    "frames that count",
    `<p id=p></p><script>let n=0;requestAnimationFrame(function f(){p.textContent="Frame "+ ++n;if(n<60)requestAnimationFrame(f)})</script>`,
    "Frame 60",
  ),
  page(
    "two frames after a change",
    `<div id=d style="transition:width 1s;width:10px;background:red">x</div><script>requestAnimationFrame(()=>requestAnimationFrame(()=>d.style.width="400px"))</script>`,
  ),
  page(
    "a counter",
    `<h1 id=n>0</h1><script>const s=performance.now();(function f(){const p=Math.min(1,(performance.now()-s)/2000);n.textContent=Math.round(p*p*5000);if(p<1)requestAnimationFrame(f)})()</script>`,
    "5000",
  ),
  page(
    "a typewriter",
    `<h1 id=n></h1><script>const t="Typed by a machine";let i=0;(function f(){n.textContent=t.slice(0,++i);if(i<t.length)setTimeout(f,120)})()</script>`,
    "Typed by a machine",
  ),
  page(
    "a timer that waits for a fence of time",
    `<h1 id=n></h1><script>const s=Date.now();const t=setInterval(()=>{if(Date.now()-s>3000){n.textContent="Three seconds";clearInterval(t)}},50)</script>`,
    "Three seconds",
  ),
  page(
    "a scheduler",
    `<h1 id=n></h1><script>scheduler.postTask(()=>n.append("Task "),{delay:1200}).then(()=>scheduler.yield?.()).then(()=>n.append("yielded"))</script>`,
    "Task yielded",
  ),
  page(
    "a custom element",
    `<x-card>Slotted</x-card><script>customElements.define("x-card",class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});setTimeout(()=>{r.innerHTML="<style>:host{display:block;border:4px solid red}</style><slot></slot> in shadow"},1100)}})</script>`,
    "in shadow",
  ),
  page(
    "a shadow root that animates",
    `<x-c></x-c><script>customElements.define("x-c",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML="<style>@keyframes f{from{opacity:0}to{opacity:1}}p{opacity:0;animation:f 1s 1s forwards}</style><p>Faded in shadow</p>"}})</script>`,
    "Faded in shadow",
  ),
  page(
    "a closed shadow root",
    `<x-c></x-c><script>customElements.define("x-c",class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"closed"});r.innerHTML="<style>p{opacity:0;transition:opacity 2s}p.on{opacity:1}</style><p>Closed</p>";setTimeout(()=>r.querySelector("p").className="on",300)}})</script>`,
    "Closed",
  ),
  page(
    "a frame with its own timers",
    `<iframe width=400 height=120 srcdoc="<p id=p>Frame</p><script>setTimeout(()=>p.append(' after its timer'),1500)</script>"></iframe>`,
    "after its timer",
  ),
  page(
    "a frame with its own animation",
    `<iframe width=400 height=120 srcdoc="<style>@keyframes f{from{opacity:0}}p{animation:f 2s both}</style><p>Faded in a frame</p>"></iframe>`,
    "Faded in a frame",
  ),
  page(
    "a frame with frames drawn",
    `<iframe width=400 height=120 srcdoc="<p id=p></p><script>let n=0;(function f(){p.textContent='Drawn '+ ++n;if(n<50)requestAnimationFrame(f)})()</script>"></iframe>`,
    "Drawn 50",
  ),
  page(
    "a message to the parent",
    `<p id=p></p><iframe srcdoc="<script>setTimeout(()=>parent.postMessage('Told','*'),900)</script>"></iframe><script>onmessage=({data})=>p.textContent=data</script>`,
    "Told",
  ),
];
