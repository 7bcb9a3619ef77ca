import { accounts } from "../accounts/accounts.ts";
import { takeUploadAllowance } from "../accounts/upload-allowance.ts";
import { ServiceError } from "../errors/service-error.ts";
import { bodyStore } from "./body-store.ts";
import { ADDRESS_LIFETIME_MS, newReference, storeKey } from "./reference.ts";
import type { BodyDescription } from "./stored-body.ts";

/** The address to which a body is sent, and the id by which a request then names it. */
interface Grant {
  readonly uploadId: string;
  /** Accepts one PUT with `headers`, begun before `expiresAt` (ISO 8601). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}

/** The account that stores a body, and the origin at which it reached this service. */
export interface UploadOwner {
  readonly account: string;
  readonly origin: string;
}

/**
 * Returns an address for one body of an account. Throws RATE_LIMIT_EXCEEDED if the account has announced too much on this day,
 * SERVICE_UNAVAILABLE if the store or the accounts cannot be reached.
 */
export const grantUpload = async (body: BodyDescription, { account, origin }: UploadOwner): Promise<Grant> => {
  const now = Date.now();
  await takeUploadAllowance(accounts().table, account, { bytes: body.contentLength, now });
  const uploadId = newReference(now);
  const until = now + ADDRESS_LIFETIME_MS;
  try {
    const url = await (await bodyStore()).address(storeKey(account, uploadId), body, until, origin);
    const headers = { "Content-Type": body.contentType, "Content-Length": String(body.contentLength) };
    return { uploadId, url, headers, expiresAt: new Date(until).toISOString() };
  } catch (cause) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "No upload can be taken now.", {
      reason: "store-unreachable",
      retryAfter: 5,
      cause,
    });
  }
};
