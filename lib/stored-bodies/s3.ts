import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";
import { config } from "../config.ts";
import { type Bodies, notWhole } from "./stored-body.ts";

/** Milliseconds that S3 may take to begin an answer, and to send a body. */
const PATIENCE = 30_000;
const TRIES = 3;

type Headers = Record<string, string>;
type Signed = Awaited<ReturnType<SignatureV4["presign"]>>;

/** SHA-256, or its HMAC under a secret, as the signer asks for it. */
class Sha256 {
  readonly #key: Buffer | undefined;
  #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret !== undefined) this.#key = typeof secret === "string" ? Buffer.from(secret) : bytesOf(secret);
    this.#hash = this.#fresh();
  }
  #fresh(): Hash | Hmac {
    return this.#key === undefined ? createHash("sha256") : createHmac("sha256", this.#key);
  }
  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    this.#hash = this.#fresh();
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Buffer =>
  data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** Where a bucket is reached: below an address of the operator's own, else at AWS. */
const placeOf = (bucket: string): URL =>
  config.s3Endpoint === undefined
    ? new URL(`https://${bucket}.s3.${config.region}.amazonaws.com/`)
    : new URL(`${config.s3Endpoint.replace(/\/$/, "")}/${bucket}/`);

const urlOf = ({ protocol, hostname, port, path, query = {} }: Signed): string => {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
};

/** Bodies in a bucket of S3, or of a service that speaks its language (Amazon S3 API reference, signature version 4). */
export const bodiesInS3 = (bucket: string): Bodies => {
  if (config.region === undefined) throw new Error("AWS_REGION names no region");
  const place = placeOf(bucket);
  const signer = new SignatureV4({
    service: "s3",
    region: config.region,
    credentials: defaultProvider(),
    sha256: Sha256,
    uriEscapePath: false,
  });
  const request = (method: string, key: string, headers: Headers = {}) => ({
    method,
    protocol: place.protocol,
    hostname: place.hostname,
    ...(place.port === "" ? {} : { port: Number(place.port) }),
    path: place.pathname + key,
    query: {},
    headers: { host: place.host, ...headers },
  });

  const call = async (method: string, key: string, tries = TRIES): Promise<Response> => {
    const signed = await signer.sign(request(method, key));
    const { host: _, ...headers } = signed.headers;
    const reply = await fetch(urlOf(signed), {
      method,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((error: unknown) => (tries > 1 ? undefined : Promise.reject(error)));
    if (reply !== undefined && (reply.status < 500 || tries === 1)) return reply;
    await reply?.body?.cancel();
    return call(method, key, tries - 1);
  };

  return {
    address: async (key, { contentType, contentLength }, until) => {
      const headers = { "content-type": contentType, "content-length": String(contentLength) };
      const expiresIn = Math.ceil((until - Date.now()) / 1000);
      const unsigned = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
      return urlOf(await signer.presign(request("PUT", key, { ...headers, ...unsigned }), { expiresIn }));
    },
    open: async (key) => {
      const { status, headers, body } = await call("GET", key);
      if (status === 200) {
        return {
          contentType: headers.get("content-type") ?? "",
          contentLength: Number(headers.get("content-length")),
          readInto: async (room, arrived) => {
            let at = 0;
            for await (const chunk of body!) {
              if (at + chunk.length > room.length) throw notWhole();
              room.set(chunk, at);
              at += chunk.length;
              arrived(at);
            }
            if (at < room.length) throw notWhole();
          },
          close: () => body!.cancel().catch(() => {}), // it may have broken off
        };
      }
      await body?.cancel();
      // Who may not list a bucket is not told that a key is missing, but that it is forbidden.
      if (status === 404 || status === 403) return undefined;
      throw new Error(`S3 answered ${status}.`);
    },
    remove: async (key) => {
      const { status, body } = await call("DELETE", key);
      await body?.cancel();
      if (status >= 300 && status !== 404) throw new Error(`S3 answered ${status}.`);
    },
  };
};
