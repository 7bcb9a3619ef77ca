import { isUtf8 } from "node:buffer";
import * as z from "zod/mini";
import type { ReasonOf } from "../errors/reasons.ts";
import { type Code, ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { exampleOf, showing } from "./described.ts";
import { parseJsonText, suchAs } from "./json-text.ts";
import type { ContractOutput } from "./output.ts";
import { refusalOf } from "./refusal.ts";

export { described } from "./described.ts";

/** A schema of an input: which values are accepted, and the type of an accepted value. */
export type Schema<Input> = z.ZodMiniType<Input>;

/** The type of a value that a schema has accepted. */
export type Accepted<S extends z.ZodMiniType> = z.output<S>;

/** A JSON body, or the parts of a form in which `@path` stands for a file, as in curl. */
export type Example = { readonly json: object } | { readonly form: Readonly<Record<string, unknown>> };

/** One endpoint as the client sees it. Validation, credits and headers follow from this. */
export interface Contract<Input> {
  /** Below the service's base address; also the path of the endpoint's file under `functions/`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What a client has to know beyond the summary, in Markdown. */
  readonly description?: string;
  /** The schema of the input, for each way of sending it. */
  readonly accepts: { readonly json?: Schema<Input>; readonly form?: Schema<Input> };
  /** A request that works. */
  readonly example: Example;
  /** Codes of errors that only this endpoint has. */
  readonly ownErrors?: readonly Code[];
  /** Maximum total size of the documents of a request, in bytes. */
  readonly limitBytes: number;
  /**
   * Credits that a success costs. If the input decides, `of` holds the costs by name, and `by` returns the name for an input.
   */
  readonly credits: number | { readonly of: Readonly<Record<string, number>>; readonly by: (input: Input) => string };
  readonly output: ContractOutput;
}

/** A contract, with its input's type inferred. */
export const contract = <Input>(contract: Contract<Input>): Contract<Input> => contract;

export { MB };

/** Validates a value, and returns it with the type of its schema. Throws a ServiceError that names the wrong field. */
export const accept = async <T>(schema: Schema<T>, value: unknown): Promise<T> => {
  const result = await schema.safeParseAsync(value, { reportInput: true });
  if (result.success) return result.data;
  throw refusalOf(result.error.issues);
};

/** An object with these fields and no others. */
export const fields = <Shape extends z.core.$ZodShape>(shape: Shape, example?: object) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === "invalid_type" && example) return `must be an object${suchAs(example)}`;
      if (issue.code !== "unrecognized_keys") return undefined;
      return `has unknown ${issue.keys.slice(0, 5).join(", ")}; known fields: ${Object.keys(shape).join(", ")}`;
    },
  });

export const text = () => z.string();

/** A text of at most `most` characters. Checks that follow are not run for a longer one. */
export const shortText = (most: number) =>
  z
    .string()
    .check(z.refine((value) => value.length <= most, { error: `must have at most ${most} characters`, abort: true }))
    .register(z.globalRegistry, { maxLength: most });

export const boolean = () => z.boolean();

/**
 * A list whose entries a schema accepts unchanged; a number alone counts as a list of one. The check stops at the first
 * wrong entry, because a list may have a hundred thousand of them.
 */
export const list = <Item extends z.ZodMiniType>(items: Item, example?: readonly z.output<Item>[]) => {
  const every = z.array(z.unknown(), { error: `must be a list${suchAs(example)}` }).check(({ value, issues }) => {
    for (const [index, entry] of value.entries()) {
      const { error } = items.safeParse(entry, { reportInput: true });
      if (error === undefined) continue;
      const [first] = error.issues;
      if (first !== undefined) issues.push({ ...first, path: [index, ...first.path] } as z.core.$ZodRawIssue);
      return;
    }
  });
  const listed = z.transform((value: unknown) => (typeof value === "number" ? [value] : value));
  const checked = z.pipe(
    every,
    z.transform((values) => values as z.output<Item>[]),
  );
  return showing(z.pipe(listed, checked), { items });
};

export const optional = z.optional;

/** A field that may be left out or null. */
export const nullish = z.nullish;
/** An object whose values a schema accepts, by name. */
export const record = <S extends z.ZodMiniType>(values: S) => z.record(z.string(), values);
/** A field that must be null. */
export const none = () => z.null();
/** One of these texts. */
export const oneOf = z.enum;

/** A number, both ends included. */
export const number = (least: number, most: number) =>
  z.number().check(z.minimum(least, between(least, most)), z.maximum(most, between(least, most)));

/** A whole number, both ends included. */
export const integer = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  z.int().check(z.minimum(least, between(least, most)), z.maximum(most, between(least, most)));

const between = (least: number, most: number) =>
  most === Number.MAX_SAFE_INTEGER ? `must be at least ${least}` : `must be ${least} to ${most}`;

