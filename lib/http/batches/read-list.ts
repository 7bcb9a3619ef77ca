import { createHash } from "node:crypto";
import { ServiceError } from "../../errors/service-error.ts";
import { BATCH_JOBS_LIMIT, LIST_LIMIT_BYTES } from "../../jobs/batches/batch.ts";
import { MB } from "../../settings/megabyte.ts";
import { isCurrent } from "../../stored-bodies/reference.ts";
import { parseJson } from "../json/parse.ts";
import { FieldError, formBody, jsonOf } from "./entry-form.ts";
import { jsonEntries, type ListEntry, ndjsonLines, withoutMark } from "./list-entries.ts";

/** The bodies that an operation accepts. */
interface OperationBodies {
  readonly takesJson: boolean;
  readonly takesForm: boolean;
}

/** The list of a batch as it arrived, and the operations that its entries may name. */
export interface ListJob {
  readonly bytes: Uint8Array;
  readonly isLines: boolean;
  readonly operations: Readonly<Record<string, OperationBodies>>;
  /** The moment (ms since 1970) at which uploads must not have expired. */
  readonly now: number;
}

/** A list that was read: what is stored of it, and what is reserved for it. */
export interface ReadList {
  /** The bodies of its jobs, and from `start` on a line for each job. */
  readonly stored: Uint8Array;
  readonly start: number;
  /** How many jobs each operation has. */
  readonly counts: Readonly<Record<string, number>>;
  readonly digest: string;
}

const FIELDS = ["operation", "name", "body", "form", "bodyRef"];
const BODY_FIELDS = ["body", "form", "bodyRef"];
const NAME_LIMIT_CHARACTERS = 100;
const CONTROL_CHARACTER = /\p{Cc}/u;

const wrong = (message: string) => new ServiceError("INVALID_REQUEST", message);

