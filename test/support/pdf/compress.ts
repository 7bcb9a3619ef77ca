import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import type { Quality } from "../../../lib/pdf/compress/levels.ts";
import { asTurn, Turn } from "../../../lib/turns/turn.ts";

const signal = new AbortController().signal;

/** Compresses a file in the turn of one account, whose processes do several documents. Without a turn each starts a process. */
export const compress = (bytes: Uint8Array, quality: Quality = "medium"): ReturnType<typeof compressPdf.run> =>
  asTurn(new Turn("tests", new Set()), () => compressPdf.run({ bytes, quality }, signal));
