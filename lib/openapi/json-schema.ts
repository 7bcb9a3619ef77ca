import * as z from "zod/mini";
import { aboutOf, innerOf } from "../contract/described.ts";

/** A JSON Schema as JSON (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where an OpenAPI document holds the schemas that several endpoints share. */
const SHARED_SCHEMAS = "#/components/schemas/";

/** Removes the bounds that every whole number has. */
const withoutNeedlessBounds = (schema: { maximum?: unknown; minimum?: unknown }): void => {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
};

/** The description, examples and default of a schema. Zod leaves the last two out if the value is converted. */
const spokenOf = (schema: z.ZodMiniType): JsonSchema => {
  const { description, examples, default: fallback } = aboutOf(schema);
  return {
    ...(description && { description }),
    ...(examples && { examples }),
    ...(fallback !== undefined && { default: fallback }),
  };
};

/** A text that holds JSON, as a part of a form does. */
const jsonText = (json: z.ZodMiniType): JsonSchema => {
  const { description = "", examples = [], id } = aboutOf(json);
  return {
    type: "string",
    contentMediaType: "application/json",
    description: `${description} As JSON${id === undefined ? "" : ` of ${id}`}.`.trim(),
    examples: examples.map((example) => JSON.stringify(example)),
  };
};

/**
 * Writes the JSON Schemas of the values that schemas accept. Schemas with an id are written once, into `shared`; others refer
 * to them.
 */
export class JsonSchemaWriter {
  readonly shared: Record<string, JsonSchema> = {};

  write(schema: z.ZodMiniType): JsonSchema {
    const { $schema: _, $defs = {}, ...found } = this.#convert(schema);
    for (const [id, shared] of Object.entries($defs as Record<string, JsonSchema>)) {
      const { id: _, ...rest } = shared;
      this.shared[id] ??= rest;
    }
    const { id } = aboutOf(schema);
    if (id === undefined) return found;
    const { id: _id, ...rest } = found;
    this.shared[id] ??= rest;
    return { $ref: SHARED_SCHEMAS + id };
  }

  #convert(schema: z.ZodMiniType): JsonSchema {
    const found = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, this.#inner(zodSchema as unknown as z.ZodMiniType));
        withoutNeedlessBounds(jsonSchema);
      },
    });
    return JSON.parse(JSON.stringify(found).replaceAll('"#/$defs/', `"${SHARED_SCHEMAS}`));
  }

  /** The JSON Schema of a schema that Zod cannot describe by itself. */
  #inner(schema: z.ZodMiniType): JsonSchema {
    const { json, text, items } = innerOf(schema);
    if (json) return { ...jsonText(json), contentSchema: this.write(json), ...spokenOf(schema) };
    if (items) return { type: "array", items: this.write(items), ...spokenOf(schema) };
    return { ...(text && this.write(text)), ...spokenOf(schema) };
  }
}

/** The schema of a moment. */
export const momentSchema = (description: string): JsonSchema => ({ type: "string", format: "date-time", description });

/** The schema of a number of things. */
export const count = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });
