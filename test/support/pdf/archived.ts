import assert from "node:assert/strict";
import { form } from "../form.ts";
import { post } from "../platen.ts";

/** The PDF/A file that `/pdf/archive` makes of a file. */
export const archived = async (
  file: Uint8Array,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Buffer> => {
  const reply = await post("/pdf/archive", form({ file, ...parts }));
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
  return Buffer.from(await reply.arrayBuffer());
};
