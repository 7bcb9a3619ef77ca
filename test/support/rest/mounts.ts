import { script } from "./libraries.ts";
import { document, type MovingPage } from "./page.ts";

const later = (milliseconds: number): string => `new Promise((done)=>setTimeout(done,${milliseconds}))`;

const page = (name: string, head: string, body: string, text: string): MovingPage => ({
  name,
  html: document(head, body),
  text,
});

const REACT = script("react/umd/react.production.min.js") + script("react-dom/umd/react-dom.production.min.js");

/** Applications that add their content some time after the document has loaded. */
export const mounts: readonly MovingPage[] = [
  page(
    "vue, with data that comes late",
    script("vue/dist/vue.global.prod.js"),
    `<div id=a>{{ text }}</div><script>Vue.createApp({data:()=>({text:"Loading"}),async mounted(){await ${later(2500)};this.text="Data is here"}}).mount("#a")</script>`,
    "Data is here",
  ),
  page(
    "vue, with a transition",
    `${script("vue/dist/vue.global.prod.js")}<style>.v-enter-active{transition:opacity 1s}.v-enter-from{opacity:0}</style>`,
    `<div id=a><transition appear><h1 v-if="show">Appeared</h1></transition></div><script>Vue.createApp({data:()=>({show:false}),mounted(){setTimeout(()=>this.show=true,600)}}).mount("#a")</script>`,
    "Appeared",
  ),
  page(
    "react, with data that comes late",
    REACT,
    `<div id=a></div><script>const e=React.createElement;function App(){const[t,s]=React.useState("Loading");React.useEffect(()=>{setTimeout(()=>s("Data is here"),1800)},[]);return e("h1",null,t)}ReactDOM.createRoot(a).render(e(App))</script>`,
    "Data is here",
  ),
  page(
    "react, suspended",
    REACT,
    `<div id=a></div><script>const e=React.createElement;const L=React.lazy(()=>${later(1200)}.then(()=>({default:()=>e("h1",null,"Lazy part")})));ReactDOM.createRoot(a).render(e(React.Suspense,{fallback:"Loading"},e(L)))</script>`,
    "Lazy part",
  ),
  page(
    "preact",
    script("preact/dist/preact.min.umd.js"),
    `<div id=a></div><script>setTimeout(()=>preact.render(preact.h("h1",null,"Mounted late"),a),900)</script>`,
    "Mounted late",
  ),
  page(
    "alpine",
    script("alpinejs/dist/cdn.min.js").replace("<script>", '<script type="module">'),
    `<div x-data="{text:'Loading'}" x-init="setTimeout(()=>text='Set by Alpine',1500)"><p x-text=text></p><p x-show="text!='Loading'" x-transition>Shown</p></div>`,
    "Set by Alpine",
  ),
  page(
    "knockout",
    script("knockout/build/output/knockout-latest.js"),
    `<p data-bind="text:t"></p><script>const t=ko.observable("Loading");ko.applyBindings({t});setTimeout(()=>t("Bound late"),1000)</script>`,
    "Bound late",
  ),
  page(
    "mithril",
    script("mithril/mithril.min.js"),
    `<div id=a></div><script>let t="Loading";m.mount(a,{view:()=>m("h1",t)});setTimeout(()=>{t="Redrawn";m.redraw()},1000)</script>`,
    "Redrawn",
  ),
  page(
    "zones and digests as of Angular",
    "",
    `<div id=a></div><script>const set=window.setTimeout;window.setTimeout=(f,t,...r)=>set(()=>{f(...r);draw()},t);let n=0;function draw(){a.textContent="Digest "+n}draw();Promise.resolve().then(()=>setTimeout(()=>n=1,50)).then(()=>setTimeout(()=>n=2,2000))</script>`,
    "Digest 2",
  ),
  page(
    "compiled mounts with transitions as of Svelte",
    "<style>@keyframes fly{from{opacity:0;transform:translateY(80px)}}</style>",
    `<main id=a></main><script>${later(800)}.then(()=>{const h=a.appendChild(Object.assign(document.createElement("h1"),{textContent:"Flown in"}));h.style.animation="fly 900ms linear 200ms both"})</script>`,
    "Flown in",
  ),
  page(
    "a skeleton that gives way",
    "<style>@keyframes s{to{background-position:-200% 0}}.s{height:40px;background:linear-gradient(90deg,#eee,#ddd,#eee) 0 0/200%;animation:s 1s infinite}</style>",
    `<div id=a><div class=s></div><div class=s></div></div><script>setTimeout(()=>{a.innerHTML="<h1>Content</h1>"},2200)</script>`,
    "Content",
  ),
  page(
    "streams of parts by queueMicrotask and MessageChannel",
    "",
    `<ul id=a></ul><script>const{port1,port2}=new MessageChannel();let n=0;port1.onmessage=()=>{a.insertAdjacentHTML("beforeend","<li>Part "+ ++n);if(n<20)setTimeout(()=>port2.postMessage(0),100)};port2.postMessage(0)</script>`,
    "Part 20",
  ),
  page(
    "a worker that answers late",
    "",
    `<h1 id=a>Working</h1><script>const w=new Worker(URL.createObjectURL(new Blob(["setTimeout(()=>postMessage('Worked'),1500)"])));w.onmessage=({data})=>{a.textContent=data}</script>`,
    "Worked",
  ),
  page(
    "a blob that is fetched",
    "",
    `<h1 id=a>Fetching</h1><script>(async()=>{const r=await fetch(URL.createObjectURL(new Blob(["Fetched"])));await ${later(700)};a.textContent=await r.text()})()</script>`,
    "Fetched",
  ),
];
