import type { Budget } from "../budget.ts";
import { GrowingBuffer } from "./growing-buffer.ts";

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const CODE_COUNT = 4096;

/** Unpacks LZWDecode; `early` is /EarlyChange, by how many codes sooner the code length grows. */
export const decodeLzw = (data: Uint8Array, early: number, budget: Budget): Buffer => {
  const out = new GrowingBuffer(budget);
  const prefix = new Int16Array(CODE_COUNT).fill(-1);
  const suffix = new Uint8Array(CODE_COUNT);
  const length = new Uint16Array(CODE_COUNT);
  for (let byte = 0; byte < 256; byte++) {
    suffix[byte] = byte;
    length[byte] = 1;
  }
  const word = new Uint8Array(CODE_COUNT + 1);
  const spell = (code: number) => {
    for (let at = length[code]!; code >= 0; code = prefix[code]!) word[--at] = suffix[code]!;
  };
  let width = 9;
  let next = 258;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    if (code === END_OF_DATA) break;
    if (code === CLEAR_TABLE) {
      width = 9;
      next = 258;
      previous = -1;
      continue;
    }
    const known = code < next && (code < 256 || previous >= 0);
    if (!known && previous < 0) break;
    spell(known ? code : previous);
    const count = length[known ? code : previous]!;
    for (let at = 0; at < count; at++) out.push(word[at]!);
    if (!known) out.push(word[0]!);
    if (previous >= 0 && next < CODE_COUNT) {
      prefix[next] = previous;
      suffix[next] = word[0]!;
      length[next] = length[previous]! + 1;
      next++;
    }
    previous = known ? code : next - 1;
    if (next + early >= 1 << width && width < 12) width++;
  }
  return out.finish();
};
