import { ServiceError } from "../../errors/service-error.ts";

/** Bytes that are decoded at once. A whole file as one string would take four times its size. */
const PIECE_BYTES = 1_048_576;

const wrongEncoding = (encoding: string) =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", `file is not ${encoding}: some of its bytes stand for no character.`);

/** A file as UTF-8. Throws UNSUPPORTED_MEDIA_TYPE for bytes that are none of this encoding; without one they are UTF-8. */
export const decodeTable = (bytes: Buffer, encoding: string | undefined): Buffer => {
  if (encoding === undefined) return bytes;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const pieces: Buffer[] = [];
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      pieces.push(Buffer.from(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })));
    }
    pieces.push(Buffer.from(decoder.decode()));
  } catch (error) {
    throw error instanceof TypeError ? wrongEncoding(decoder.encoding) : error;
  }
  return Buffer.concat(pieces);
};
