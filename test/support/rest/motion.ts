import { script, style } from "./libraries.ts";
import { document, type MovingPage } from "./page.ts";

const BOXES = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const boxes = (attributes: string, size = 300): string =>
  BOXES.map((name) => `<div ${attributes} style="height:${size}px;margin:9px;background:#cde">${name}</div>`).join("");

const LOTTIE = JSON.stringify({
  v: "5.5.7",
  fr: 30,
  ip: 0,
  op: 60,
  w: 300,
  h: 300,
  nm: "a",
  ddd: 0,
  assets: [],
  layers: [
    {
      ddd: 0,
      ind: 1,
      ty: 4,
      nm: "s",
      sr: 1,
      ip: 0,
      op: 90,
      st: 0,
      bm: 0,
      ks: {
        o: {
          a: 1,
          k: [
            { t: 0, s: [0], e: [100], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
            { t: 50, s: [100] },
          ],
        },
        r: { a: 0, k: 0 },
        p: { a: 0, k: [150, 150, 0] },
        a: { a: 0, k: [0, 0, 0] },
        s: { a: 0, k: [100, 100, 100] },
      },
      shapes: [
        {
          ty: "gr",
          it: [
            { ty: "rc", d: 1, s: { a: 0, k: [200, 200] }, p: { a: 0, k: [0, 0] }, r: { a: 0, k: 20 } },
            { ty: "fl", c: { a: 0, k: [0.9, 0.2, 0.2, 1] }, o: { a: 0, k: 100 } },
            {
              ty: "tr",
              p: { a: 0, k: [0, 0] },
              a: { a: 0, k: [0, 0] },
              s: { a: 0, k: [100, 100] },
              r: { a: 0, k: 0 },
              o: { a: 0, k: 100 },
            },
          ],
        },
      ],
    },
  ],
});

const page = (name: string, head: string, body: string, text?: string): MovingPage => ({
  name,
  html: document(head, body),
  ...(text === undefined ? {} : { text }),
});

const SLIDES = BOXES.map((name) => `<div class="swiper-slide" style="height:200px;background:#fdb">${name}</div>`).join(
  "",
);

/** Pages with elements that move into place on scrolling or loading, with the most used libraries. */
export const motion: readonly MovingPage[] = [
  page(
    "aos",
    script("aos/dist/aos.js") + style("aos/dist/aos.css"),
    `${boxes("data-aos=fade-up")}<script>AOS.init()</script>`,
  ),
  page(
    "aos, once and slow",
    script("aos/dist/aos.js") + style("aos/dist/aos.css"),
    `${boxes("data-aos=zoom-in data-aos-duration=2000")}<script>AOS.init({once:true})</script>`,
  ),
  page(
    "wow",
    style("animate.css/animate.compat.css") + script("wow.js/dist/wow.js"),
    `${boxes('class="wow bounceInUp"')}<script>new WOW().init()</script>`,
  ),
  page(
    "scrollreveal",
    script("scrollreveal/dist/scrollreveal.min.js"),
    `${boxes('class="r"')}<script>ScrollReveal().reveal(".r",{interval:200})</script>`,
  ),
  page(
    "sal.js",
    script("sal.js/dist/sal.js") + style("sal.js/dist/sal.css"),
    `${boxes("data-sal=fade")}<script>sal()</script>`,
  ),
  page(
    "animate.css",
    style("animate.css/animate.css"),
    boxes('class="animate__animated animate__fadeInLeft animate__delay-2s"', 90),
  ),
  page(
    "gsap from",
    script("gsap/dist/gsap.min.js"),
    `${boxes('class="r"', 90)}<script>gsap.from(".r",{opacity:0,x:-200,stagger:.3,duration:1})</script>`,
  ),
  page(
    "gsap timeline",
    script("gsap/dist/gsap.min.js"),
    `${boxes('class="r"', 90)}<script>gsap.timeline().to(".r",{x:90,duration:1}).to(".r",{rotation:9,duration:1}).call(()=>document.body.append("timeline over"))</script>`,
    "timeline over",
  ),
  page(
    "gsap scroll trigger",
    script("gsap/dist/gsap.min.js") + script("gsap/dist/ScrollTrigger.min.js"),
    `${boxes('class="r"')}<script>gsap.utils.toArray(".r").forEach(e=>gsap.from(e,{opacity:0,y:60,scrollTrigger:e}))</script>`,
  ),
  page(
    "anime.js",
    script("animejs/lib/anime.min.js"),
    `${boxes('class="r"', 90)}<script>anime({targets:".r",translateX:150,delay:anime.stagger(200),duration:1200})</script>`,
  ),
  page(
    "lottie",
    script("lottie-web/build/player/lottie.min.js"),
    `<div id=c style="width:300px"></div><script>lottie.loadAnimation({container:c,renderer:"svg",loop:false,animationData:${LOTTIE}})</script>`,
  ),
  page(
    "lottie on a canvas",
    script("lottie-web/build/player/lottie_canvas.min.js"),
    `<div id=c style="width:300px;height:300px"></div><script>lottie.loadAnimation({container:c,renderer:"canvas",loop:false,animationData:${LOTTIE}})</script>`,
  ),
  page(
    "swiper",
    script("swiper/swiper-bundle.min.js") + style("swiper/swiper-bundle.min.css"),
    `<div class=swiper style="width:600px"><div class=swiper-wrapper>${SLIDES}</div></div><script>new Swiper(".swiper",{slidesPerView:3})</script>`,
  ),
  page(
    "splide",
    script("@splidejs/splide/dist/js/splide.min.js") + style("@splidejs/splide/dist/css/splide.min.css"),
    `<div class=splide style="width:600px"><div class=splide__track><ul class=splide__list>${BOXES.map((b) => `<li class=splide__slide>${b}</li>`).join("")}</ul></div></div><script>new Splide(".splide",{perPage:3}).mount()</script>`,
  ),
  page(
    "flickity",
    script("flickity/dist/flickity.pkgd.min.js") + style("flickity/dist/flickity.min.css"),
    `<div id=f style="width:600px">${BOXES.map((b) => `<div style="width:200px;height:200px;background:#dfd">${b}</div>`).join("")}</div><script>new Flickity(f)</script>`,
  ),
  page(
    "masonry",
    script("masonry-layout/dist/masonry.pkgd.min.js"),
    `<div id=g style="width:600px">${BOXES.map((b, i) => `<div class=i style="width:180px;height:${60 + i * 30}px;background:#eef">${b}</div>`).join("")}</div><script>new Masonry(g,{itemSelector:".i",columnWidth:190})</script>`,
  ),
  page(
    "countup",
    script("countup.js/dist/countUp.umd.js"),
    `<h1 id=n>0</h1><script>new countUp.CountUp(n,12345).start()</script>`,
    "12,345",
  ),
  page(
    "odometer",
    script("odometer/odometer.min.js"),
    `<h1 id=n>0</h1><script>const o=new Odometer({el:n,value:0});setTimeout(()=>o.update(4321),500)</script>`,
  ),
  page(
    "typed.js",
    script("typed.js/dist/typed.umd.js"),
    `<p><span id=t></span></p><script>new Typed("#t",{strings:["Written letter by letter"],typeSpeed:30,showCursor:false})</script>`,
    "Written letter by letter",
  ),
  page(
    "vivus",
    script("vivus/dist/vivus.min.js"),
    `<svg id=s width=300 height=200><path d="M10 10 L200 150 L290 20" fill=none stroke=black stroke-width=4 /></svg><script>new Vivus("s",{duration:100})</script>`,
  ),
  page(
    "progressbar.js",
    script("progressbar.js/dist/progressbar.min.js"),
    `<div id=p style="width:200px"></div><script>new ProgressBar.Circle(p,{strokeWidth:6,duration:1400}).animate(.8)</script>`,
  ),
  page(
    "zdog",
    script("zdog/dist/zdog.dist.min.js"),
    `<canvas id=z width=240 height=240></canvas><script>const i=new Zdog.Illustration({element:"#z"});new Zdog.Ellipse({addTo:i,diameter:80,stroke:20,color:"#636"});let n=0;(function f(){i.rotate.y=n/60;i.updateRenderGraph();if(++n<60)requestAnimationFrame(f)})()</script>`,
  ),
  page(
    "p5",
    script("p5/lib/p5.min.js"),
    "<script>function setup(){createCanvas(300,300)}function draw(){background(220);circle(min(frameCount*3,150),150,90)}</script>",
  ),
  page(
    "lazysizes",
    script("lazysizes/lazysizes.min.js"),
    `<div style="height:2000px">top</div><img class=lazyload width=200 height=200 data-src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'><rect width='200' height='200' fill='red'/></svg>">`,
  ),
  page(
    "leaflet without tiles",
    script("leaflet/dist/leaflet.js") + style("leaflet/dist/leaflet.css"),
    `<div id=m style="width:600px;height:300px"></div><script>L.circle([50,10],{radius:90000}).addTo(L.map("m").setView([50,10],6))</script>`,
  ),
  page(
    "bootstrap carousel and collapse",
    style("bootstrap/dist/css/bootstrap.min.css") + script("bootstrap/dist/js/bootstrap.bundle.min.js"),
    `<div id=c class="carousel slide"><div class=carousel-inner>${BOXES.map((b, i) => `<div class="carousel-item${i ? "" : " active"}"><h1>${b}</h1></div>`).join("")}</div></div><div id=x class=collapse>Opened</div><script>bootstrap.Collapse.getOrCreateInstance(x).show()</script>`,
    "Opened",
  ),
  page(
    "bootstrap tooltips, modal",
    style("bootstrap/dist/css/bootstrap.min.css") + script("bootstrap/dist/js/bootstrap.bundle.min.js"),
    `<div class="modal fade" id=m><div class=modal-dialog><div class=modal-content><p>In the modal</div></div></div><p>Behind<script>new bootstrap.Modal(m).show()</script>`,
    "In the modal",
  ),
  page(
    "jquery fades",
    script("jquery/dist/jquery.min.js"),
    `<h1 id=a style="display:none">Faded in</h1><h1 id=b>Slid up</h1><script>$("#a").fadeIn(1500,()=>$("#b").slideUp(800))</script>`,
    "Faded in",
  ),
];
