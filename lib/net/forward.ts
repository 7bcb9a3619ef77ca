import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import {
  ConnectionRefused,
  DOCUMENT_LIMITS,
  type Egress,
  type FailureReason,
  pinnedLookup,
  reasonOf,
} from "./egress.ts";
import type { Address } from "./resolve.ts";
import { portOf } from "./target.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1), and `alt-svc`, which suggests another protocol. */
const HOP_BY_HOP_HEADERS = new Set([
  "alt-svc",
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The raw headers without hop-by-hop headers and those in `dropped`. */
const endToEnd = ({ rawHeaders, headers }: IncomingMessage, dropped: readonly string[] = []): string[] => {
  const drop = new Set([
    ...dropped,
    ...(headers.connection ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  ]);
  return rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? "").toLowerCase();
    return !HOP_BY_HOP_HEADERS.has(name) && !drop.has(name);
  });
};

/** Sends a request to a checked address of its host; resolves with the response. */
const sendRequest = (through: Egress, url: URL, addresses: [Address, ...Address[]], from: IncomingMessage) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const to = openRequest(url, {
      agent: through.agent,
      method: from.method ?? "GET",
      lookup: pinnedLookup(addresses),
      setHost: false,
      maxHeaderSize: 64 * 1024,
      headers: ["host", url.host, ...endToEnd(from, ["host"])],
      timeout: DOCUMENT_LIMITS.silenceMs,
    });
    to.on("response", resolve);
    to.on("error", reject);
    to.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("The server switched protocols without being asked."));
    });
    to.on("timeout", () => to.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" })));
    from.on("close", () => from.complete || to.destroy());
    from.pipe(to);
  });

const relayResponse = (
  through: Egress,
  answer: IncomingMessage,
  response: ServerResponse,
  refuse: (reason: FailureReason) => void,
) => {
  const { statusCode = 502 } = answer;
  response.writeHead(statusCode, answer.statusMessage, endToEnd(answer));
  answer.on("data", (chunk: Buffer) => {
    if (through.countBytes(chunk.length)) return;
    refuse("response too large");
    response.destroy();
  });
  answer.on("error", () => response.destroy());
  response.on("close", () => answer.destroy());
  answer.pipe(response);
};

/** Forwards a plain HTTP request of the browser. Its target has the absolute form (RFC 9112, section 3.2.2). */
export const forward = async (through: Egress, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { url: target = "" } = request;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== "http:") {
    response.writeHead(400).end();
    return;
  }
  const refuse = (reason: FailureReason) => through.traffic.refuse(url.href, reason);
  response.on("error", () => {});
  try {
    const addresses = await through.addressesOf(url.hostname, portOf(url));
    relayResponse(through, await sendRequest(through, url, addresses, request), response, refuse);
  } catch (error) {
    const reason = error instanceof ConnectionRefused ? error.reason : reasonOf(error);
    refuse(reason);
    if (response.headersSent) response.destroy();
    else response.writeHead(reason === "private address" ? 403 : 502).end();
  }
};
