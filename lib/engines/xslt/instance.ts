import { hash } from "node:crypto";
import { ServiceError } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";
import { type HostExchange, hostImports, MemoryExhausted, OutputExhausted, wasiImports } from "./host.ts";
import { initialMemoryFor } from "./memory.ts";
import type { DecodedXsltJob, XsltResult } from "./problem.ts";

/** The exports of `layers/xslt/runner.c`. */
interface RunnerExports {
  _initialize(): void;
  allocate(size: number): number;
  parameter(name: number, value: number): void;
  transform(xmlAddress: number, xsltAddress: number): number;
}

const runTransformation = (module: WebAssembly.Module, job: DecodedXsltJob, exchange: HostExchange): boolean => {
  const { maximum, params, epoch } = job;
  const { xml, xslt } = job.documents;
  const initial = initialMemoryFor(job.documents.size, maximum);
  const memory = new WebAssembly.Memory({ initial, maximum });
  const now = () => (epoch === undefined ? Date.now() : epoch * 1000);
  const imports = {
    env: { memory },
    wasi_snapshot_preview1: wasiImports(memory, now),
    host: hostImports(memory, exchange),
  };
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as RunnerExports;
  exports._initialize();
  const put = (text: string): number => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = exports.allocate(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  for (const [name, value] of Object.entries(params)) exports.parameter(put(name), put(value));
  return exports.transform(put(xml.address), xslt === undefined ? 0 : put(xslt.address)) === 0;
};

/** Runs one transformation in its own instance of the module. */
export const transformWithLibxslt = (module: WebAssembly.Module, job: DecodedXsltJob): XsltResult => {
  const exchange: HostExchange = {
    documents: job.documents,
    room: job.outputLimitMb * MB,
    chunks: [],
    problems: [],
  };
  const { problems } = exchange;
  const html = new Uint8Array();
  try {
    if (!runTransformation(module, job, exchange)) return { end: "failed", html, problems };
    const result = new Uint8Array(Buffer.concat(exchange.chunks));
    return { end: "done", html: result, digest: hash("sha256", result, "base64url"), problems };
  } catch (error) {
    if (error instanceof ServiceError) throw error; // a file that cannot be decoded
    if (error instanceof OutputExhausted) return { end: "output", html, problems };
    if (error instanceof MemoryExhausted) return { end: "memory", html, problems };
    if (!(error instanceof RangeError)) return { end: "crash", html, problems, cause: String(error) };
    return { end: /call stack/.test(error.message) ? "depth" : "memory", html, problems };
  }
};
