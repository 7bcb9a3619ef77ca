import type { Budget } from "../budget.ts";
import { hexValue } from "../read/characters.ts";

/** Decodes ASCIIHexDecode (ISO 32000-2, 7.4.2). */
export const decodeHex = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  let high = -1;
  for (const byte of data) {
    if (byte === 62) break;
    const digit = hexValue(byte);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      out.push(high * 16 + digit);
      high = -1;
    }
  }
  if (high >= 0) out.push(high * 16);
  return out.bytes;
};

/** Decodes ASCII85Decode (ISO 32000-2, 7.4.3). */
export const decode85 = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  let group = 0;
  let digits = 0;
  const emit = (count: number) => {
    for (let shift = 0; shift < count; shift++) out.push(Math.floor(group / 256 ** (3 - shift)) & 255);
    group = 0;
    digits = 0;
  };
  for (const byte of data) {
    if (byte === 126) break;
    if (byte === 122 && digits === 0) emit(4);
    if (byte < 33 || byte > 117) continue;
    group = group * 85 + byte - 33;
    if (++digits === 5) emit(4);
  }
  if (digits > 1) {
    const count = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    emit(count);
  }
  return out.bytes;
};
