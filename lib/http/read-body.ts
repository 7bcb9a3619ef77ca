import { isUtf8 } from "node:buffer";
import { accept, type Contract, MB, type Part, type Schema } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { type Event, headerOf, type IsTooLarge, type Middleware } from "./exchange.ts";
import { FormReader, malformed } from "./form-reader.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import { toServiceError } from "./respond.ts";

/** Bytes that a form may have beside its documents: for delimiters, headers and options. */
const FORM_OVERHEAD_LIMIT_BYTES = MB;

const tooLarge = (limit: number) =>
  new ServiceError("FILE_TOO_LARGE", `The document is larger than ${limit / MB} MB (${limit} bytes).`);

const never = () => false;

/** Receives a body of at most `most` bytes. `isTooLarge` tells whether the documents in what has arrived exceed the limit. */
const receive = async ({ body, isBase64Encoded }: Event, most: number, limit: number, isTooLarge: IsTooLarge) => {
  if (typeof body === "function") {
    return body(most, isTooLarge).catch((error) => {
      throw error instanceof ServiceError && error.code === "FILE_TOO_LARGE" ? tooLarge(limit) : error;
    });
  }
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > most || isTooLarge(bytes)) throw tooLarge(limit);
  return bytes;
};

const parseJson = (bytes: Buffer): unknown => {
  try {
    if (isUtf8(bytes)) return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Refused below, as is a body that is not UTF-8.
  }
  throw new ServiceError("INVALID_REQUEST", "The body is not valid JSON.");
};

const isFile = (value: unknown): value is Part => {
  const { bytes, name, type } = (value ?? {}) as Partial<Part>;
  return bytes instanceof Buffer && (name !== undefined || type !== "text/plain");
};

/** Bytes of the documents in a request: the texts of a JSON body, the files of a form. */
const documentSize = (values: unknown): number => {
  if (typeof values !== "object" || values === null) return 0;
  let size = 0;
  for (const value of Object.values(values).flat()) {
    if (typeof value === "string") size += Buffer.byteLength(value);
    else if (isFile(value)) size += value.bytes.length;
  }
  return size;
};

/** Throws UNSUPPORTED_MEDIA_TYPE for headers that announce a body which the endpoint does not take. */
const checkHeaders = (event: Event, type: string, { json, form }: Contract<unknown>["accepts"]): void => {
  const encoding = headerOf(event, "content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "Content-Encoding is not supported: send the body as it is.");
  }
  const types = [json && "application/json", form && "multipart/form-data"].filter(Boolean);
  if (!types.includes(type)) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `Content-Type must be ${types.join(" or ")}.`);
  }
};

const acceptWithin = <Input>(limit: number, schema: Schema<Input>, values: unknown): Promise<Input> => {
  if (documentSize(values) > limit) throw tooLarge(limit);
  return accept(schema, values);
};

/** Reads a request as its contract says. Throws the ServiceError that the client is to get. */
const read = async <Input>(
  event: Event,
  { accepts, limit }: Contract<Input>,
  count: (bytes: number) => void,
): Promise<Input> => {
  const contentType = headerOf(event, "content-type") ?? "";
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const isJson = type === "application/json";
  const most = isJson ? 2 * limit : limit + FORM_OVERHEAD_LIMIT_BYTES;
  if (Number(headerOf(event, "content-length")) > most) throw tooLarge(limit);
  checkHeaders(event, type, accepts);
  if (isJson) {
    const bytes = await receive(event, most, limit, never);
    count(bytes.length);
    return acceptWithin(limit, accepts.json!, parseJson(bytes));
  }
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw malformed("its content type names no boundary");
  const reader = new FormReader(boundary);
  const bytes = await receive(event, most, limit, (arrived) => reader.read(arrived) > limit);
  count(bytes.length);
  return acceptWithin(limit, accepts.form!, await readParts(bytes, reader.parts(), boundary));
};

/** Reads and checks the body. A refusal waits for the meter: a refused request counts against the rate window too. */
export const readBody = <Input>(contract: Contract<Input>): Middleware => ({
  before: async ({ event, internal }) => {
    if (internal.refusal !== undefined) return;
    try {
      event.input = await read(event, contract, (bytes) => {
        internal.bytesIn = bytes;
        internal.receivedAt = performance.now();
      });
    } catch (error) {
      internal.refusal = toServiceError(error);
    }
  },
});
