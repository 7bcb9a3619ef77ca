import type { Budget } from "../budget.ts";

/** Decodes RunLengthDecode (ISO 32000-2, 7.4.5). */
export const decodeRuns = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  for (let at = 0; at < data.length; ) {
    const length = data[at++];
    const byte = data[at];
    if (length === undefined || byte === undefined || length === 128) break;
    if (length < 128) {
      const end = Math.min(at + length + 1, data.length);
      out.writeBytes(data, at, end);
      at = end;
    } else {
      for (let count = 257 - length; count > 0; count--) out.push(byte);
      at++;
    }
  }
  return out.bytes;
};
