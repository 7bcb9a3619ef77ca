import { config } from "../../config.ts";

/**
 * The command line of a browser that prints one document. Everything it sends goes through the guard: loopback too,
 * nothing by UDP, no name looked up by itself. No flag of another package is taken over: @sparticuz/chromium's own
 * would switch the same-origin policy off and let pages print the host's files.
 */
export const flags = (guardPort: number, home: string): string[] => [
  "--headless",
  "--no-sandbox",
  "--single-process",
  "--no-zygote",
  "--remote-debugging-pipe",
  `--proxy-server=http://127.0.0.1:${guardPort}`,
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  // Chromium listens to the first spelling or to the second, by its version.
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--no-pings",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-extensions",
  "--disable-breakpad",
  "--disable-features=MediaRouter,OptimizationHints,Translate",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-webgl",
  "--disable-3d-apis",
  "--mute-audio",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  // Whatever it is called, text stays set in fractions of a pixel, and its lines stand where a browser of several processes
  // puts them.
  "--disable-font-subpixel-positioning",
  "--force-color-profile=srgb",
  "--no-first-run",
  "--no-default-browser-check",
  ...(config.egressTrust.length > 0
    ? [`--ignore-certificate-errors-spki-list=${config.egressTrust.join(",")}`, `--user-data-dir=${home}/profile`]
    : []),
  "about:blank",
];