/** A value of one of two schemas; `message` is the error for any other value. */
export const either = <A extends z.ZodMiniType, B extends z.ZodMiniType>(first: A, second: B, message: string) =>
  z.union([first, second], { error: message });

/** A value of this schema, converted for the engine. */
export const mapped = <S extends z.ZodMiniType, U>(schema: S, convert: (value: z.output<S>) => U) =>
  z.pipe(
    schema,
    z.transform<z.output<S>, U>((value) => convert(value)),
  );

/** A rule for a value or for several fields. If it does not hold, the error is `message`, with `field` as its subject. */
export const rule = <T>(
  holds: (value: T) => boolean,
  message: string,
  field?: string,
  reason: ReasonOf<"INVALID_REQUEST"> = "invalid-request",
) => z.refine<T>(holds, { error: message, params: { reason }, ...(field === undefined ? {} : { path: [field] }) });

/** An asynchronous check, which throws a ServiceError for a wrong value. `field` is the subject of its message. */
export const asyncCheck = <T>(check: (value: T) => Promise<void> | void, field?: string) =>
  z.check<T>(async ({ value, issues }) => {
    try {
      await check(value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const path = field === undefined ? [] : [field];
      issues.push({
        code: "custom",
        input: value,
        path,
        message: error.message,
        params: { code: error.code, reason: error.reason },
        continue: true,
      });
    }
  });

/** A part of a form. */
export interface Part {
  /** The file name that the client gave, without folders; a text field has none. */
  readonly name: string | undefined;
  /** The same with the folders that the client gave. */
  readonly path: string | undefined;
  /** The media type; `text/plain` if none was sent. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A kind of file: its name, and a check that throws a ServiceError for bytes of another kind. */
export interface FileKind {
  readonly name: string;
  readonly check: (bytes: Buffer) => Promise<void> | void;
}

const single = z.custom<Part>((part) => part !== undefined && !Array.isArray(part), {
  error: ({ input }) => (input === undefined ? "is missing" : "must be sent once"),
});

const file = ({ name, check }: FileKind) =>
  single
    .check(
      z.refine((part) => part.name !== undefined || part.type !== "text/plain", {
        error: `must be a file (${name})`,
        abort: true,
      }),
    )
    .check(asyncCheck(({ bytes }) => check(bytes)));

/** A part that is a file of this kind, whatever its file name is. */
export const filePart = (kind: FileKind) => file(kind).register(z.globalRegistry, { type: "string", format: "binary" });

/** The same part sent several times, in the order of sending. */
export const fileParts = (kind: FileKind, { min, max }: { min: number; max: number }) =>
  z.pipe(
    z.transform((parts: unknown) => (parts === undefined || Array.isArray(parts) ? (parts ?? []) : [parts])),
    z
      .array(filePart(kind))
      .check(
        z.minLength(min, `must be ${min} to ${max}`),
        // Not z.maxLength: its error would hide the error for a file of another kind.
        z.refine((parts) => parts.length <= max, `must be ${min} to ${max}`),
      )
      .register(z.globalRegistry, { maxItems: max }),
  );

/** The largest size of a part that holds text or JSON, unless its endpoint sets another one. */
const TEXT_PART_LIMIT_BYTES = 65_536;
/** The largest size of a part that holds a list of 100,000 page numbers. */
export const LIST_PART_LIMIT_BYTES = MB;

/** The text of a part, whether it was sent as a field or as a file. */
const content = (limitBytes: number) =>
  z.pipe(
    single,
    z.transform(({ bytes }: Part, { issues }): string => {
      if (bytes.length <= limitBytes && isUtf8(bytes)) return bytes.toString();
      const message = bytes.length > limitBytes ? `must have at most ${limitBytes / 1024} KB` : "must be UTF-8 text";
      issues.push({ code: "custom", message, input: undefined });
      return z.NEVER;
    }),
  );

/** A part that holds text of this schema. */
export const textPart = <T extends z.ZodMiniType<unknown, string>>(text: T) =>
  showing(z.pipe(content(TEXT_PART_LIMIT_BYTES), text), { text });

/** A part that holds JSON of this schema. */
export const jsonPart = <T extends z.ZodMiniType>(json: T, limitBytes: number = TEXT_PART_LIMIT_BYTES) => {
  const parsed = z.transform((source: string, { issues }): unknown => {
    try {
      return parseJsonText(source, exampleOf(json));
    } catch (error) {
      issues.push({ code: "custom", message: (error as ServiceError).message, input: undefined });
      return z.NEVER;
    }
  });
  return showing(z.pipe(z.pipe(content(limitBytes), parsed), json), { json });
};

/** A part of any bytes, whether it was sent as a field or as a file. */
export const bytesPart = () => single.check().register(z.globalRegistry, { type: "string", format: "binary" });
