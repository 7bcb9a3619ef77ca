import { Readable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { partition } from "@aws-sdk/core/client";
import type { SignatureV4 } from "@smithy/signature-v4";
import { signerOf } from "../aws/signer.ts";
import { config } from "../config.ts";
import {
  type BodyDescription,
  type BodyStore,
  type BytePart,
  type BytesOf,
  type StoredBody,
  wrongLength,
} from "./stored-body.ts";

/** Milliseconds in which S3 has to answer and to send a body. */
const S3_TIMEOUT_MS = 30_000;
const S3_ATTEMPTS = 3;

type Headers = Record<string, string>;
type Signed = Awaited<ReturnType<SignatureV4["presign"]>>;

/** Reads a body to its end into `target`, which has its length. Throws an Error if the body has another length. */
const readInto = async (
  body: ReadableStream<Uint8Array>,
  target: Buffer,
  arrived: (bytes: number) => void,
): Promise<void> => {
  let at = 0;
  for await (const chunk of body) {
    if (at + chunk.length > target.length) throw wrongLength();
    target.set(chunk, at);
    at += chunk.length;
    arrived(at);
  }
  if (at < target.length) throw wrongLength();
};

/** The address of a bucket: below the configured endpoint, else at AWS, whose domain depends on the region's partition. */
export const bucketUrl = (bucket: string, region: string, endpoint = config.s3Endpoint ?? ""): URL =>
  endpoint === ""
    ? new URL(`https://${bucket}.s3.${region}.${partition(region).dnsSuffix}/`)
    : new URL(`${endpoint.replace(/\/$/, "")}/${bucket}/`);

/** An object in the XML of ListObjectsV2, and the token of the next page. Our keys have no characters that XML escapes. */
const LISTED = /<Contents>.*?<Key>(?<key>[^<]*)<\/Key>.*?<Size>(?<size>\d+)<\/Size>.*?<\/Contents>/gs;
const NEXT_PAGE = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/;

const urlOf = ({ protocol, hostname, port, path, query = {} }: Signed): string => {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href.replaceAll("+", "%20"); // `searchParams` writes a space as a plus, and a plus as %2B
};

/** The header of a call whose body is not a part of the signature, as in presigned addresses. */
const UNSIGNED = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };

/** The parts of a call to S3 in addition to its method and key. */
interface Call {
  readonly headers?: Headers;
  readonly query?: Headers;
  readonly bytes?: BytesOf;
  readonly signal?: AbortSignal;
}

/** Bodies in a bucket of S3, or of a service with the same interface (Amazon S3 API reference, signature version 4). */
export class S3Bodies implements BodyStore {
  readonly #url: URL;
  readonly #signer: SignatureV4;

  /** The bodies in a bucket. Throws an Error if no region is configured. */
  constructor(bucket: string) {
    const { region, signer } = signerOf("s3");
    this.#url = bucketUrl(bucket, region);
    this.#signer = signer;
  }

  /** A presigned address, for one PUT of one body until a moment (ms since 1970). */
  async address(key: string, { contentType, contentLength }: BodyDescription, until: number): Promise<string> {
    const headers = { "content-type": contentType, "content-length": String(contentLength) };
    const expiresIn = Math.ceil((until - Date.now()) / 1000);
    return urlOf(await this.#signer.presign(this.#request("PUT", key, { ...headers, ...UNSIGNED }), { expiresIn }));
  }

  /** A presigned address that sends a body until a moment (ms since 1970), or until the credentials of this process end. */
  async sendingAddress(key: string, { name, type }: { name: string; type: string }, until: number): Promise<string> {
    const query = {
      "response-content-disposition": `attachment; filename="${name}"`,
      "response-content-type": type,
      "response-cache-control": "private, no-store",
    };
    const expiresIn = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    return urlOf(await this.#signer.presign(this.#request("GET", key, UNSIGNED, query), { expiresIn }));
  }

  /** The body under a key, or a part of it; undefined if there is none. */
  async open(key: string, part?: BytePart): Promise<StoredBody | undefined> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), S3_TIMEOUT_MS).unref();
    const { status, headers, body } = await this.#call("GET", key, {
      signal: late.signal,
      ...(part && { headers: { range: `bytes=${part.start}-${part.end}` } }),
    });
    if (status === (part ? 206 : 200) && body !== null) {
      return {
        contentType: headers.get("content-type") ?? "",
        contentLength: Number(headers.get("content-length")),
        readInto: (target, arrived) => readInto(body, target, arrived).finally(() => clearTimeout(timer)),
        stream: () => {
          clearTimeout(timer);
          return Readable.from(body, { objectMode: false });
        },
        close: async () => {
          clearTimeout(timer);
          await body.cancel().catch(() => {}); // the stream may have broken off, or have another reader
        },
      };
    }
    clearTimeout(timer);
    await body?.cancel();
    // To a client that may not list the bucket, S3 answers 403 for a missing key.
    if (status === 404 || status === 403) return undefined;
    throw new Error(`S3 answered ${status}.`);
  }

  /** Stores a body. It is not signed: its digest has to be known first, so it would have to be read twice. */
  async put(
    key: string,
    { contentType, contentLength }: BodyDescription,
    bytes: BytesOf,
    signal: AbortSignal,
  ): Promise<void> {
    const headers = {
      "content-type": contentType,
      "content-length": String(contentLength),
      ...UNSIGNED,
    };
    await this.#done("PUT", key, { headers, bytes, signal });
  }

  /** Removes a body, if it is there. */
  async remove(key: string): Promise<void> {
    await this.#done("DELETE", key);
  }

  /** The bodies below a prefix, as S3 lists them: sorted by their keys. */
  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<{ key: string; size: number }> {
    let page: string | undefined;
    do {
      const query = { "list-type": "2", prefix, ...(page !== undefined && { "continuation-token": page }) };
      const reply = await this.#call("GET", "", { query, signal });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`S3 answered ${reply.status}.`);
      for (const { groups } of text.matchAll(LISTED)) {
        if (groups !== undefined) yield { key: groups["key"] ?? "", size: Number(groups["size"]) };
      }
      page = NEXT_PAGE.exec(text)?.[1];
    } while (page !== undefined);
  }

  #request(method: string, key: string, headers: Headers | undefined, query: Headers = {}) {
    const { protocol, hostname, port, pathname, host } = this.#url;
    const place = { protocol, hostname, ...(port === "" ? {} : { port: Number(port) }), path: pathname + key };
    return { method, ...place, query, headers: { host, ...headers } };
  }

  async #done(method: string, key: string, call: Call = {}): Promise<void> {
    const { status, body } = await this.#call(method, key, call);
    await body?.cancel();
    if (status >= 300 && status !== 404) throw new Error(`S3 answered ${status}.`);
  }

  async #call(method: string, key: string, call: Call, attempts = S3_ATTEMPTS): Promise<Response> {
    const { headers: own, query, bytes, signal = AbortSignal.timeout(S3_TIMEOUT_MS) } = call;
    const signed = await this.#signer.sign(this.#request(method, key, own, query));
    const { host: _, ...headers } = signed.headers;
    const reply = await fetch(urlOf(signed), {
      method,
      headers,
      redirect: "error",
      signal,
      ...(bytes && { body: WebStream.from(bytes()) as ReadableStream, duplex: "half" as const }),
    }).catch((error: unknown) => (attempts > 1 && !signal.aborted ? undefined : Promise.reject(error)));
    if (reply !== undefined && (reply.status < 500 || attempts === 1)) return reply;
    await reply?.body?.cancel();
    return this.#call(method, key, call, attempts - 1);
  }
}
