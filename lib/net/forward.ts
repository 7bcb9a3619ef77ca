import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { pinned, reasonOf } from "./connect.ts";
import { LIMITS, type Passage, Refused } from "./passage.ts";
import type { Address } from "./resolve.ts";
import { portOf } from "./target.ts";
import type { Reason } from "./traffic.ts";

/** What concerns one hop (RFC 9110, 7.6.1), and the advice to come back by another protocol. */
const HOP = new Set([
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

/** Raw headers, as they came, but for those of one hop and those named. */
const endToEnd = ({ rawHeaders, headers }: IncomingMessage, dropped: readonly string[] = []): string[] => {
  const drop = new Set([...dropped, ...(headers.connection ?? "").toLowerCase().split(/\s*,\s*/)]);
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)]!.toLowerCase();
    return !HOP.has(name) && !drop.has(name);
  });
};

/** Sends a request to the checked address of its host and resolves with the answer's head. */
const send = (through: Passage, url: URL, addresses: [Address, ...Address[]], from: IncomingMessage) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const to = ask(url, {
      agent: through.agent,
      method: from.method ?? "GET",
      lookup: pinned(addresses),
      setHost: false,
      maxHeaderSize: 64 * 1024,
      headers: ["host", url.host, ...endToEnd(from, ["host"])],
      timeout: LIMITS.silence,
    });
    to.on("response", resolve);
    to.on("error", reject);
    to.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("It changes the protocol, which nobody asked for."));
    });
    to.on("timeout", () => to.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" })));
    from.on("close", () => from.complete || to.destroy());
    from.pipe(to);
  });

const relay = (through: Passage, answer: IncomingMessage, response: ServerResponse, give: (reason: Reason) => void) => {
  response.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer));
  answer.on("data", (chunk: Buffer) => {
    if (through.spend(chunk.length)) return;
    give("response too large");
    response.destroy();
  });
  answer.on("error", () => response.destroy());
  response.on("close", () => answer.destroy());
  answer.pipe(response);
};

/** Passes on a plain http request of the browser's, in absolute form. */
export const forward = async (through: Passage, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = URL.canParse(request.url ?? "") ? new URL(request.url!) : undefined;
  if (url?.protocol !== "http:") {
    response.writeHead(400).end();
    return;
  }
  const refuse = (reason: Reason) => through.traffic.refuse(url.href, reason);
  response.on("error", () => {});
  try {
    const addresses = await through.admit(url.hostname, portOf(url));
    relay(through, await send(through, url, addresses, request), response, refuse);
  } catch (error) {
    const reason = error instanceof Refused ? error.reason : reasonOf(error);
    refuse(reason);
    if (response.headersSent) response.destroy();
    else response.writeHead(reason === "private address" ? 403 : 502).end();
  }
};
