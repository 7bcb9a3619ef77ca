/** All byte arrays in a value, at any depth. */
export const bytesIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(bytesIn) : [];
};

/**
 * The array buffers that can be transferred to another thread with these bytes instead of copied: the bytes fill at least
 * half of each, as the files of a form fill its body. After the transfer every view of such a buffer is empty.
 */
export const transferableBuffers = (views: readonly Uint8Array[]): ArrayBuffer[] => {
  const filled = new Map<ArrayBufferLike, number>();
  for (const { buffer, length } of views) filled.set(buffer, (filled.get(buffer) ?? 0) + length);
  const transferred: ArrayBuffer[] = [];
  for (const [buffer, size] of filled) {
    // Many small `Buffer`s share one array buffer of this size.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength <= Buffer.poolSize) continue;
    if (size >= buffer.byteLength / 2) transferred.push(buffer);
  }
  return transferred;
};

/** A value for another thread: bytes outside the buffers in `transferred` are copied, and the buffers of the copies are added to it. */
export const copyShared = (value: unknown, transferred: Set<ArrayBufferLike>): unknown => {
  if (value instanceof Uint8Array) {
    if (transferred.has(value.buffer)) return value;
    const copy = new Uint8Array(value);
    transferred.add(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((entry) => copyShared(entry, transferred));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyShared(entry, transferred)]));
};
