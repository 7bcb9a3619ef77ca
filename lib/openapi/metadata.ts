import { LISTED_WARNINGS_LIMIT, WARNINGS } from "../output/warnings.ts";
import type { JsonSchema } from "./json-schema.ts";

const meanings = Object.entries(WARNINGS).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

/** A way in which a result differs from what its input asks for. */
export const warningSchema: JsonSchema = {
  type: "object",
  description: `A way in which the result differs from what its input asks for.\n\n${meanings.join("\n")}`,
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(WARNINGS) },
    message: { type: "string", description: "A sentence for people, without text of the document." },
    place: { type: "string", description: "Where, such as `page 3`, `file 2` or the origin of an address." },
  },
};

/** What an endpoint answers instead of its file for `Accept: application/json`. */
export const metadataSchema: JsonSchema = {
  type: "object",
  description: "What `Accept: application/json` returns instead of the file.",
  required: ["fileName", "size", "creditsUsed", "creditsRemaining", "contentType"],
  properties: {
    fileName: { type: "string" },
    size: { type: "integer", minimum: 0, description: "Bytes of the file." },
    creditsUsed: { type: "integer", minimum: 0 },
    creditsRemaining: { type: "integer", minimum: 0 },
    contentType: { type: "string", description: "The media type of the file." },
    pages: { type: "integer", minimum: 1, description: "Pages of the file, if it is a PDF." },
    formFields: {
      type: "array",
      description: "The fields of the file's form, from `/pdf/fill`.",
      items: {
        type: "object",
        required: ["name", "type", "value"],
        properties: {
          name: { type: "string", description: "The full name, such as `address.city`." },
          type: { type: "string", enum: ["text", "check", "radio", "choice", "button", "signature"] },
          value: {
            anyOf: [{ type: ["string", "boolean", "null"] }, { type: "array", items: { type: "string" } }],
          },
          options: {
            type: "array",
            items: { type: "string" },
            description: "The values that a radio button or a choice may have.",
          },
          maxLength: { type: "integer", description: "The most characters of a text." },
          isReadOnly: { const: true },
          isRequired: { const: true },
        },
      },
    },
    consoleErrors: {
      type: "integer",
      minimum: 1,
      description:
        "Uncaught errors of a page's scripts, and what they wrote with `console.error`; absent if there are none.",
    },
    warnings: {
      type: "array",
      description: `The first ${LISTED_WARNINGS_LIMIT} warnings; absent if there are none.`,
      minItems: 1,
      maxItems: LISTED_WARNINGS_LIMIT,
      items: { $ref: "#/components/schemas/Warning" },
    },
  },
};

/** What an endpoint answers to a dry run. */
export const dryRunSchema: JsonSchema = {
  type: "object",
  description: "What a valid request with `Prefer: dry-run` gets.",
  required: ["dryRun", "creditsUsed", "creditsRemaining"],
  properties: {
    dryRun: { const: true },
    creditsUsed: { type: "integer", minimum: 0, description: "What the request would cost." },
    creditsRemaining: { type: "integer", minimum: 0 },
  },
};
