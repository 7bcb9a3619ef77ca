import type { Output } from "../workers/output.ts";
import { engine } from "./engine.ts";
import { decodeXml } from "./xslt/decode.ts";
import { withEmbeddedId } from "./xslt/embedded.ts";
import { allowance, withAllowance } from "./xslt/memory.ts";
import { xsltThreads } from "./xslt/threads.ts";
import { verdict } from "./xslt/verdict.ts";
import made from "./xslt/xslt.json" with { type: "json" };

/** A document and what turns it into HTML. Texts are decoded already; bytes say themselves how to decode them. */
export interface Transformation {
  readonly xml: string | Uint8Array;
  /** Not given: the stylesheet is embedded in the XML, and named by its `<?xml-stylesheet href="#id"?>`. */
  readonly xslt: string | Uint8Array | undefined;
  /** Values of the stylesheet's parameters: plain strings, never XPath. A name may have a namespace: `{urn:x}name`. */
  readonly params: Readonly<Record<string, string>>;
}

const run = async ({ xml, xslt, params }: Transformation, signal: AbortSignal): Promise<Output> => {
  const decoded = decodeXml("xml", xml);
  const document = xslt === undefined ? withEmbeddedId(decoded) : decoded;
  const stylesheet = xslt === undefined ? undefined : decodeXml("xslt", xslt);
  const memory = allowance(document.length + (stylesheet?.length ?? 0));
  const job = { xml: document, xslt: stylesheet, params, ...memory };
  const moved = [document.buffer, ...(stylesheet === undefined ? [] : [stylesheet.buffer])];
  const outcome = await withAllowance(memory, () => xsltThreads.run(job, signal, moved));
  if (outcome.end === "done") return { body: outcome.html, warnings: [] };
  throw verdict(outcome, stylesheet === undefined, memory.maximum / 16);
};

const PROBE = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>';

const check = async (): Promise<void> => {
  await run({ xml: "<probe/>", xslt: PROBE, params: {} }, AbortSignal.timeout(10_000));
};

const name = `libxslt/${made.sources.libxslt.split("-")[0]}`;

/** Transforms XML by XSLT 1.0 with EXSLT: libxslt as WebAssembly, which has no way to any file or host. */
export const xmlToHtml = engine<Transformation>({
  name,
  warmParts: {
    [name]: {
      async start() {
        await xsltThreads.keepReady();
        await check();
      },
      stop: () => xsltThreads.end(),
      check,
    },
  },
  run,
});
