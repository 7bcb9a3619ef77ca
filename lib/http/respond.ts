import { createHash } from "node:crypto";
import type { Contract } from "../contract/contract.ts";
import type { ContractOutput } from "../contract/output.ts";
import { errorBody } from "../errors/error-body.ts";
import { type ServiceError, STATUS } from "../errors/service-error.ts";
import { JOBS_PATH, jobView } from "../jobs/view.ts";
import { type OutputBody, sizeOf } from "../output/output.ts";
import { LISTED_WARNINGS_LIMIT } from "../output/warnings.ts";
import type { AnswerFacts, KeptAnswer } from "../stored-bodies/kept-answers.ts";
import { slicesOf } from "../workers/event-loop.ts";
import { prefersJson } from "./accept.ts";
import {
  decorate,
  type EndpointResult,
  headerOf,
  isDryRun,
  jsonReply,
  type Reply,
  serviceUrlOf,
  stagePathOf,
} from "./exchange.ts";
import type { Responder } from "./middleware.ts";
import { discardBody, type OpenBody, openBody } from "./open-body.ts";
import type { BodyRead, Deferred, Keyed, Made, Metered, Received } from "./request.ts";

/** Bytes that are hashed before the serving thread does other work. */
const SLICE_BYTES = 262_144;

const digestOf = async (body: EndpointResult["body"]): Promise<string | undefined> => {
  if ("path" in body) return undefined;
  const hash = createHash("sha256");
  for (const piece of body instanceof Uint8Array ? [body] : body.pieces)
    for await (const slice of slicesOf(piece, SLICE_BYTES)) hash.update(slice);
  return hash.digest("base64url");
};

/**
 * The strong entity tag of a document (RFC 9110, 8.8.3): the digest that its worker has computed, else one of the bytes in
 * memory. Undefined for a file without a digest, which would have to be read once more.
 */
const entityTagOf = async ({ body, digest }: EndpointResult): Promise<string | undefined> => {
  const tag = digest ?? (await digestOf(body));
  return tag && `"${tag}"`;
};

/** The answer for an error: the interface's envelope and its headers. */
export const errorReply = (error: ServiceError): Reply => {
  const { code, shortfall, retryAfter } = error;
  const reply = jsonReply(STATUS[code], errorBody(error, shortfall));
  reply.headers["X-Credits-Used"] = "0";
  if (retryAfter !== undefined) reply.headers["Retry-After"] = String(retryAfter);
  return reply;
};

/** The headers of a document that is the answer: its name, and its entity tag. */
const documentHeaders = async (name: string, result: EndpointResult): Promise<Record<string, string>> => {
  const tag = await entityTagOf(result);
  return { "Content-Disposition": `attachment; filename="${name}"`, ...(tag !== undefined && { ETag: tag }) };
};

/** The answer to a dry run: everything was checked, nothing was done or charged. */
const dryRunReply = (creditsUsed: number, creditsRemaining: number): Reply => {
  const reply = jsonReply(200, { dryRun: true, creditsUsed, creditsRemaining });
  reply.headers["Preference-Applied"] = "dry-run";
  return reply;
};

/** The name and type of a result: those of the contract, or of that one of its others that the work has made. */
const namedOutput = (output: ContractOutput, fileName: string | undefined): Pick<ContractOutput, "name" | "type"> => {
  if (fileName === undefined || fileName === output.name) return output;
  const other = output.others?.find(({ name }) => name === fileName);
  if (other === undefined) throw new Error(`The contract has no result ${fileName}.`);
  return other;
};

const metadataReply = (
  output: Pick<ContractOutput, "name" | "type">,
  { size, pages, formFields, consoleErrors = 0, warnings = [] }: AnswerFacts & { readonly size: number },
  credits: number,
  balance: number,
): Reply =>
  jsonReply(200, {
    fileName: output.name,
    size,
    creditsUsed: credits,
    creditsRemaining: balance,
    contentType: output.type.replace(/;.*/, ""),
    ...(pages !== undefined && { pages }),
    ...(formFields !== undefined && { formFields }),
    ...(consoleErrors > 0 && { consoleErrors }),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, LISTED_WARNINGS_LIMIT) }),
  });

