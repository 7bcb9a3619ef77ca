import { createInflate } from "../zlib.ts";
import { damagedPicture } from "./picture-fault.ts";

const CHUNK_BYTES = 262_144;
const LAST_FILTER = 4;
/** Bytes behind the last row of which some programs write a few; more are not unpacked. */
const EXCESS_LIMIT_BYTES = 1_048_576;

/**
 * Unpacks the rows of a PNG, each with its filter's number before it, and yields them in order, many at once. Memory holds a
 * few hundred kilobytes of them. Throws a PictureFault if they are damaged, or fewer than `rows`; what follows them is left out.
 */
export async function* pngRows(data: Buffer, rowBytes: number, rows: number): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  inflate.end(data);
  let rest: Buffer = Buffer.alloc(0);
  let left = rows;
  let excess = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      if (left === 0) {
        excess += chunk.length;
        if (excess > EXCESS_LIMIT_BYTES) break;
        continue; // the checksum at the end is still to come
      }
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = Math.min(left, Math.floor(bytes.length / rowBytes));
      for (let row = 0; row < whole; row++) {
        if (bytes[row * rowBytes]! > LAST_FILTER) throw damagedPicture("its pixels are wrong");
      }
      left -= whole;
      rest = bytes.subarray(whole * rowBytes);
      if (whole > 0) yield bytes.subarray(0, whole * rowBytes);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) throw damagedPicture("its pixels cannot be unpacked", error);
    throw error;
  } finally {
    inflate.destroy();
  }
  if (left > 0) throw damagedPicture("it ends too early");
}
