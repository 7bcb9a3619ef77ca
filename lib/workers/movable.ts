/** All bytes in a value, however deep in it. */
export const bytesIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(bytesIn) : [];
};

/**
 * The memories that may go over to another thread with these bytes, instead of copies: those that they fill for the most
 * part, such as a form's with its files. Whoever moves one leaves every view of it empty.
 */
export const movable = (views: readonly Uint8Array[]): ArrayBuffer[] => {
  const filled = new Map<ArrayBufferLike, number>();
  for (const { buffer, length } of views) filled.set(buffer, (filled.get(buffer) ?? 0) + length);
  const moved: ArrayBuffer[] = [];
  for (const [buffer, size] of filled) {
    // Small buffers of many owners share a memory of this size.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength <= Buffer.poolSize) continue;
    if (size >= buffer.byteLength / 2) moved.push(buffer);
  }
  return moved;
};

/** A value for another thread: bytes that are not in one of these memories are copied, and their copies' memories added. */
export const copyShared = (value: unknown, moved: Set<ArrayBufferLike>): unknown => {
  if (value instanceof Uint8Array) {
    if (moved.has(value.buffer)) return value;
    const copy = new Uint8Array(value);
    moved.add(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((entry) => copyShared(entry, moved));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyShared(entry, moved)]));
};
