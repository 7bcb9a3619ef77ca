import manifest from "saxonjs-he/package.json" with { type: "json" };
import { config } from "../../../config.ts";
import { ServiceError } from "../../../errors/service-error.ts";
import type { Output } from "../../../output/output.ts";
import { MB } from "../../../settings/megabyte.ts";
import type { Frame } from "../../../workers/frames.ts";
import { Pool } from "../../../workers/pool.ts";
import type { WarmPart } from "../../../workers/warm.ts";
import { WarmForks } from "../../../workers/warm-forks.ts";
import type { WorkerLimits } from "../../../workers/worker.ts";
import { CompiledStylesheets } from "./compiled-stylesheets.ts";
import { type SaxonDocument, toFrame } from "./documents.ts";
import type { SaxonHead, SaxonOrder } from "./process.ts";

/** Name and version of the engine. */
export const SAXON = `saxonjs/${manifest.version}`;

/** The documents of a request whose stylesheet asks for XSLT 2.0 or 3.0. libxml2 has read them. */
export interface LaterRequest {
  /** The paths of the document and of the stylesheet. */
  readonly xml: string;
  readonly xslt: string;
  readonly documents: readonly SaxonDocument[];
  /** A digest of all that the stylesheet may be made of. */
  readonly stylesheetDigest: string;
  /** Whether a stylesheet may compute something when it is compiled: by static parameters, or conditions. */
  readonly hasStatic: boolean;
}

/** The processor time that a stylesheet has to be compiled for each megabyte of its files, in addition to that of an empty one. */
const COMPILING_PER_MB_MS = 20_000;

/**
 * The start of such a process by itself takes many times as long as its work on a small document. A stylesheet sees nothing of the
 * warm process but SaxonJS, and its own process does no other job.
 */
const forks = new WarmForks<SaxonOrder, SaxonHead>({
  script: new URL("./process.ts", import.meta.url),
  memoryMb: 2048,
  refusesCodeTexts: true,
  processorTimeMs: config.processorTimeMs,
  subject: "The stylesheet",
});

const processPool = (limits: Partial<WorkerLimits>, maxIdle: number) =>
  new Pool<Frame<SaxonOrder>, Frame<SaxonHead>>({ start: () => forks.start({ limits }), maxIdle, idleMs: 60_000 });

const compilers = processPool({ processorTimePerMbMs: COMPILING_PER_MB_MS }, 0);
const transformers = processPool({}, 1);

const warmPart = forks.warmPart(transformers);

/** Nothing is started before the first stylesheet of a later version comes; from then on a process is kept ready. */
export const saxonPart: WarmPart = { ...warmPart, start: async () => {}, check: async () => {} };

const compiledStylesheets = new CompiledStylesheets();

const NAME = /^(?:\{[^{}]*\})?[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u;

const assertNames = (params: Params): void => {
  const wrong = Object.keys(params).find((name) => !NAME.test(name));
  if (wrong === undefined) return;
  throw new ServiceError("INVALID_REQUEST", `params: "${wrong.slice(0, 100)}" is not the name of a parameter.`);
};

type Params = Readonly<Record<string, string>>;

/**
 * The compiled stylesheet. A process that compiles gets no document, so that what is kept for the same stylesheet of others
 * depends on the stylesheet alone. What may depend on the moment or on parameters is not kept.
 */
const compiledOf = async (request: LaterRequest, params: Params, signal: AbortSignal): Promise<Uint8Array> => {
  const { xml, xslt, documents, stylesheetDigest, hasStatic } = request;
  const kept = hasStatic ? undefined : compiledStylesheets.get(stylesheetDigest);
  if (kept !== undefined) return kept;
  const { heads, pieces } = toFrame(documents.filter(({ path }) => path !== xml));
  const head = { documents: heads, xslt, params: hasStatic ? params : {}, epoch: config.sourceDateEpoch };
  const { body } = await compilers.run({ head, body: new Uint8Array(), rest: pieces }, signal);
  if (!hasStatic) compiledStylesheets.keep(stylesheetDigest, body);
  return body;
};

const resultTooLarge = () =>
  new ServiceError(
    "PROCESSING_FAILED",
    `The transformation gives more than the ${config.outputMb} MB that its output may have (PLATEN_OUTPUT_MB).`,
    { reason: "result-too-large" },
  );

/** Transforms XML by XSLT 2.0 or 3.0. */
export const transformLater = async (request: LaterRequest, params: Params, signal: AbortSignal): Promise<Output> => {
  assertNames(params);
  const compiled = await compiledOf(request, params, signal);
  const { heads, pieces } = toFrame(request.documents);
  const transformation = { xml: request.xml, compiledLength: compiled.length };
  const order = { documents: heads, xslt: request.xslt, params, epoch: config.sourceDateEpoch, transformation };
  const { head, body } = await transformers.run({ head: order, body: compiled, rest: pieces }, signal);
  void warmPart.start();
  if (body.length > config.outputMb * MB) throw resultTooLarge();
  return { body, warnings: [], digest: head.digest };
};
