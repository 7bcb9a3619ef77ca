import type { Budget } from "../budget.ts";

/** Decodes RunLengthDecode (ISO 32000-2, 7.4.5). */
export const decodeRuns = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  for (let at = 0; at < data.length; ) {
    const length = data[at++]!;
    if (length === 128) break;
    if (length < 128) {
      for (const to = Math.min(at + length + 1, data.length); at < to; at++) out.push(data[at]!);
    } else if (at < data.length) {
      for (let count = 257 - length; count > 0; count--) out.push(data[at]!);
      at++;
    }
  }
  return out.bytes;
};
