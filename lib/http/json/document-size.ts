import type { Part } from "../../contract/contract.ts";

const isFile = (value: unknown): value is Part => {
  const { bytes, name, type } = (value ?? {}) as Partial<Part>;
  return bytes instanceof Buffer && (name !== undefined || type !== "text/plain");
};

/** Bytes of the documents in a request: the texts of a JSON body, the files of a form. */
export const documentSize = (values: unknown): number => {
  if (typeof values !== "object" || values === null) return 0;
  let size = 0;
  for (const value of Object.values(values).flat()) {
    if (typeof value === "string") size += Buffer.byteLength(value);
    else if (isFile(value)) size += value.bytes.length;
  }
  return size;
};
