import type { Reply } from "./exchange.ts";

/** An answer that holds a JSON value. */
export const jsonReply = (statusCode: number, value: unknown): Reply => {
  const body = JSON.stringify(value);
  const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
  return { statusCode, headers: { ...headers, "Cache-Control": "no-store" }, body };
};
