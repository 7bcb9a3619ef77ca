/** A value in which each of its bytes is replaced, however deep in it. */
export const mapBytes = (value: unknown, replacement: (bytes: Uint8Array) => unknown): unknown => {
  if (value instanceof Uint8Array) return replacement(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // A long list of numbers is common.
    return typeof value[0] === "number" ? value : value.map((entry) => mapBytes(entry, replacement));
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapBytes(entry, replacement)]));
};

/** All bytes in a value, however deep in it. */
export const bytesIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && typeof value[0] === "number") return [];
  return Object.values(value).flatMap(bytesIn);
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
export const copyShared = (value: unknown, moved: Set<ArrayBufferLike>): unknown =>
  mapBytes(value, (bytes) => {
    if (moved.has(bytes.buffer)) return bytes;
    const copy = new Uint8Array(bytes);
    moved.add(copy.buffer);
    return copy;
  });
