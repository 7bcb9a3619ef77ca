import { config } from "../config.ts";
import type { Output } from "../output/output.ts";
import { forThread } from "../workers/transferable.ts";
import { engine } from "./engine.ts";
import type { Folders, NamedFile } from "./xslt/documents.ts";
import { maximumMemoryFor, withReservedMemory } from "./xslt/memory.ts";
import { errorOfResult } from "./xslt/problem.ts";
import { xsltThreads } from "./xslt/threads.ts";
import moduleManifest from "./xslt/xslt.json" with { type: "json" };

/** A document and its stylesheet. Strings are already decoded; bytes are decoded by their XML declaration. */
export interface Transformation {
  readonly xml: string | Uint8Array;
  /** Undefined if the XML embeds the stylesheet and refers to it by `<?xml-stylesheet href="#id"?>`. */
  readonly xslt: string | Uint8Array | undefined;
  /** Values of the stylesheet's parameters: plain strings, never XPath. A name may have a namespace: `{urn:x}name`. */
  readonly params: Readonly<Record<string, string>>;
  /** What both reach by relative addresses. Nothing else is read. */
  readonly files?: readonly NamedFile[] | undefined;
  readonly folders?: Folders | undefined;
}

const run = async (
  { xml, xslt, params, files = [], folders }: Transformation,
  signal: AbortSignal,
): Promise<Output> => {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, xml.length + (xslt?.length ?? 0));
  const maximum = maximumMemoryFor(size);
  const limits = { maximum, outputLimitMb: config.outputMb, epoch: config.sourceDateEpoch };
  const { job, transferList } = forThread({ xml, xslt, params, files, folders, size, ...limits });
  const result = await withReservedMemory(maximum, () => xsltThreads.run(job, signal, transferList));
  if (result.end === "done") return { body: result.html, warnings: [], digest: result.digest };
  throw errorOfResult(result, xslt === undefined, { memoryMb: maximum / 16, outputMb: config.outputMb });
};

const PROBE_STYLESHEET = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>';

const probe = async (signal: AbortSignal): Promise<void> => {
  await run({ xml: "<probe/>", xslt: PROBE_STYLESHEET, params: {} }, signal);
};

const name = `libxslt/${moduleManifest.sources.libxslt.split("-")[0]}`;

/** Transforms XML by XSLT 1.0 with EXSLT. libxslt runs as WebAssembly, without access to files and the network. */
export const xmlToHtml = engine<Transformation>({
  name,
  warmParts: { [name]: xsltThreads.warmPart(probe) },
  run,
});
