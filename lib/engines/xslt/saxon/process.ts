// The process that compiles one stylesheet of XSLT 2.0 or 3.0, or transforms one document. It is separate, because SaxonJS can
// read files and the network, and calls JavaScript for a stylesheet.
import { hash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { serveProcess } from "../../../workers/serve-process.ts";
import { type DocumentHead, fromFrame } from "./documents.ts";
import { assertNothingLost } from "./dtd.ts";
import { ReadableDocuments } from "./readable-documents.ts";
import { compile, transformWithSaxon } from "./stylesheet.ts";
import { warmUp } from "./warm-up.ts";

/** What is asked for. Without `transformation` the stylesheet is only compiled. The bytes of the documents follow. */
export interface SaxonOrder {
  readonly documents: readonly DocumentHead[];
  /** The path of the stylesheet. */
  readonly xslt: string;
  readonly params: Readonly<Record<string, string>>;
  /** The moment (s since 1970) that stands for the present, if it is not the clock's. */
  readonly epoch: number | undefined;
  /** The path of the document, and the length of the compiled stylesheet, which comes before the documents. */
  readonly transformation?: {
    readonly xml: string;
    readonly compiledLength: number;
  };
}

/** The digest of the bytes in the same frame: of the compiled stylesheet, or of the result. */
export interface SaxonHead {
  readonly digest: string;
}

/** The stack that the kernel gives a process by default (8 MB), less what Node has of it. */
const STACK_KB = 7000;

setFlagsFromString(`--stack-size=${STACK_KB}`);

/** Lets `new Date()` be this moment. */
const stopClock = (epoch: number): void => {
  const Clock = Date;
  globalThis.Date = new Proxy(Clock, {
    construct: (target, values) => Reflect.construct(target, values.length === 0 ? [epoch * 1000] : values),
    get: (target, name) => (name === "now" ? () => epoch * 1000 : Reflect.get(target, name)),
  });
};

const textOf = ({ documents: heads, xslt, params, epoch, transformation }: SaxonOrder, body: Uint8Array): string => {
  const given = fromFrame(heads, body, transformation?.compiledLength ?? 0);
  const documents = new ReadableDocuments(given);
  if (epoch !== undefined) stopClock(epoch);
  if (transformation === undefined) return compile(xslt, params, documents);
  assertNothingLost(given);
  const { xml, compiledLength } = transformation;
  const compiled = Buffer.from(body.subarray(0, compiledLength)).toString();
  return transformWithSaxon({ xml, xslt, params, compiled }, documents);
};

serveProcess<SaxonOrder, SaxonHead>(({ head, body }) => {
  const result = Buffer.from(textOf(head, body));
  return { head: { digest: hash("sha256", result, "base64url") }, body: [result] };
}, warmUp);
