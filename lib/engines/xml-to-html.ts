import { config } from "../config.ts";
import type { Output } from "../output/output.ts";
import type { Warning } from "../output/warnings.ts";
import { forThread } from "../workers/transferable.ts";
import { engine } from "./engine.ts";
import type { Folders, NamedFile } from "./xslt/documents.ts";
import { maximumMemoryFor, withReservedMemory } from "./xslt/memory.ts";
import { errorOfResult } from "./xslt/problem.ts";
import { SAXON, saxonPart, transformLater } from "./xslt/saxon/transform.ts";
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

/** A result, and the name of the engine that has made it. */
interface Transformed extends Output {
  readonly engine: string;
}

const DTD_NOT_READ: Warning = {
  code: "dtd-not-read",
  message: "The DTD that a document names is not read; default attributes that it declares are missing.",
};

const name = `libxslt/${moduleManifest.sources.libxslt.split("-")[0]}`;

const run = async (
  { xml, xslt, params, files = [], folders }: Transformation,
  signal: AbortSignal,
): Promise<Transformed> => {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, xml.length + (xslt?.length ?? 0));
  const maximum = maximumMemoryFor(size);
  const limits = { maximum, outputLimitMb: config.outputMb, epoch: config.sourceDateEpoch };
  const { job, transferList } = forThread({ xml, xslt, params, files, folders, size, ...limits });
  const result = await withReservedMemory(maximum, () => xsltThreads.run(job, signal, transferList));
  const warnings = result.isDtdNamed ? [DTD_NOT_READ] : [];
  if ("later" in result) return { ...(await transformLater(result.later, params, signal)), warnings, engine: SAXON };
  if (result.end === "done") return { body: result.html, warnings, digest: result.digest, engine: name };
  throw errorOfResult(result, xslt === undefined, { memoryMb: maximum / 16, outputMb: config.outputMb });
};

const PROBE_STYLESHEET = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>';

const probe = async (signal: AbortSignal): Promise<void> => {
  await run({ xml: "<probe/>", xslt: PROBE_STYLESHEET, params: {} }, signal);
};

/**
 * Transforms XML: by libxslt as WebAssembly, which knows XSLT 1.0 with EXSLT, or by SaxonJS in a walled process, if the
 * stylesheet asks for XSLT 2.0 or 3.0. Neither has access to files and the network.
 */
export const xmlToHtml = engine<Transformation, Transformed>({
  name,
  warmParts: { [name]: xsltThreads.warmPart(probe), [SAXON]: saxonPart },
  run,
});
