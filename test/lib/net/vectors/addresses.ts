import { pageAt } from "../../../../lib/engines/chromium/navigate.ts";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { checkTarget } from "../../../../lib/net/target.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { goTo, privately, redirecting } from "./vector.ts";
import { startWorld } from "./world.ts";

/** Prints one address after the other, as URL mode does, and reports in one line of JSON the code that each ends with. */
const documents = {
  page: { html: `<p>public<img src="${privately("img")}">` },
  "script redirect": { html: goTo(privately("main")) },
  "meta redirect": { html: `<meta http-equiv=refresh content="0;url=${privately("main")}">` },
  "public script redirect": { html: goTo("http://evil.test/page") },
};
const world = await startWorld(documents, "");

const chain = (length: number): string => (length === 0 ? privately("main") : redirecting(chain(length - 1)));

const addresses: Readonly<Record<string, string>> = {
  page: "http://evil.test/page",
  "root dot": "http://evil.test./page",
  "capital letters": "HTTP://EVIL.TEST/page",
  "public IPv6": "http://[2606:2800:220:1::34]/page",
  "public redirect": redirecting("http://evil.test/page"),
  "public script redirect": "http://evil.test/public%20script%20redirect",
  redirect: redirecting(privately("main")),
  "five redirects": chain(5),
  "redirect to https": redirecting(privately("main", "https")),
  "redirect by name": redirecting("http://priv.test/main"),
  "redirect to a name that rebinds": redirecting("http://mixed.test/main"),
  "redirect to loopback": redirecting("http://127.1:9001/main"),
  "redirect to a file": redirecting("file:///etc/passwd"),
  "script redirect": "http://evil.test/script%20redirect",
  "meta redirect": "http://evil.test/meta%20redirect",
  "private name": "http://priv.test/main",
  "own public address": "http://93.184.216.99/page",
  "redirect to an own public address": redirecting("http://93.184.216.99/page"),
  "missing page": "http://evil.test/missing",
  "missing name": "http://missing.test/",
  "untrusted certificate": "https://evil.test/page",
};

const codes: Record<string, string> = {};
for (const [name, address] of Object.entries(addresses)) {
  try {
    const { href } = await checkTarget(address);
    const { report } = await htmlToPdf.run(
      { source: pageAt(href), pageSetup: PLAIN_PAGE },
      AbortSignal.timeout(20_000),
    );
    codes[name] = `printed, ${report.blocked} blocked`;
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    codes[name] = code === "SSRF_BLOCKED" ? code : message;
  }
}
for (const part of warmParts().values()) await part.stop();
console.log(JSON.stringify({ codes, contacts: world.contacts }));
