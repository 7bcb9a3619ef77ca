import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { accept } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { parseJson } from "../http/json/parse.ts";
import { bodyOf } from "../server/body.ts";
import type { AnyAdminOperation } from "./operation.ts";

const BODY_LIMIT_BYTES = 16_384;
/** Milliseconds in which a body must arrive. */
const BODY_TIMEOUT_MS = 10_000;

const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";

const late = async (signal: AbortSignal): Promise<never> => {
  await sleep(BODY_TIMEOUT_MS, undefined, { signal });
  throw new ServiceError("INVALID_REQUEST", `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} seconds.`, {
    reason: "body-too-slow",
  });
};

const arrived = async (request: IncomingMessage): Promise<Buffer> => {
  const read = bodyOf(
    request,
    () => {},
    () => {},
  );
  const timer = new AbortController();
  try {
    return await Promise.race([read(BODY_LIMIT_BYTES, () => false), late(timer.signal)]);
  } finally {
    timer.abort();
  }
};

/** The JSON value of a body; an empty object if there is none. */
const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  if (isEmpty(request)) return {};
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.");
  return parseJson(await arrived(request));
};

/** The parameters of a query by name. Throws INVALID_REQUEST for a parameter that is there twice. */
const queryOf = (search: URLSearchParams): Record<string, string> => {
  const parameters = Object.fromEntries(search);
  if (Object.keys(parameters).length < search.size)
    throw new ServiceError("INVALID_REQUEST", "A parameter of the query is there twice.");
  return parameters;
};

/**
 * The input of a request for an operation. Throws INVALID_REQUEST that names the field, FILE_TOO_LARGE and
 * UNSUPPORTED_MEDIA_TYPE.
 */
export const inputOf = async (
  { input }: AnyAdminOperation,
  request: IncomingMessage,
  search: URLSearchParams,
): Promise<unknown> => {
  if (input.query) return accept(input.query, queryOf(search));
  if (search.size > 0) throw new ServiceError("INVALID_REQUEST", "This path takes no query.");
  return input.body && accept(input.body, await jsonOf(request));
};