const parsed = ({ bytes, line }: ListEntry, where: string): Readonly<Record<string, unknown>> => {
  let value: unknown;
  try {
    value = parseJson(bytes, Number.POSITIVE_INFINITY);
  } catch (error) {
    const what = error instanceof ServiceError ? error.message.replace(/^The (JSON )?body /, "") : "is not valid JSON.";
    throw wrong(`${where} (line ${line}) ${what}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(`${where} (line ${line}) must be an object.`);
  return value as Record<string, unknown>;
};

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the entries of one list. One class, because each entry adds to what is stored, counted and named so far. */
class ListReader {
  readonly #job: ListJob;
  readonly #bodies: Buffer[] = [];
  readonly #lines: string[] = [];
  readonly #names = new Set<string>();
  readonly #counts: Record<string, number> = {};
  #size = 0;

  constructor(job: ListJob) {
    this.#job = job;
  }

  add(entry: ListEntry): void {
    const index = this.#lines.length;
    const where = `requests[${index}]`;
    if (index === BATCH_JOBS_LIMIT) throw wrong(`requests must be 1 to ${BATCH_JOBS_LIMIT.toLocaleString("en")}.`);
    const values = parsed(entry, where);
    const onLine = (field: string) => `${where}.${field} (line ${entry.line})`;
    const unknown = Object.keys(values).find((field) => !FIELDS.includes(field));
    if (unknown !== undefined)
      throw wrong(
        `${where} (line ${entry.line}) has unknown ${unknown.slice(0, 40)}; known fields: ${FIELDS.join(", ")}.`,
      );
    const { operation, name } = values;
    const bodies = typeof operation === "string" ? this.#operation(operation) : undefined;
    if (typeof operation !== "string" || bodies === undefined)
      throw wrong(
        `${onLine("operation")} must be the path of an endpoint that makes a document, such as /convert/html-to-pdf.`,
      );
    this.#checkName(name, onLine("name"));
    const given = BODY_FIELDS.filter((field) => values[field] !== undefined);
    if (given.length !== 1) throw wrong(`${where} (line ${entry.line}) must have one of ${BODY_FIELDS.join(", ")}.`);
    const body = this.#body(values, bodies, { onLine, line: entry.line });
    this.#lines.push(JSON.stringify({ operation, name, body }));
    this.#counts[operation] = (this.#counts[operation] ?? 0) + 1;
  }

  finish(): ReadList {
    if (this.#lines.length === 0) throw wrong(`requests must be 1 to ${BATCH_JOBS_LIMIT.toLocaleString("en")}.`);
    const stored = Buffer.concat([...this.#bodies, Buffer.from(this.#lines.join("\n"))]);
    const digest = createHash("sha256").update(stored).digest("base64url");
    return { stored, start: this.#size, counts: this.#counts, digest };
  }

  #operation(path: string): OperationBodies | undefined {
    return Object.hasOwn(this.#job.operations, path) ? this.#job.operations[path] : undefined;
  }

  #checkName(name: unknown, field: string): void {
    if (name === undefined) return;
    if (typeof name !== "string" || name === "" || name.length > NAME_LIMIT_CHARACTERS || CONTROL_CHARACTER.test(name))
      throw wrong(`${field} must have 1 to ${NAME_LIMIT_CHARACTERS} characters, none of them a control character.`);
    if (this.#names.has(name)) throw wrong(`${field} must be a name that no other request has.`);
    this.#names.add(name);
  }

  #body(
    { body, form, bodyRef }: Readonly<Record<string, unknown>>,
    { takesJson, takesForm }: OperationBodies,
    { onLine, line }: { readonly onLine: (field: string) => string; readonly line: number },
  ): object {
    if (bodyRef !== undefined) {
      if (typeof bodyRef !== "string" || !isCurrent(bodyRef, this.#job.now))
        throw wrong(`${onLine("bodyRef")} must be the uploadId of an upload that has not expired.`);
      return { reference: bodyRef, type: "", bytes: 0, isUpload: true };
    }
    const [field, value] = body === undefined ? (["form", form] as const) : (["body", body] as const);
    if (field === "body" && !takesJson) throw wrong(`${onLine("body")} is not for this operation, which takes a form.`);
    if (field === "form" && !takesForm) throw wrong(`${onLine("form")} is not for this operation, which takes JSON.`);
    if (!isObject(value)) throw wrong(`${onLine(field)} must be an object.`);
    const where = `requests[${this.#lines.length}].${field}`;
    try {
      if (field === "body") return this.#store("application/json", [Buffer.from(jsonOf(where, value))]);
      const { type, bytes } = formBody(value, where);
      return this.#store(type, bytes);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      throw wrong(`${error.field} (line ${line}) ${error.message}`);
    }
  }

  #store(type: string, pieces: readonly Buffer[]): object {
    // One piece: a form of many small fields is many of them.
    const body = Buffer.concat(pieces);
    const start = this.#size;
    this.#size += body.length;
    // A number or a field may need many times as many bytes in a form as in the list.
    if (this.#size > LIST_LIMIT_BYTES)
      throw new ServiceError(
        "FILE_TOO_LARGE",
        `The bodies of the requests are larger than ${LIST_LIMIT_BYTES / MB} MB.`,
      );
    this.#bodies.push(body);
    return { type, bytes: body.length, start };
  }
}

/**
 * Reads the list of a batch. Throws INVALID_REQUEST that names the first entry that is wrong, and its line, and FILE_TOO_LARGE if
 * the bodies that are made of it have too many bytes.
 */
export const readList = (job: ListJob): ReadList => {
  const reader = new ListReader(job);
  const bytes = withoutMark(job.bytes);
  try {
    for (const entry of job.isLines ? ndjsonLines(bytes) : jsonEntries(bytes)) reader.add(entry);
  } catch (error) {
    throw error instanceof SyntaxError
      ? new ServiceError("INVALID_REQUEST", "The body is not a JSON list; lines of JSON are application/x-ndjson.")
      : error;
  }
  return reader.finish();
};
