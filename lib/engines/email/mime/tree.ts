import { isUtf8 } from "node:buffer";
import PostalMime from "postal-mime";
import { refuseKind } from "../../../office-kinds/refusal.ts";
import { decodeText } from "./charset.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

/** A part of a MIME message (RFC 2045), decoded from its transfer encoding. */
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

const HEAD_END = /\r?\n\r?\n/;
/** The bytes in which the end of the header is searched. */
const HEAD_LIMIT_BYTES = 262_144;

/** Rewrites the header of a message in UTF-8: some programs use other encodings, which a header cannot name. */
const withUtf8Head = (bytes: Uint8Array): Uint8Array => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_LIMIT_BYTES));
  const length = HEAD_END.exec(start.toString("latin1"))?.index ?? start.length;
  const header = start.subarray(0, length);
  return isUtf8(header) ? bytes : Buffer.concat([Buffer.from(decodeText(header, undefined)), bytes.subarray(length)]);
};

const CARRIAGE_RETURN = 13;

/** A part while PostalMime reads it. */
interface OpenPart extends MimePart {
  readonly state: "header" | "body" | "finished";
  readonly contentTransferEncoding: { readonly encoding: string };
  feed(line: Uint8Array): void;
}

/** The members of PostalMime that are used although its types do not have them. */
interface OpenParser {
  readonly root: OpenPart;
  readonly currentNode: OpenPart;
  parse(message: Uint8Array): Promise<unknown>;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/** Whether PostalMime decodes a part. It changes line ends in quoted-printable, and does not know uuencode. */
const isBase64 = ({ contentTransferEncoding: { encoding } }: OpenPart): boolean => /base64/i.test(encoding);

/** A header field, or the start of one that goes on in the next lines (RFC 5322, 2.2 and 4.5). */
const FIELD = /^[!-9;-~]+[ \t]*:/;
const FOLDED = /^[ \t]/;
const NO_BYTES = new Uint8Array(0);

/**
 * Returns a function that gives a line of a part's header to the parser. It returns false if the header has ended before the line,
 * although it has no empty line at its end: the line is no field, and it is the first of its part or follows a line of blanks.
 */
const headerReader = (feed: (line: Uint8Array) => void, mayBeMissing: boolean) => {
  let mayEnd = mayBeMissing;
  let blanks: Uint8Array[] = [];
  return (line: Uint8Array): boolean => {
    const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString("latin1");
    const isField = text === "" || FIELD.test(text) || FOLDED.test(text);
    if (!isField && mayEnd) {
      feed(NO_BYTES);
      return false;
    }
    for (const blank of blanks) feed(blank);
    mayEnd = text !== "" && text.trim() === "";
    blanks = mayEnd ? [line] : [];
    if (!mayEnd) feed(isUtf8(line) ? line : Buffer.from(decodeText(line, undefined)));
    return true;
  };
};

/** Finds the extents of parts in the message while PostalMime reads it: each line is a view of the whole message. */
class Extents {
  readonly #found = new Map<MimePart, { readonly message: Uint8Array; readonly start: number; end: number }>();

  /** Watches the lines of a part. Lines that are not in base64 never reach the parser, which keeps an object for each line. */
  watch(part: OpenPart, isRoot: boolean): void {
    const feed = part.feed.bind(part);
    const takeHeader = headerReader(feed, !isRoot);
    part.feed = (line) => {
      if (part.state === "header" && takeHeader(line)) return;
      if (isBase64(part)) feed(line);
      else this.#add(part, line);
    };
  }

  #add(part: MimePart, { buffer, byteOffset, length }: Uint8Array): void {
    const extent = this.#found.get(part);
    const end = byteOffset + length;
    if (extent === undefined) this.#found.set(part, { message: new Uint8Array(buffer), start: byteOffset, end });
    else extent.end = end;
  }

  /** The bytes of a part in the message, without the line end before the boundary. */
  bytesOf(part: MimePart): Uint8Array | undefined {
    const extent = this.#found.get(part);
    if (extent === undefined) return undefined;
    const { message, start } = extent;
    let { end } = extent;
    // The parser also removes carriage returns that are no part of the line end.
    while (message[end] === CARRIAGE_RETURN && message[end + 1] === CARRIAGE_RETURN) end++;
    return message.subarray(start, end);
  }
}

const contentOf = (part: OpenPart, extents: Extents): ArrayBuffer | undefined => {
  // The text around the parts of a multipart is not shown.
  if (isBase64(part) || part.childNodes.length > 0) return part.content;
  const bytes = extents.bytesOf(part);
  // A copy does not keep the whole message in memory.
  return bytes && new Uint8Array(decodeTransfer(bytes, part.contentTransferEncoding.encoding)).buffer;
};

/** A part with its content, decoded from its transfer encoding. */
const withOwnBytes = (part: OpenPart, extents: Extents): MimePart => {
  const { contentType, contentDisposition, contentId, headers } = part;
  return {
    ...{ contentType, contentDisposition, contentId, headers },
    content: contentOf(part, extents),
    childNodes: part.childNodes.map((child) => withOwnBytes(child as OpenPart, extents)),
  };
};

/**
 * Parses a message. Of PostalMime only its tree is used: its texts and attachments have lost the line ends, flowed text, dates, and
 * the message that a part belongs to.
 */
export const mimeTree = async (bytes: Uint8Array): Promise<MimePart> => {
  const parser = new PostalMime({ ...PARSER_LIMITS, forceRfc822Attachments: true }) as unknown as OpenParser;
  const extents = new Extents();
  const processLine = parser.processLine.bind(parser);
  parser.processLine = (line, isFinal) => {
    if (!Object.hasOwn(parser.currentNode, "feed"))
      extents.watch(parser.currentNode, parser.currentNode === parser.root);
    return processLine(line, isFinal);
  };
  try {
    await parser.parse(withUtf8Head(bytes));
  } catch (error) {
    throw refuseKind(`is too complex: ${(error as Error).message.toLowerCase()}`, "document-too-complex");
  }
  return withOwnBytes(parser.root, extents);
};
