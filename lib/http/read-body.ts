import { accounts } from "../accounts/accounts.ts";
import { accept, type Contract, MB, type Schema } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { asAccount } from "../turns/account.ts";
import { type Event, headerOf, type IsTooLarge, type Middleware } from "./exchange.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { FormReader, malformed } from "./form-reader.ts";
import { IDEMPOTENCY_HEADER } from "./idempotency.ts";
import { documentSize } from "./json/document-size.ts";
import { readJson } from "./json/threads.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import { toServiceError } from "./respond.ts";

/** Bytes that a form may have in addition to its documents, for delimiters, headers and options. */
const FORM_OVERHEAD_LIMIT_BYTES = MB;

const tooLarge = (limit: number) =>
  new ServiceError("FILE_TOO_LARGE", `The document is larger than ${limit / MB} MB (${limit} bytes).`);

const never = () => false;

/**
 * Receives a body of at most `bodyLimit` bytes, whose documents have at most `limit` bytes. `isTooLarge` checks their size while
 * they arrive.
 */
const receive = async ({ body, isBase64Encoded }: Event, bodyLimit: number, limit: number, isTooLarge: IsTooLarge) => {
  if (typeof body === "function") {
    return body(bodyLimit, isTooLarge).catch((error) => {
      throw error instanceof ServiceError && error.code === "FILE_TOO_LARGE" ? tooLarge(limit) : error;
    });
  }
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > bodyLimit || isTooLarge(bytes)) throw tooLarge(limit);
  return bytes;
};

const parsedJson = async (bytes: Buffer, limitBytes: number): Promise<unknown> => {
  try {
    return await readJson(bytes, limitBytes);
  } catch (error) {
    throw error instanceof ServiceError && error.code === "FILE_TOO_LARGE" ? tooLarge(limitBytes) : error;
  }
};

/** Throws UNSUPPORTED_MEDIA_TYPE for headers that announce a body which the endpoint does not take. */
const checkHeaders = (event: Event, type: string, { json, form }: Contract<unknown>["accepts"]): void => {
  const encoding = headerOf(event, "content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "Content-Encoding is not supported: send the body uncompressed.");
  }
  const types = [json && "application/json", form && "multipart/form-data"].filter(Boolean);
  if (!types.includes(type)) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `Content-Type must be ${types.join(" or ")}.`);
  }
};

/** An accepted input, and the values that it was made of. */
interface Accepted<Input> {
  readonly input: Input;
  readonly values: unknown;
}

const acceptWithin = async <Input>(
  limitBytes: number,
  schema: Schema<Input>,
  values: unknown,
): Promise<Accepted<Input>> => {
  if (documentSize(values) > limitBytes) throw tooLarge(limitBytes);
  return { input: await accept(schema, values), values };
};

/** Reads the input of a request according to its contract. Throws a ServiceError for the client. */
const read = async <Input>(
  event: Event,
  { accepts, limitBytes }: Contract<Input>,
  count: (bytes: number) => void,
): Promise<Accepted<Input>> => {
  const contentType = headerOf(event, "content-type") ?? "";
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const isJson = type === "application/json";
  const bodyLimit = isJson ? 2 * limitBytes : limitBytes + FORM_OVERHEAD_LIMIT_BYTES;
  if (Number(headerOf(event, "content-length")) > bodyLimit) throw tooLarge(limitBytes);
  checkHeaders(event, type, accepts);
  if (isJson) {
    const bytes = await receive(event, bodyLimit, limitBytes, never);
    count(bytes.length);
    return acceptWithin(limitBytes, accepts.json!, await parsedJson(bytes, limitBytes));
  }
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw malformed("its content type names no boundary");
  const reader = new FormReader(boundary);
  const bytes = await receive(event, bodyLimit, limitBytes, (arrived) => reader.read(arrived) > limitBytes);
  count(bytes.length);
  return acceptWithin(limitBytes, accepts.form!, await readParts(bytes, reader.parts(), boundary));
};

/**
 * Reads and checks the body. A refusal is thrown only after the meter has run, because refused requests count against the rate
 * window too.
 */
export const readBody = <Input>(contract: Contract<Input>): Middleware => ({
  before: async ({ event, internal }) => {
    if (internal.refusal !== undefined) return;
    try {
      const count = (bytes: number) => {
        internal.bytesIn = bytes;
        internal.receivedAt = performance.now();
      };
      const { documentLimitBytes } = accounts().meter.planOf(internal.caller!);
      const limited = { ...contract, limitBytes: Math.min(contract.limitBytes, documentLimitBytes) };
      const accepted = await asAccount(event.owner?.account ?? "", () => read(event, limited, count));
      event.input = accepted.input;
      if (headerOf(event, IDEMPOTENCY_HEADER) !== undefined)
        internal.fingerprint = await fingerprintOf(contract.path, accepted.values);
    } catch (error) {
      internal.refusal = toServiceError(error);
    }
  },
});
