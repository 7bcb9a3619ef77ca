import type { Contract } from "../contract/contract.ts";
import { errorBody } from "../errors/error-body.ts";
import { OUTSIDE_MESSAGES, ServiceError, STATUS } from "../errors/service-error.ts";
import { sizeOf } from "../output/output.ts";
import { LISTED_WARNINGS_LIMIT } from "../output/warnings.ts";
import { EngineEnded } from "../workers/engine-ended.ts";
import { prefersJson } from "./accept.ts";
import { isDryRun } from "./dry-run.ts";
import { entityTagOf } from "./entity-tag.ts";
import { type EndpointResult, headerOf, type Middleware, type Reply } from "./exchange.ts";
import { jsonReply } from "./json-reply.ts";
import { discardBody, openBody } from "./open-body.ts";

/** The answer for an error: the interface's envelope and its headers. */
export const errorReply = (error: ServiceError): Reply => {
  const { code, shortfall, retryAfter } = error;
  const reply = jsonReply(STATUS[code], errorBody(error, shortfall));
  reply.headers["X-Credits-Used"] = "0";
  if (retryAfter !== undefined) reply.headers["Retry-After"] = String(retryAfter);
  return reply;
};

/** The error that the client gets for anything thrown. */
export const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("PROCESSING_FAILED", OUTSIDE_MESSAGES.PROCESSING_FAILED, {
        reason: error instanceof EngineEnded ? "engine-crashed" : "internal-error",
        cause: error,
      });

/** The headers of a document that is the answer: its name, and its entity tag. */
const documentHeaders = async (name: string, result: EndpointResult): Promise<Record<string, string>> => {
  const tag = await entityTagOf(result);
  return { "Content-Disposition": `attachment; filename="${name}"`, ...(tag !== undefined && { ETag: tag }) };
};

/** Makes the answer: the file, its metadata, or an error. The middlewares before it only add headers. */
export const respond = <Input>({ output }: Contract<Input>): Middleware => ({
  after: async (request) => {
    const result = request.response as EndpointResult;
    const { body, headers, pages, consoleErrors = 0, warnings = [] } = result;
    const { reserved, standing } = request.internal;
    if (isDryRun(request.event)) return;
    request.internal.unsent = body;
    if (prefersJson(headerOf(request.event, "accept"), output.type)) {
      await discardBody(body);
      request.response = jsonReply(200, {
        fileName: output.name,
        size: sizeOf(body),
        creditsUsed: reserved?.credits ?? 0,
        creditsRemaining: standing!.balance,
        contentType: output.type.split(";")[0],
        ...(pages !== undefined && { pages }),
        ...(consoleErrors > 0 && { consoleErrors }),
        ...(warnings.length > 0 && { warnings: warnings.slice(0, LISTED_WARNINGS_LIMIT) }),
      });
    } else {
      const fileHeaders: Record<string, string> = {
        "Content-Type": output.type,
        "Content-Length": String(sizeOf(body)),
        "Cache-Control": "no-store",
      };
      if (output.name !== undefined) Object.assign(fileHeaders, await documentHeaders(output.name, result));
      // The document is opened before its credits are spent, so that it can be sent for certain.
      const document = await openBody(body);
      request.internal.unsent = document;
      request.response = { statusCode: 200, headers: fileHeaders, body: document };
    }
    const counted = output.name === undefined ? {} : { "X-Warnings": String(warnings.length) };
    Object.assign((request.response as Reply).headers, counted, headers);
  },
  onError: async (request) => {
    const { unsent } = request.internal;
    if (unsent !== undefined) await discardBody(unsent);
    request.response = errorReply(toServiceError(request.error));
  },
});
