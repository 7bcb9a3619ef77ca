import sniffEncoding from "html-encoding-sniffer";
import { Parser } from "htmlparser2";

/** The elements of a head, among which a `meta` may name the encoding. */
const HEAD_ELEMENTS = new Set("html head meta title base link script noscript style template object".split(" "));
/** Bytes in which the head is searched: a few milliseconds of the serving thread, whatever they are. */
const HEAD_LIMIT_BYTES = 65_536;
/** Bytes that are parsed at once. */
const STEP_BYTES = 16_384;

/** Stands for no encoding. The sniffer never finds it, while its usual default could not be told from one that is named. */
const NONE = "x-user-defined";

const sniffed = (bytes: Uint8Array): string | undefined => {
  const encoding = sniffEncoding(bytes, { defaultEncoding: NONE });
  return encoding === NONE ? undefined : encoding;
};

/** The encoding that a `meta` of the head names, however far from the beginning it is. */
const encodingInHead = (bytes: Uint8Array): string | undefined => {
  let encoding: string | undefined;
  let isInHead = true;
  const parser = new Parser({
    onopentag: (name) => {
      isInHead &&= HEAD_ELEMENTS.has(name);
      if (isInHead && name === "meta") encoding ??= sniffed(bytes.subarray(parser.startIndex, parser.endIndex + 1));
    },
  });
  const end = Math.min(bytes.length, HEAD_LIMIT_BYTES);
  for (let at = 0; at < end && isInHead && encoding === undefined; at += STEP_BYTES)
    parser.write(Buffer.from(bytes.subarray(at, Math.min(at + STEP_BYTES, end))).toString("latin1"));
  return encoding;
};

/**
 * The encoding of an HTML file by its byte order mark, the first 1,024 bytes (HTML standard, 13.2.3), or a `meta` after them in its
 * head, which browsers follow too; undefined if it names none.
 */
export const htmlEncoding = (bytes: Uint8Array): string | undefined => sniffed(bytes) ?? encodingInHead(bytes);

/** The types of the package lack `xml`. */
const AS_XML = { xml: true, defaultEncoding: "UTF-8" };

/** The encoding of an XHTML file by its byte order mark or its XML declaration, else UTF-8. */
export const xhtmlEncoding = (bytes: Uint8Array): string => sniffEncoding(bytes, AS_XML);
