import { damagedFileError, refuseKind } from "../../../office-kinds/refusal.ts";

/** The initial content of the window (MS-OXRTFCP, 2.1.2.1). */
const FIRST_WINDOW =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial" +
  "Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const HEAD_BYTES = 16;
const WINDOW_BYTES = 4096;
const [COMPRESSED, UNCOMPRESSED] = [0x75465a4c, 0x414c454d];
/** Each reference is two bytes and copies at most 17. */
const BYTES_PER_REFERENCE = 17;
const RESULT_LIMIT_BYTES = 67_108_864;

/**
 * Decompresses the RTF of a message (MS-OXRTFCP, 2.2). Of data that are cut off it returns the beginning. Throws
 * UNSUPPORTED_MEDIA_TYPE for data that are no RTF of a message.
 */
export const decompressRtf = (data: Buffer): Buffer => {
  if (data.length < HEAD_BYTES) throw damagedFileError("its RTF is cut off");
  const [size, method] = [data.readUInt32LE(4), data.readUInt32LE(8)];
  if (method === UNCOMPRESSED) return data.subarray(HEAD_BYTES, HEAD_BYTES + size);
  if (method !== COMPRESSED) throw damagedFileError("its RTF is packed in an unknown way");
  const resultBytes = Math.min(size, data.length * BYTES_PER_REFERENCE);
  if (resultBytes > RESULT_LIMIT_BYTES) throw refuseKind("has an RTF body that is too large", "document-too-complex");
  const result = Buffer.alloc(resultBytes);
  const window = Buffer.alloc(WINDOW_BYTES);
  let place = window.write(FIRST_WINDOW, "latin1");
  let [length, flags, flag] = [0, 0, 8];
  const put = (byte: number): void => {
    window[place] = byte;
    place = (place + 1) % WINDOW_BYTES;
    if (length < result.length) result[length++] = byte;
  };
  for (let at = HEAD_BYTES; at < data.length && length < result.length; flag++) {
    if (flag === 8) [flags, flag] = [data[at++]!, 0];
    if (at >= data.length) break;
    if ((flags & (1 << flag)) === 0) {
      put(data[at++]!);
      continue;
    }
    if (at + 2 > data.length) break;
    const reference = data.readUInt16BE(at);
    at += 2;
    const from = reference >>> 4;
    if (from === place) break;
    for (let index = 0; index < (reference & 15) + 2; index++) put(window[(from + index) % WINDOW_BYTES]!);
  }
  return result.subarray(0, length);
};
