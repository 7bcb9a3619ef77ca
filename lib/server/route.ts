import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "aws-lambda";
import { OUTSIDE_MESSAGES, ServiceError, wrongMethodMessage } from "../errors/service-error.ts";
import { arrivalOf } from "../http/arrival.ts";
import { type Event, type Host, jsonReply, type Reply } from "../http/exchange.ts";
import { type FolderBodies, PUT_PATH } from "../stored-bodies/folder.ts";
import { hasMemory } from "../turns/memory-left.ts";
import { sendReply } from "./answer.ts";
import { bodyOf, callerHungUp } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { health } from "./health.ts";
import { holdBytes } from "./in-flight.ts";
import { outsideReply } from "./outside.ts";
import { answerPage, type PageHandler } from "./page.ts";
import { headReply } from "./request-head.ts";
import { allowedMethods, answerOf, type Resource } from "./resource.ts";
import { takeUpload } from "./take-upload.ts";

/** The endpoints of a server, its pages, the bodies stored on this machine, and whether the server is stopping. */
export interface Routes {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly pages: ReadonlyMap<string, PageHandler>;
  readonly resources: readonly Resource[];
  readonly uploads: FolderBodies | undefined;
  readonly isStopping: () => boolean;
  /** Milliseconds over which the reading rate of a caller is measured. */
  readonly readPeriodMs?: number | undefined;
}

/** Scheme and host before the path, in a request with the absolute form (RFC 9112, section 3.2.2). */
const REQUEST_ORIGIN = /^https?:\/\/[^/?]*/i;

const pathOf = ({ url = "" }: IncomingMessage): string => url.replace(REQUEST_ORIGIN, "").replace(/\?.*/s, "");

/** The path of the health check for load balancers. */
const HEALTH_PATH = "/health";

const notFound = () => new ServiceError("NOT_FOUND", OUTSIDE_MESSAGES.NOT_FOUND);
const notAllowed = (method: string) => new ServiceError("METHOD_NOT_ALLOWED", wrongMethodMessage(method));
const stopping = () =>
  new ServiceError("SERVICE_UNAVAILABLE", "This server is stopping.", { reason: "server-stopping", retryAfter: 1 });
const outOfMemory = () =>
  new ServiceError("SERVICE_UNAVAILABLE", "The service has no memory left for another request.", {
    reason: "service-busy",
    retryAfter: 5,
  });

const healthReply = async (isStopping: boolean): Promise<Reply> => {
  const report = isStopping ? { status: "stopping" } : await health();
  return jsonReply(report.status === "ok" ? 200 : 503, report);
};

const callEndpoint = async (
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): Promise<Reply> => {
  const hangUp = new AbortController();
  let account = "";
  const held = holdBytes(() => account);
  response.once("close", () => {
    held.release();
    if (!response.writableFinished) hangUp.abort(callerHungUp());
  });
  const body = bodyOf(request, begin, held.add);
  const event: Event = { headers: request.headers as Record<string, string>, body };
  try {
    const onCaller = (id: string) => {
      account = id;
    };
    return await endpoint(event, { hangUp: hangUp.signal, hold: held.add, onCaller } as Context & Host);
  } finally {
    held.release(); // the input is used, however long the caller takes to read the answer
  }
};

/** The answer of a resource, or its refusal. */
const answerResource = async (resource: Resource, path: string, request: IncomingMessage): Promise<Reply> => {
  const { method } = request;
  const answer = answerOf(resource, method);
  if (answer === undefined) {
    const allowed = allowedMethods(resource).join(", ");
    return outsideReply(notAllowed(allowed), arrivalOf(request), { Allow: allowed }, resource.path);
  }
  const event: Event = { headers: request.headers as Record<string, string>, body: null };
  const [, ...values] = resource.pattern.exec(path) ?? [];
  const query = new URLSearchParams(request.url?.split("?").slice(1).join("?"));
  const isHead = method === "HEAD";
  return answerPage(resource.path, () => answer({ event, values, query, isHead }), event, method);
};

/** What a path with a body leads to. */
type Target = { readonly endpoint: Endpoint } | { readonly upload: FolderBodies };

const targetOf = (endpoint: Endpoint | undefined, upload: FolderBodies | undefined): Target | undefined => {
  if (endpoint !== undefined) return { endpoint };
  return upload && { upload };
};

/** Answers a request according to its path. Calls `begin` before it waits for the first byte of the body. */
export const route = async (
  { endpoints, pages, resources, uploads, isStopping, readPeriodMs }: Routes,
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): Promise<void> => {
  const arrival = arrivalOf(request);
  const send = (reply: Reply) => sendReply(request, response, reply, readPeriodMs);
  const refuse = (error: ServiceError, headers?: Record<string, string>) => send(outsideReply(error, arrival, headers));
  if (isStopping()) response.shouldKeepAlive = false;
  const refusal = headReply(request, arrival);
  if (refusal !== undefined) {
    // It is not certain where the next request would begin, so the connection ends.
    response.shouldKeepAlive = false;
    return send(refusal);
  }
  const path = pathOf(request);
  if (path === HEALTH_PATH) return send(await healthReply(isStopping()));
  const page = pages.get(path);
  if (page !== undefined) {
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(notAllowed("GET"), { Allow: "GET, HEAD" });
    const event: Event = { headers: request.headers as Record<string, string>, body: null };
    return send(await answerPage(path, page, event, request.method));
  }
  const resource = resources.find(({ pattern }) => pattern.test(path));
  const posted = request.method === "POST" ? resource?.post : undefined;
  if (resource !== undefined && posted === undefined) return answerResource(resource, path, request).then(send);
  const target = targetOf(posted ?? endpoints.get(path), path.startsWith(PUT_PATH) ? uploads : undefined);
  if (target === undefined) return refuse(notFound());
  const method = "upload" in target ? "PUT" : "POST";
  if (request.method !== method) return refuse(notAllowed(method), { Allow: method });
  if (isStopping()) return refuse(stopping());
  if (!hasMemory()) return refuse(outOfMemory());
  if ("upload" in target) return takeUpload(target.upload, request, begin, arrival).then(send, refuse);
  const reply = await callEndpoint(target.endpoint, request, response, begin);
  if (isStopping()) response.shouldKeepAlive = false;
  await send(reply);
};
