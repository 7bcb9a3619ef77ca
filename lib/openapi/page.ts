import { type Event, type Reply, serviceOrigin } from "../http/exchange.ts";
import type { PageHandler } from "../server/page.ts";
import { UNKNOWN_BASE_URL, UNKNOWN_ORIGIN } from "./base-url.ts";

/** Hosts that may stand in the document; another one could end the text that it stands in. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The part of API Gateway's event with the path of the service. */
type GatewayEvent = Event & { readonly requestContext?: { readonly path?: string } };

/** The path of the service. On AWS it begins with the name of the stage, unless the API has a domain name of its own. */
const basePathOf = ({ requestContext }: GatewayEvent): string =>
  (requestContext?.path ?? "/v1/openapi.json").replace(/\/openapi\.json$/, "");

/** The page with the OpenAPI document. The document names the address at which the client has asked for it. `text` is read once. */
export const openApiPage = (text: () => Promise<string>): PageHandler => {
  let document: Promise<string> | undefined;
  return async (event): Promise<Reply> => {
    document ??= text();
    const origin = serviceOrigin(event);
    const isPlain = PLAIN_ORIGIN.test(origin);
    const body = (await document)
      .replaceAll(UNKNOWN_BASE_URL, () => (isPlain ? origin + basePathOf(event) : "/v1"))
      .replaceAll(UNKNOWN_ORIGIN, () => (isPlain ? origin : ""));
    const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    return { statusCode: 200, headers, body };
  };
};
