import { type Event, originOf, type Reply } from "../http/exchange.ts";
import { recordOutsideRequest } from "../server/outside.ts";
import { UNKNOWN_BASE_URL, UNKNOWN_ORIGIN } from "./base-url.ts";

/** Hosts that may stand in the document; another one could end the text that it stands in. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The answer that holds a document, with the address of the service in it. */
export const openApiReply = (text: string, baseUrl: string): Reply => {
  const origin = /^[a-z]+:\/\/[^/]*/.exec(baseUrl)![0];
  const isPlain = PLAIN_ORIGIN.test(origin);
  const body = text
    .replaceAll(UNKNOWN_BASE_URL, () => (isPlain ? baseUrl : "/v1"))
    .replaceAll(UNKNOWN_ORIGIN, () => (isPlain ? origin : ""));
  const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
  return { statusCode: 200, headers, body };
};

/** The part of API Gateway's event that tells under which path the service is. */
type GatewayEvent = Event & { readonly requestContext?: { readonly path?: string } };

/** The handler that gives the document on Lambda: `text` is read once. */
export const openApiHandler = (text: () => Promise<string>) => {
  let document: Promise<string> | undefined;
  return async (event: GatewayEvent): Promise<Reply> => {
    const startedAt = performance.now();
    document ??= text();
    // The path begins with the name of the stage, unless the API has a domain name of its own.
    const folder = (event.requestContext?.path ?? "/v1/openapi.json").replace(/\/openapi\.json$/, "");
    const reply = openApiReply(await document, originOf(event) + folder);
    return recordOutsideRequest(reply, startedAt, { operation: "/openapi.json" });
  };
};
