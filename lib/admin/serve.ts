import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Table } from "../accounts/table.ts";
import { OUTSIDE_MESSAGES, ServiceError } from "../errors/service-error.ts";
import { type Call, sendError, sendJson, sendLines } from "./answer.ts";
import { type AuditEntry, logAction, logFailedAction } from "./audit.ts";
import { adminError } from "./failure.ts";
import { inputOf } from "./input.ts";
import { ADMIN_BASE_PATH } from "./operations.ts";
import { routeOf, WrongMethodError } from "./route.ts";
import type { WrongKeys } from "./wrong-keys.ts";

/** What the admin API works with. */
export interface AdminService {
  readonly table: Table;
  readonly hasKey: (authorization: string | undefined) => boolean;
  readonly wrongKeys: WrongKeys;
  /** The OpenAPI document of the admin API, as JSON. */
  readonly document: () => Promise<object>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** The path of the OpenAPI document. */
const DOCUMENT_PATH = `${ADMIN_BASE_PATH}/openapi.json`;

/** Any host: only path and query of a request count. */
const ANY_ORIGIN = "http://localhost";

/** The address that a request asks for. Throws NOT_FOUND if it is none. */
const targetOf = ({ url = "" }: IncomingMessage): URL => {
  const path = url.replace(/^\/+/, "/");
  if (!URL.canParse(path, ANY_ORIGIN)) throw new ServiceError("NOT_FOUND", OUTSIDE_MESSAGES.NOT_FOUND);
  return new URL(path, ANY_ORIGIN);
};

type Action = Pick<AuditEntry, "action" | "account" | "keyId">;

const isLines = (result: object): result is AsyncIterable<string> => Symbol.asyncIterator in result;

/** Does what a request asks for and answers; `onAction` is called with the action as soon as it is known. */
const act = async (service: AdminService, call: Call, onAction: (action: Action) => void): Promise<number> => {
  const { request } = call;
  const { method = "" } = request;
  const { table, hasKey, wrongKeys } = service;
  await wrongKeys.check(request.socket.remoteAddress ?? "", () => hasKey(request.headers.authorization));
  const { pathname, searchParams } = targetOf(request);
  if (pathname === DOCUMENT_PATH) {
    if (method !== "GET") throw new WrongMethodError("GET");
    onAction({ action: "openapi" });
    await sendJson(call, 200, await service.document());
    return 200;
  }
  const { operation, parameters } = routeOf(method, pathname);
  const input = await inputOf(operation, request, searchParams);
  const action = typeof operation.action === "string" ? operation.action : operation.action(input);
  onAction({ action });
  const result = await operation.run(table, parameters, input);
  const { account = parameters.account, keyId = parameters.keyId } = result as Partial<typeof parameters>;
  onAction({ action, account: account || undefined, keyId: keyId || undefined });
  if (isLines(result)) await sendLines(call, result, service.stopping);
  else await sendJson(call, operation.status, result);
  return operation.status;
};

/** Answers a request to the admin API, and logs it. */
export const serveAdmin = async (
  service: AdminService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [id, startedAt] = [randomUUID(), performance.now()];
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const headers = () => ({ "X-Request-Id": id, "X-Processing-Time-Ms": String(elapsedMs()) });
  const call = { request, response, headers };
  let action: Action = {};
  const entry = (): AuditEntry => ({ id, ...action, ms: elapsedMs() });
  try {
    const status = await act(service, call, (known) => {
      action = known;
    });
    logAction(entry(), status);
  } catch (thrown) {
    const error = adminError(thrown);
    logFailedAction(entry(), error);
    if (response.headersSent) response.destroy();
    else await sendError(call, error);
  }
};
