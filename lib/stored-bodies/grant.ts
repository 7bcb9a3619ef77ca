import { ServiceError } from "../errors.ts";
import { bodies } from "./bodies.ts";
import { ADDRESS_LIFE, keyOf, newReference } from "./reference.ts";
import type { Announced } from "./stored-body.ts";

/** Where one body is to be sent, and how its request then names it. */
export interface Grant {
  readonly uploadId: string;
  /** Takes one PUT, with these headers, begun before `expiresAt` (ISO 8601). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}

/** Who asks: the account, and the origin at which it reached this service. */
export interface UploadOwner {
  readonly account: string;
  readonly origin: string;
}

/** Gives an account an address for one body; throws SERVICE_UNAVAILABLE where the store cannot be reached. */
export const grantUpload = async (
  body: Announced,
  { account, origin }: UploadOwner,
  now = Date.now(),
): Promise<Grant> => {
  const uploadId = newReference(now);
  const until = now + ADDRESS_LIFE;
  try {
    const url = await (await bodies()).address(keyOf(account, uploadId), body, until, origin);
    const headers = { "Content-Type": body.contentType, "Content-Length": String(body.contentLength) };
    return { uploadId, url, headers, expiresAt: new Date(until).toISOString() };
  } catch (cause) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "No upload can be taken now.", { retryAfter: 5, cause });
  }
};
