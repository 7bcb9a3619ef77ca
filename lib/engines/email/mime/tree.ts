import { isUtf8 } from "node:buffer";
import PostalMime from "postal-mime";
import { refuseKind } from "../../../office-kinds/refusal.ts";
import { decodeText } from "./charset.ts";

/** A part of a MIME message (RFC 2045), decoded from its transfer encoding, with the parts in it. */
export interface MimePart {
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Partial<Record<string, string>>> };
    /** The subtype of a multipart, else false. */
    readonly multipart: string | false;
  };
  readonly contentDisposition: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Partial<Record<string, string>>> };
  };
  readonly contentId: string | undefined;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly content: ArrayBuffer | undefined;
  readonly childNodes: readonly MimePart[];
}

const PARSER_LIMITS = { maxNestingDepth: 100, maxHeadersSize: 4_194_304 };

/** The empty line that ends the head of a message. */
const HEAD_END = /\r?\n\r?\n/;
/** Bytes in which the head is searched that is not in UTF-8. */
const HEAD_LIMIT_BYTES = 262_144;

/** A message whose head is in UTF-8: some programs write heads in other encodings, which a head cannot name. */
const withUtf8Head = (bytes: Uint8Array): Uint8Array => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_LIMIT_BYTES));
  const length = HEAD_END.exec(start.toString("latin1"))?.index ?? start.length;
  const head = start.subarray(0, length);
  return isUtf8(head) ? bytes : Buffer.concat([Buffer.from(decodeText(head, undefined)), bytes.subarray(length)]);
};

/**
 * Takes a message apart. Of PostalMime only its tree is used: its texts and attachments no longer tell flowed text, dates, and
 * which message a part belongs to.
 */
export const mimeTree = async (bytes: Uint8Array): Promise<MimePart> => {
  const parser = new PostalMime({ ...PARSER_LIMITS, forceRfc822Attachments: true });
  try {
    await parser.parse(withUtf8Head(bytes));
  } catch (error) {
    throw refuseKind(`is too complex: ${(error as Error).message.toLowerCase()}`, "document-too-complex");
  }
  return (parser as unknown as { root: MimePart }).root;
};
