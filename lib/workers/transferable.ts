/** A value in which each byte array is replaced, at any depth. */
const mapBytes = (value: unknown, replacement: (bytes: Uint8Array) => unknown): unknown => {
  if (value instanceof Uint8Array) return replacement(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // Long lists of numbers, such as page numbers, hold no bytes.
    return typeof value[0] === "number" ? value : value.map((entry) => mapBytes(entry, replacement));
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapBytes(entry, replacement)]));
};

/** All byte arrays in a value, at any depth. */
export const bytesIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && typeof value[0] === "number") return [];
  return Object.values(value).flatMap(bytesIn);
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

/**
 * A job for a thread, and the buffers to transfer with it. Its bytes are moved if they fill their buffers, and are empty here
 * once the job is sent; all others are copied. Without `movesBytes` all bytes are copied.
 */
export const forThread = <Job>(job: Job, movesBytes = true): { job: Job; transferList: ArrayBuffer[] } => {
  const moved = new Set<ArrayBufferLike>(movesBytes ? transferableBuffers(bytesIn(job)) : []);
  const copies: ArrayBuffer[] = [];
  const ofThread = mapBytes(job, (bytes) => {
    if (moved.has(bytes.buffer)) return bytes;
    const copy = new Uint8Array(bytes);
    copies.push(copy.buffer);
    return copy;
  });
  return { job: ofThread as Job, transferList: [...(moved as Set<ArrayBuffer>), ...copies] };
};