/** A request whose document is finished, until it is handed to the transport. */
interface Unsent {
  unsent?: OutputBody | OpenBody;
  made?: Made;
}

/** The document as the answer. It is opened before its credits are spent, so that it can be sent for certain. */
const documentReply = async (
  { name, type }: Pick<ContractOutput, "name" | "type">,
  result: EndpointResult,
  request: Unsent,
): Promise<Reply> => {
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Content-Length": String(sizeOf(result.body)),
    "Cache-Control": "no-store",
    ...(name !== undefined && (await documentHeaders(name, result))),
  };
  const document = await openBody(result.body);
  request.unsent = document;
  return { statusCode: 200, headers, body: document };
};

/** The answer to a repetition: the document that was kept, or its metadata. */
const keptReply = async (
  kept: KeptAnswer,
  contractOutput: ContractOutput,
  accept: string | undefined,
  balance: number,
): Promise<Reply> => {
  const { headers, facts, size, stream, close } = kept;
  const output = namedOutput(contractOutput, facts.fileName);
  if (!prefersJson(accept, output.type))
    return { statusCode: 200, headers: { ...headers }, body: { stream, size, remove: close } };
  await close();
  const reply = metadataReply(output, { ...facts, size }, 0, balance);
  decorate(reply, Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("X-"))));
  return reply;
};

/** Seconds after which a caller may look for the first time how a job goes. */
const JOB_RETRY_SECONDS = 1;

/** The answer to a request that was made a job. */
const jobReply = ({ job }: NonNullable<Deferred["deferred"]>, request: Received): Reply => {
  const reply = jsonReply(202, jobView(job, serviceUrlOf(request), Date.now()));
  decorate(reply, {
    Location: stagePathOf(request) + JOBS_PATH + job.request.id,
    "Retry-After": JOB_RETRY_SECONDS,
    "Preference-Applied": "respond-async",
  });
  return reply;
};

/** Makes the answer: the file, its metadata, a job, or an error. The middlewares only add headers. */
export const respond = <Input>({
  output: contractOutput,
}: Contract<Input>): Responder<Received & BodyRead<Input> & Keyed & Deferred & Metered<Input> & Unsent> => ({
  reply: async (request, result) => {
    const { checked, credits, standing, plan, kept, claimed } = request;
    const accept = headerOf(request, "accept");
    if (request.deferred !== undefined) return jobReply(request.deferred, request);
    if (kept !== undefined) return keptReply(kept, contractOutput, accept, standing.balance);
    if (isDryRun(request) && "input" in checked) return dryRunReply(checked.priceOn(plan), standing.balance);
    const { body, fileName, pages, formFields, consoleErrors, warnings = [] } = result;
    const output = namedOutput(contractOutput, fileName);
    const isMetadata = prefersJson(accept, output.type);
    request.unsent = body;
    const size = sizeOf(body);
    const facts = {
      fileName,
      pages,
      formFields,
      ...(consoleErrors && { consoleErrors }),
      warnings: warnings.slice(0, LISTED_WARNINGS_LIMIT),
    };
    const describe = (reply: Reply) => {
      if (output.name !== undefined) decorate(reply, { "X-Warnings": warnings.length });
      decorate(reply, result.headers ?? {});
      return reply;
    };
    if (isMetadata && claimed === undefined) await discardBody(body);
    else request.made = { document: describe(await documentReply(output, result, request)), facts };
    return !isMetadata && request.made
      ? request.made.document
      : describe(metadataReply(output, { ...facts, size }, credits, standing.balance));
  },
  errorReply: async ({ unsent }, error) => {
    if (unsent !== undefined) await discardBody(unsent);
    return errorReply(error);
  },
});
