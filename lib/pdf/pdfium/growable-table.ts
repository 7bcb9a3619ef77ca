const HEADER_BYTES = 8;
/** The section of tables (WebAssembly Core Specification, 5.5.7). */
const TABLES = 4;

/** The end of a number in LEB128 (5.2.2) that begins at `at`. */
const numberEnd = (code: Uint8Array, at: number): number => {
  let end = at;
  while ((code[end]! & 0x80) !== 0) end++;
  return end + 1;
};

const numberAt = (code: Uint8Array, at: number): number => {
  let value = 0;
  for (let byte = numberEnd(code, at) - 1; byte >= at; byte--) value = value * 0x80 + (code[byte]! & 0x7f);
  return value;
};

/**
 * Lets the only table of a module grow, in its code: sets its limit to the highest number that has as many bytes. Throws an Error
 * if there is no such table.
 */
export const letTableGrow = (code: Uint8Array): void => {
  for (let at = HEADER_BYTES; at < code.length; ) {
    const sizeAt = at + 1;
    const content = numberEnd(code, sizeAt);
    if (code[at] !== TABLES) {
      at = content + numberAt(code, sizeAt);
      continue;
    }
    // One table, the type of its references, and that it has a limit.
    const [tables, , hasLimit] = code.subarray(content, content + 3);
    if (tables !== 1 || hasLimit !== 1) break;
    const limit = numberEnd(code, content + 3);
    const end = numberEnd(code, limit);
    code.fill(0xff, limit, end - 1);
    code[end - 1] = 0x7f;
    return;
  }
  throw new Error("The module has no table with a limit.");
};
