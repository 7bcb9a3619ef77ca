import { accounts } from "../accounts/accounts.ts";
import { accept, type Contract, MB, type Schema } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Plan } from "../settings/plan.ts";
import { asAccount } from "../turns/account.ts";
import { type Event, headerOf, type IsTooLarge } from "./exchange.ts";
import { FormReader, malformed } from "./form-reader.ts";
import { fingerprintOf, IDEMPOTENCY_HEADER } from "./idempotency.ts";
import { documentSize } from "./json/document-size.ts";
import { readJson } from "./json/threads.ts";
import type { Middleware } from "./middleware.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import type { Authenticated, BodyRead, Deferrable, Received, Referred } from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

/** Bytes that a form may have in addition to its documents, for delimiters, headers and options. */
const FORM_OVERHEAD_LIMIT_BYTES = MB;

const tooLarge = (limit: number) =>
  new ServiceError("FILE_TOO_LARGE", `The document is larger than ${limit / MB} MB (${limit} bytes).`);

const never = () => false;

/**
 * Receives a body of at most `bodyLimit` bytes. `isTooLarge` checks its documents while they arrive. If it is too large, rejects
 * with the error that `error` makes.
 */
export const receiveBody = async (
  { body, isBase64Encoded }: Event,
  bodyLimit: number,
  isTooLarge: IsTooLarge,
  error: () => ServiceError,
): Promise<Buffer> => {
  if (typeof body === "function") {
    return body(bodyLimit, isTooLarge).catch((cause) => {
      throw cause instanceof ServiceError && cause.code === "FILE_TOO_LARGE" ? error() : cause;
    });
  }
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > bodyLimit || isTooLarge(bytes)) throw error();
  return bytes;
};

const parsedJson = async (bytes: Buffer, limitBytes: number): Promise<unknown> => {
  try {
    return await readJson(bytes, limitBytes);
  } catch (error) {
    throw error instanceof ServiceError && error.code === "FILE_TOO_LARGE" ? tooLarge(limitBytes) : error;
  }
};

/** Throws UNSUPPORTED_MEDIA_TYPE for a body that is compressed. */
export const checkEncoding = (request: Event): void => {
  const encoding = headerOf(request, "content-encoding")?.toLowerCase() ?? "identity";
  if (encoding === "identity") return;
  throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "Content-Encoding is not supported: send the body uncompressed.");
};

/** A body that its contract accepts: the input, and the values that it was made of. */
interface AcceptedBody<Input> {
  readonly input: Input;
  readonly values: unknown;
}

const acceptWithin = async <Input>(
  limitBytes: number,
  schema: Schema<Input>,
  values: unknown,
): Promise<AcceptedBody<Input>> => {
  if (documentSize(values) > limitBytes) throw tooLarge(limitBytes);
  return { input: await accept(schema, values), values };
};

/** Reads the input of a request according to its contract. Throws a ServiceError for the client. */
const read = async <Input>(
  request: Event,
  { accepts: { json, form }, limitBytes }: Contract<Input>,
  received: (bytes: Uint8Array) => void,
): Promise<AcceptedBody<Input>> => {
  const contentType = headerOf(request, "content-type") ?? "";
  const type = contentType.split(";", 1).join().trim().toLowerCase();
  const isJson = type === "application/json";
  const bodyLimit = isJson ? 2 * limitBytes : limitBytes + FORM_OVERHEAD_LIMIT_BYTES;
  if (Number(headerOf(request, "content-length")) > bodyLimit) throw tooLarge(limitBytes);
  checkEncoding(request);
  if (isJson && json !== undefined) {
    const bytes = await receiveBody(request, bodyLimit, never, () => tooLarge(limitBytes));
    received(bytes);
    return acceptWithin(limitBytes, json, await parsedJson(bytes, limitBytes));
  }
  if (type !== "multipart/form-data" || form === undefined) {
    const types = [json && "application/json", form && "multipart/form-data"].filter(Boolean);
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `Content-Type must be ${types.join(" or ")}.`);
  }
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw malformed("its content type names no boundary");
  const reader = new FormReader(boundary);
  const isTooLarge = (arrived: Buffer) => reader.read(arrived) > limitBytes;
  const bytes = await receiveBody(request, bodyLimit, isTooLarge, () => tooLarge(limitBytes));
  received(bytes);
  return acceptWithin(limitBytes, form, await readParts(bytes, reader.parts(), boundary));
};

/** Credits that this input costs on a plan. */
const costOf = <Input>({ path, credits }: Contract<Input>, input: Input, { prices }: Plan): number => {
  const price = prices[path];
  if (typeof price === "number") return price;
  if (typeof credits === "number") return credits;
  const name = credits.by(input);
  const cost = price?.[name] ?? credits.of[name];
  if (cost === undefined) throw new Error(`${path} has no price for ${name}.`);
  return cost;
};

/**
 * Reads and checks the body. A refusal is thrown only after the meter has run, because refused requests count against the rate
 * window too.
 */
export const readBody = <Input>(
  contract: Contract<Input>,
): Middleware<Received & Authenticated & Referred & Deferrable, BodyRead<Input>> => ({
  before: async (request) => {
    const { caller, refusal } = request;
    if (refusal !== undefined) return { checked: { refusal } };
    const received = (bytes: Uint8Array) => {
      request.bytesIn = bytes.length;
      request.receivedAt = performance.now();
      if (request.jobBody) request.jobBody.bytes = bytes;
    };
    try {
      const { documentLimitBytes } = accounts().meter.planOf(caller);
      const limited = { ...contract, limitBytes: Math.min(contract.limitBytes, documentLimitBytes) };
      const { input, values } = await asAccount(caller.account, () => read(request, limited, received));
      const hasKey = headerOf(request, IDEMPOTENCY_HEADER) !== undefined;
      const fingerprint = hasKey ? await fingerprintOf(contract.path, values) : "";
      return { checked: { input, priceOn: (plan) => costOf(contract, input, plan), fingerprint } };
    } catch (error) {
      return { checked: { refusal: toServiceError(error) } };
    }
  },
});
