import type { BatchEvent, JobEvent } from "./interface/schemas.ts";

/** The headers of a callback: those of `fetch`, or those of Node. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body of a callback. `type` says what has ended. */
export type CallbackEvent = JobEvent | BatchEvent;

/** The options of a check. */
export interface VerifyOptions {
  /** Seconds by which a callback may be older or newer than the clock: 300 unless this says otherwise. */
  readonly toleranceSeconds?: number;
  /** The clock, in ms since 1970. */
  readonly now?: number;
}

/** The callback was not sent by the service with one of these secrets a moment ago. */
export class CallbackError extends Error {
  override readonly name = "CallbackError";
}

const SECRET_PREFIX = "whsec_";
const DEFAULT_TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1000;

/** Signatures that are checked. The service sends two at most. */
const SIGNATURES_LIMIT = 16;

/** Base64 with or without its padding. */
const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const SECONDS = /^\d{1,12}$/;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The key of a secret. Throws a TypeError for a text that is none. */
const keyOf = async (secret: string) => {
  const base64 = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (!BASE64.test(base64)) throw new TypeError("The secret must be whsec_ and base64.");
  return crypto.subtle.importKey("raw", bytesOf(base64), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
};

const isFetchHeaders = (headers: CallbackHeaders): headers is { get(name: string): string | null } =>
  typeof headers["get"] === "function";

const headerOf = (headers: CallbackHeaders, name: string): string => {
  const value = isFetchHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") throw new CallbackError(`The header ${name} is missing.`);
  return value;
};

const checkTime = (
  seconds: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions,
) => {
  if (!SECONDS.test(seconds)) throw new CallbackError("The header webhook-timestamp is no number of seconds.");
  const age = Math.floor(now / MS_PER_SECOND) - Number(seconds);
  if (Math.abs(age) > toleranceSeconds)
    throw new CallbackError(`The callback was sent ${Math.abs(age)} seconds ${age > 0 ? "ago" : "ahead"}.`);
};

/** The bytes that are signed: id, time and body, with dots between them. */
const signedBytes = (id: string, seconds: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const [head, content] = [encoder.encode(`${id}.${seconds}.`), typeof body === "string" ? encoder.encode(body) : body];
  const whole = new Uint8Array(head.length + content.length);
  whole.set(head);
  whole.set(content, head.length);
  return whole;
};

/**
 * Checks that a callback comes from the service, was sent within the last 5 minutes, and was not changed. Returns its content.
 * `body` is the body as it arrived. `secret` is the account's secret, or those that may be in use. Rejects with a CallbackError
 * if the callback is not right, and with a TypeError if the secret is none. The time of comparisons does not depend on the data.
 */
export const verifyCallback = async (
  headers: CallbackHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<CallbackEvent> => {
  const keys = await Promise.all([secret].flat().map(keyOf));
  const [id, seconds] = [headerOf(headers, "webhook-id"), headerOf(headers, "webhook-timestamp")];
  checkTime(seconds, options);
  const signatures = headerOf(headers, "webhook-signature").split(" ", SIGNATURES_LIMIT);
  const content = signedBytes(id, seconds, body);
  for (const text of signatures) {
    const [, base64] = SIGNATURE.exec(text) ?? [];
    if (base64 === undefined) continue;
    for (const key of keys)
      if (await crypto.subtle.verify("HMAC", key, bytesOf(base64), content))
        return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as CallbackEvent;
  }
  throw new CallbackError("No signature is right: another secret was used, or the callback was changed.");
};
