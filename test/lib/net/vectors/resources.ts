import { named, privately, redirecting, type Vectors } from "./vector.ts";

const page = (html: string) => ({ html });
const at = privately;

const rules = (kind: string, eagerness: string) =>
  `"${kind}": [{ "source": "list", "urls": ["${at(`${kind}-rule`)}"], "eagerness": "${eagerness}" }]`;

/** An element of the page, or its style, asks for something private. */
export const resources: Vectors = named("resource", {
  img: page(`<img src="${at("img")}">`),
  srcset: page(`<img srcset="${at("srcset")} 1x">`),
  "redirected img": page(`<img src="${redirecting(at("redirected-img"))}">`),
  "redirected post": page(
    `<script>fetch("${redirecting(at("redirected-post"), 307)}", { method: "POST", body: "x", mode: "no-cors" })</script>`,
  ),
  base: page(`<base href="http://10.0.0.5/"><img src="base">`),
  script: page(`<script src="${at("script.js")}"></script>`),
  stylesheet: page(`<link rel=stylesheet href="${at("sheet.css")}">`),
  "@import": page(`<style>@import "${at("import.css")}"</style>`),
  background: page(`<div style="background:url(${at("background")});height:9px">x</div>`),
  font: page(`<style>@font-face{font-family:q;src:url(${at("font")})}</style><p style="font-family:q">x`),
  iframe: page(`<iframe src="${at("iframe")}"></iframe>`),
  "iframe srcdoc": page(`<iframe srcdoc='<img src="${at("srcdoc")}">'></iframe>`),
  "iframe data": page(`<iframe src='data:text/html,<img src="${at("iframe-data")}">'></iframe>`),
  "iframe javascript": page(`<iframe src="javascript:'<img src=${at("iframe-javascript")}>'"></iframe>`),
  object: page(`<object data="${at("object")}"></object>`),
  embed: page(`<embed src="${at("embed")}">`),
  video: page(`<video src="${at("video")}" preload=auto autoplay></video>`),
  audio: page(`<audio src="${at("audio")}" preload=auto></audio>`),
  track: page(`<video><track default src="${at("track")}"></video>`),
  "svg image": page(`<svg><image href="${at("svg-image")}"/></svg>`),
  "svg use": page(`<svg><use href="${at("svg-use")}#a"/></svg>`),
  icon: page(`<link rel=icon href="${at("icon")}">`),
  manifest: page(`<link rel=manifest href="${at("manifest")}">`),
  preload: page(`<link rel=preload as=image href="${at("preload")}">`),
  modulepreload: page(`<link rel=modulepreload href="${at("modulepreload.js")}">`),
  prefetch: page(`<link rel=prefetch href="${at("prefetch")}">`),
  preconnect: page(`<link rel=preconnect href="http://10.0.0.5">`),
  "preconnect by TLS": page(`<link rel=preconnect href="https://10.0.0.5">`),
  "dns-prefetch": page(`<link rel=dns-prefetch href="//prefetched.exfiltration.test">`),
  "speculation rules": {
    html: `<link rel=prerender href="${at("prerender")}">
      <script type=speculationrules>{ ${rules("prefetch", "immediate")}, ${rules("prerender", "immediate")} }</script>`,
    linger: 800,
  },
  attributionsrc: { html: `<img src="/x" attributionsrc="${at("attribution")}">`, secure: true, linger: 800 },
});
