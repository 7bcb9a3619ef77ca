import * as z from "zod/mini";

/** A schema of a value of any type. */
export type AnySchema = z.ZodMiniType;

/** What the reference says of a field: a sentence, valid examples, and the value that applies if none is sent. */
interface About {
  /** The name of a schema that several endpoints share. */
  readonly id?: string;
  readonly description: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
}

/** A schema with what the reference says of it. Its first example also stands in the message for a value that is wrong. */
export const described = <S extends z.ZodMiniType>(schema: S, about: About): S => {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...about });
  return schema;
};

/** What the reference says of a schema. */
export const aboutOf = (schema: z.ZodMiniType): Partial<About> =>
  (z.globalRegistry.get(schema) ?? {}) as Partial<About>;

/** The first example of a described schema. */
export const exampleOf = (schema: z.ZodMiniType): unknown => aboutOf(schema).examples?.[0];

/** Schemas that zod hides inside another one: those of the JSON or the text in a part, and of the entries of a list. */
interface Inner {
  readonly json?: z.ZodMiniType;
  readonly text?: z.ZodMiniType;
  readonly items?: z.ZodMiniType;
}

const innerSchemas = z.registry<object>();

/** Registers the inner schemas of a schema, so that the reference can describe them. Returns the schema. */
export const showing = <S extends z.ZodMiniType>(schema: S, inner: Inner): S => {
  innerSchemas.add(schema, inner);
  return schema;
};

/** The inner schemas that `showing` has registered. */
export const innerOf = (schema: z.ZodMiniType): Inner => innerSchemas.get(schema) ?? {};
