import { timingSafeEqual } from "node:crypto";
import { accounts } from "../../accounts/accounts.ts";
import { errorBody } from "../../errors/error-body.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { type Event, headerOf, jsonReply, type Reply } from "../../http/exchange.ts";
import { findJob } from "../../jobs/find.ts";
import type { JobResult } from "../../jobs/job.ts";
import { parseResultToken } from "../../jobs/view.ts";
import { openResult, resultAddress } from "../../stored-bodies/job-bodies.ts";
import { isCurrent } from "../../stored-bodies/reference.ts";
import type { Answer } from "../resource.ts";

const noResult = () => new ServiceError("NOT_FOUND", "There is no such result, or no longer.");

/** The first and the last byte that are asked for; undefined for the whole; `none` if the document has no such bytes. */
type Range = { readonly start: number; readonly end: number } | "none" | undefined;

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads `Range` (RFC 9110, 14.2). Several ranges at once, and other units, are ignored, as the standard allows. */
const rangeOf = (header: string | undefined, size: number): Range => {
  const [, first = "", last = ""] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "none" : { start, end };
};

/** Whether a list of entity tags has one (RFC 9110, 13.1.2). Weak ones count too. */
const hasTag = (list: string | undefined, tag: string): boolean =>
  list !== undefined &&
  (list.trim() === "*" || list.split(",").some((each) => each.trim().replace(/^W\//, "") === tag));

const findResult = async (token: string): Promise<{ readonly account: string; readonly result: JobResult }> => {
  const parsed = parseResultToken(token);
  if (parsed === undefined || !isCurrent(parsed.reference, Date.now())) throw noResult();
  const { account, id, reference } = parsed;
  const result = (await findJob(accounts().table, account, id, Date.now()))?.end?.result;
  if (result === undefined || result.expiresAt <= Date.now()) throw noResult();
  const [given, expected] = [Buffer.from(reference), Buffer.from(result.reference)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw noResult();
  return { account, result };
};

const opened = async (account: string, { reference }: JobResult, range: Exclude<Range, "none">) => {
  const stored = await openResult(account, reference, range).catch((cause) => {
    throw new ServiceError("SERVICE_UNAVAILABLE", "The results cannot be reached.", {
      reason: "store-unreachable",
      retryAfter: 5,
      cause,
    });
  });
  if (stored === undefined) throw noResult();
  return stored;
};

const headersOf = ({ name, tag }: JobResult): Record<string, string> => ({
  "Content-Disposition": `attachment; filename="${name}"`,
  ETag: tag,
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, max-age=0, must-revalidate",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
});

/** Milliseconds for which an address of the store sends a result. Each call for the result makes a new one. */
const STORE_ADDRESS_MS = 300_000;

/** Redirects from the address of a result to the store, which sends it. An address of the store alone would expire too early. */
export const resultRedirect: Answer = async ({ values: [token = ""] }) => {
  const { account, result } = await findResult(token);
  const location = await resultAddress(account, result, Math.min(Date.now() + STORE_ADDRESS_MS, result.expiresAt));
  const headers = { Location: location, "Content-Length": "0", "Cache-Control": "no-store" };
  return { statusCode: 303, headers: { ...headers, "Referrer-Policy": "no-referrer" }, body: "" };
};

const unsatisfiable = (size: number): Reply => {
  const error = new ServiceError("INVALID_REQUEST", `Range asks for bytes beyond the ${size} of the result.`);
  const reply = jsonReply(416, errorBody(error));
  reply.headers["Content-Range"] = `bytes */${size}`;
  return reply;
};

const wantedRange = (event: Event, { bytes, tag }: JobResult): Range => {
  const condition = headerOf(event, "if-range");
  return condition === undefined || condition.trim() === tag ? rangeOf(headerOf(event, "range"), bytes) : undefined;
};

/** Sends the result of a job. Its address is the permission. A HEAD request does not open the file. */
export const resultAnswer: Answer = async ({ event, values: [token = ""], isHead }) => {
  const { account, result } = await findResult(token);
  const headers = headersOf(result);
  if (hasTag(headerOf(event, "if-none-match"), result.tag)) return { statusCode: 304, headers, body: "" };
  // Of HEAD the standard asks no ranges (RFC 9110, 14.2).
  const range = isHead ? undefined : wantedRange(event, result);
  if (range === "none") return unsatisfiable(result.bytes);
  const size = range ? range.end - range.start + 1 : result.bytes;
  const sent = {
    statusCode: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      "Content-Type": result.type,
      "Content-Length": String(size),
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${result.bytes}` }),
    },
  };
  if (isHead) return { ...sent, body: "" };
  const stored = await opened(account, result, range);
  const stream = stored.stream();
  const remove = async () => {
    stream.destroy();
    await stored.close();
  };
  return { ...sent, body: { stream, size, remove } };
};
