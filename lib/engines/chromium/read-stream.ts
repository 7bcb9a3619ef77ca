import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors.ts";

const MEGABYTE_BYTES = 1_048_576;

/** The bytes that one answer of the browser holds. */
const PIECE_BYTES = 4 * MEGABYTE_BYTES;

/**
 * Reads a stream of the DevTools protocol in pieces, because a whole document in one message holds the serving thread. Throws
 * PROCESSING_FAILED for more than `limitMb` megabytes.
 */
export const readStream = async (session: CDPSession, handle: string, limitMb: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for (let isLast = false; !isLast; ) {
    const { data, base64Encoded, eof } = await session.send("IO.read", { handle, size: PIECE_BYTES });
    const piece = Buffer.from(data, base64Encoded ? "base64" : "latin1");
    pieces.push(piece);
    size += piece.length;
    isLast = eof;
    if (size <= limitMb * MEGABYTE_BYTES) continue;
    throw new ServiceError("PROCESSING_FAILED", `The PDF has more than ${limitMb} MB (PLATEN_OUTPUT_MB).`);
  }
  session.send("IO.close", { handle }).catch(() => {});
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
};
