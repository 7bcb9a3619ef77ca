import manifest from "../../../../package.json" with { type: "json" };
import { config } from "../../../config.ts";
import type { Output } from "../../../output/output.ts";
import type { Frame } from "../../../workers/frames.ts";
import { startNodeProcess } from "../../../workers/node-process.ts";
import { Pool } from "../../../workers/pool.ts";
import type { WarmPart } from "../../../workers/warm.ts";
import { CompiledStylesheets } from "./compiled-stylesheets.ts";
import { type SaxonDocument, toFrame } from "./documents.ts";
import type { SaxonHead, SaxonOrder } from "./process.ts";

/** Name and version of the engine. */
export const SAXON = `saxonjs/${manifest.dependencies["saxonjs-he"]}`;

/** The documents of a request whose stylesheet asks for XSLT 2.0 or 3.0. libxml2 has read them. */
export interface LaterRequest {
  /** The paths of the document and of the stylesheet. */
  readonly xml: string;
  readonly xslt: string;
  readonly documents: readonly SaxonDocument[];
  /** A digest of all that the stylesheet may be made of. */
  readonly stylesheetDigest: string;
}

const processes = new Pool<Frame<SaxonOrder>, Frame<SaxonHead>>({
  start: () =>
    startNodeProcess({
      script: new URL("./process.ts", import.meta.url),
      memoryMb: 2048,
      processorTimeMs: config.processorTimeMs,
      subject: "The stylesheet",
      stopGraceMs: 0,
    }),
  maxIdle: 1,
  idleMs: 60_000,
});

/** Nothing is started before the first stylesheet of a later version comes; from then on a process is kept ready. */
export const saxonPart: WarmPart = {
  start: async () => {},
  stop: () => processes.end(),
  check: async () => {},
};

const compiledStylesheets = new CompiledStylesheets();

/**
 * The compiled stylesheet. A process that compiles gets no document, so that what is kept for the same stylesheet of others
 * depends on the stylesheet alone.
 */
const compiledOf = async ({ xml, xslt, ...request }: LaterRequest, signal: AbortSignal): Promise<Uint8Array> => {
  const kept = compiledStylesheets.get(request.stylesheetDigest);
  if (kept !== undefined) return kept;
  const { heads, pieces } = toFrame(request.documents.filter(({ path }) => path !== xml));
  const order = { head: { documents: heads, xslt }, body: new Uint8Array(), rest: pieces };
  const { body } = await processes.run(order, signal);
  compiledStylesheets.keep(request.stylesheetDigest, body);
  return body;
};

/** Transforms XML by XSLT 2.0 or 3.0. */
export const transformLater = async (
  request: LaterRequest,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Output> => {
  const { xml, xslt, documents } = request;
  const compiled = await compiledOf(request, signal);
  const { heads, pieces } = toFrame(documents);
  const { outputMb: outputLimitMb, sourceDateEpoch: epoch } = config;
  const transformation = { xml, params, compiledLength: compiled.length, outputLimitMb, epoch };
  const order = { head: { documents: heads, xslt, transformation }, body: compiled, rest: pieces };
  const { head, body } = await processes.run(order, signal);
  void processes.keepReady().catch(() => {});
  return { body, warnings: [], digest: head.digest };
};
