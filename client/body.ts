import { type Body, type FormPart, formBody } from "./form.ts";
import { type Source, toBlob } from "./source.ts";

/** How the body of an operation is sent: the fields of its JSON, the parts of its form. */
export interface BodyDescription {
  readonly json?: readonly string[];
  readonly form?: Readonly<Record<string, "file" | "files" | "json" | "text">>;
}

type Input = Readonly<Record<string, unknown>>;

const jsonBody = (input: Input): Body => ({
  type: "application/json",
  content: new Blob([JSON.stringify(input)]),
});

const partsOf = async (name: string, kind: string | undefined, value: unknown): Promise<FormPart[]> => {
  if (kind === "files" && Array.isArray(value))
    return (await Promise.all(value.map((v) => partsOf(name, "file", v)))).flat();
  if (kind === "file" && typeof value !== "string") return [{ name, value: await toBlob(value as Source) }];
  return [{ name, value: typeof value === "string" ? value : JSON.stringify(value) }];
};

/** Whether the input has a file, so that it can be sent as a form only. */
const hasFile = (input: Input, form: NonNullable<BodyDescription["form"]>): boolean =>
  Object.entries(input).some(([name, value]) => form[name]?.startsWith("file") && typeof value !== "string");

/** The body for an input: a form if the input has files or the operation accepts nothing else, otherwise JSON. */
export const bodyOf = async (description: BodyDescription, input: Input): Promise<Body> => {
  const { json, form } = description;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  if (form === undefined || (json !== undefined && !hasFile(input, form))) return jsonBody(input);
  return formBody((await Promise.all(given.map(([name, value]) => partsOf(name, form[name], value)))).flat());
};
