/** A form with these parts: text as a field, bytes as a file; several values of one name in their order. */
export const form = (
  parts: Record<string, string | Uint8Array | readonly (string | Uint8Array)[]>,
  fileName = "upload",
): FormData => {
  const data = new FormData();
  for (const [name, values] of Object.entries(parts)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (typeof value === "string") data.append(name, value);
      else data.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), fileName);
    }
  }
  return data;
};
