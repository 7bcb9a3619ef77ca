import { config } from "../../config.ts";

/** More than a browser may have before it is ended, so that Chromium never drops layers to save memory. */
const LAYER_MEMORY_MB = 65_536;

/**
 * The command line of a browser that prints one document. All its traffic goes through the guard, even to loopback. It
 * sends nothing over UDP and resolves no names itself. The flags of @sparticuz/chromium are not used, because they switch
 * off the same-origin policy and let pages print files of the host.
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
  // It depends on its version which of the two flags Chromium knows.
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
  // Despite the flag's name, text keeps fractions of a pixel, and lines stand where a multi-process browser puts them.
  "--disable-font-subpixel-positioning",
  "--force-color-profile=srgb",
  // A picture of a page has all its images, and all its layers: without this memory Chromium leaves parts of them out.
  "--disable-checker-imaging",
  // What is drawn anew within a part of a tile has other edges than a tile that is drawn at once.
  "--disable-partial-raster",
  // Animated images show their first frame (`ImageAnimationPolicy` of Blink).
  "--blink-settings=imageAnimationPolicy=2",
  `--force-gpu-mem-available-mb=${LAYER_MEMORY_MB}`,
  "--no-first-run",
  "--no-default-browser-check",
  ...(config.egressTrust.length > 0
    ? [`--ignore-certificate-errors-spki-list=${config.egressTrust.join(",")}`, `--user-data-dir=${home}/profile`]
    : []),
  "about:blank",
];
