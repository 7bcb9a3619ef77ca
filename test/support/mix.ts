import { PDFDocument } from "pdf-lib";
import { endpoints } from "../../functions/index.ts";
import { invoice } from "./documents.ts";
import { form } from "./form.ts";
import { textPdf } from "./pdf/raw.ts";
import { type SampleRequest, sampleRequest } from "./sample-requests.ts";

/** A request of the mix: how it is sent, and what the right answer is. */
export interface Mixed {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether the body is sent ahead of the request. */
  readonly ahead: boolean;
  /** The expected status and code. */
  readonly due: readonly [status: number, code: string | undefined];
  readonly result: Omit<SampleRequest, "content">;
}

const onTheWire = async (data: FormData | object) => {
  if (!(data instanceof FormData)) return { body: Buffer.from(JSON.stringify(data)), type: "application/json" };
  const request = new Request("http://x", { method: "POST", body: data });
  return { body: new Uint8Array(await request.arrayBuffer()), type: request.headers.get("content-type")! };
};

const BAD_REQUESTS: readonly (readonly [string, FormData | object, number, string])[] = [
  ["/convert/html-to-pdf", { html: "x", url: "https://example.org" }, 400, "INVALID_REQUEST"],
  ["/convert/html-to-pdf", { url: "http://127.0.0.1/" }, 403, "SSRF_BLOCKED"],
  ["/convert/word-to-pdf", form({ file: Buffer.from("no document") }), 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["/pdf/merge", form({ files: [textPdf("Alone")] }), 400, "INVALID_REQUEST"],
  ["/nothing", {}, 404, "NOT_FOUND"],
];

/** The sample of each endpoint, sent with the request and ahead of it; an invoice; and requests that are refused. */
export const mix = async (): Promise<readonly Mixed[]> => {
  const all: Mixed[] = [];
  for (const { contract } of endpoints) {
    const { path } = contract;
    const { content, ...result } = sampleRequest(path);
    const request = { path, ...(await onTheWire(content)), due: [200, undefined] as const, result };
    all.push({ ...request, ahead: false });
    if (path.startsWith("/pdf/")) all.push({ ...request, ahead: true });
  }
  const printed = await onTheWire({ html: invoice() });
  all.push({ path: "/convert/html-to-pdf", ...printed, due: [200, undefined], result: { pages: 3 }, ahead: false });
  for (const [path, data, ...due] of BAD_REQUESTS) {
    all.push({ path, ...(await onTheWire(data)), due, result: {}, ahead: false });
  }
  return all;
};

/** What is wrong with an answer of status 200; undefined if it is right. */
export const wrongWith = async ({ result }: Mixed, answer: Buffer): Promise<string | undefined> => {
  const { pages, text = "" } = result;
  if (pages === undefined) return answer.includes(text) ? undefined : `no ${text}`;
  if (!answer.subarray(0, 5).equals(Buffer.from("%PDF-"))) return "no PDF";
  // pdf-lib reads no encrypted file; the tests of the endpoint do.
  if (answer.includes("/Encrypt")) return answer.includes("%%EOF") ? undefined : "has no end";
  const count = (await PDFDocument.load(answer, { updateMetadata: false })).getPageCount();
  return count === pages ? undefined : `${count} pages in the place of ${pages}`;
};
