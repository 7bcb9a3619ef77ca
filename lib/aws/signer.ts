import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";
import { config } from "../config.ts";

/** SHA-256, or HMAC-SHA-256 with a secret, in the form that the signer needs. */
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

/**
 * Signs calls to a service of AWS (signature version 4) in the region of this process and with its credentials. Throws an Error if
 * no region is configured.
 */
export const signerOf = (service: "s3" | "sqs"): { readonly region: string; readonly signer: SignatureV4 } => {
  const { region } = config;
  if (region === undefined) throw new Error("AWS_REGION is not set");
  const credentials = defaultProvider();
  return { region, signer: new SignatureV4({ service, region, credentials, sha256: Sha256, uriEscapePath: false }) };
};
