import { fromFile } from "../../../client/node.ts";
import type { Example } from "../../../lib/contract/contract.ts";

const valueFrom = async (value: unknown): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map(valueFrom));
  return typeof value === "string" && value.startsWith("@") ? fromFile(value.slice(1)) : value;
};

/** The example of a contract as the input of the client: `@samples/letter.pdf` is that file. */
export const exampleInput = async (example: Example): Promise<Record<string, unknown>> => {
  const values = "json" in example ? (example.json as object) : example.form;
  const entries = Object.entries(values).map(async ([name, value]) => [name, await valueFrom(value)] as const);
  return Object.fromEntries(await Promise.all(entries));
};
