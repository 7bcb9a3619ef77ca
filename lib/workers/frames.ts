import type { Writable } from "node:stream";

/** A message between two processes: a value that JSON can hold, and bytes: `{ head: { quality: "low" }, body: pdf }`. */
export interface Frame<Head> {
  readonly head: Head;
  readonly body: Uint8Array;
  /** What follows the body if that is sent in pieces; its receiver has all in the body. */
  readonly rest?: readonly Uint8Array[];
}

/** Bytes before each frame: the lengths of its head (uint32) and of its body (float64), little-endian. */
const PREFIX_LENGTH = 12;

/** A longer frame is refused: its length may come from a process that a document has taken over. */
const FRAME_LIMIT_BYTES = 2 ** 30;

/** A head is read on the serving thread. */
const HEAD_LIMIT_BYTES = 4_194_304;

/** A frame with two zero lengths: a ping, which is answered by the same frame. */
export const EMPTY_FRAME = Buffer.alloc(PREFIX_LENGTH);

/** Writes a frame; its body may come in pieces. */
export const writeFrame = (stream: Pick<Writable, "write">, head: unknown, body: readonly Uint8Array[]): void => {
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  prefix.writeUInt32LE(text.length);
  prefix.writeDoubleLE(
    body.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  for (const bytes of [prefix, text, ...body]) stream.write(bytes);
};

/**
 * Returns a function that takes the chunks of a stream. It calls `onFrame` with each whole frame, or with undefined for an
 * empty one, and `onStart` when a frame begins to arrive. It throws a RangeError for a frame over the limit.
 */
export const readFrames = <Head>(
  onFrame: (frame: Frame<Head> | undefined) => void,
  onStart: () => void = () => {},
): ((chunk: Buffer) => void) => {
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  let frame: Buffer | undefined;
  let filled = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const target = frame ?? prefix;
      const count = chunk.copy(target, filled, at);
      at += count;
      filled += count;
      if (filled < target.length) return;
      filled = 0;
      const headLength = prefix.readUInt32LE();
      if (frame !== undefined) {
        const whole = frame;
        frame = undefined;
        onFrame({ head: JSON.parse(whole.toString("utf8", 0, headLength)), body: whole.subarray(headLength) });
      } else if (headLength === 0) onFrame(undefined);
      else {
        const length = headLength + prefix.readDoubleLE(4);
        if (!(length <= FRAME_LIMIT_BYTES && headLength <= HEAD_LIMIT_BYTES))
          throw new RangeError("The frame is too long.");
        frame = Buffer.allocUnsafeSlow(length);
        onStart();
      }
    }
  };
};
