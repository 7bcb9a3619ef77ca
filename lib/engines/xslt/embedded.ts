/** The bytes at a document's start in which its `xml-stylesheet` instruction is searched. */
const PROLOGUE_LIMIT_BYTES = 65_536;

const STYLESHEET_REFERENCE = /<\?xml-stylesheet\s[^?]*href\s*=\s*["']#([\w.-]+)["']/;

/**
 * Adds an `xml:id` to an embedded stylesheet to which the document refers by its `id`. Without a DTD, which few documents
 * have, an attribute `id` is not an ID in XML. Line numbers do not change.
 */
export const withEmbeddedId = (xml: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.length);
  const [, id] = STYLESHEET_REFERENCE.exec(bytes.toString("latin1", 0, PROLOGUE_LIMIT_BYTES)) ?? [];
  if (id === undefined) return xml;
  const text = bytes.toString("latin1");
  const tag = new RegExp(
    `<(?:[\\w.-]+:)?(?:stylesheet|transform)(?=\\s)(?=[^>]*\\sid\\s*=\\s*["']${id.replaceAll(".", "\\.")}["'])(?![^>]*\\sxml:id)`,
  );
  const found = tag.exec(text);
  if (found === null) return xml;
  const end = found.index + found[0].length;
  // A new buffer, because it is transferred to another thread.
  return new Uint8Array(Buffer.concat([bytes.subarray(0, end), Buffer.from(` xml:id="${id}"`), bytes.subarray(end)]));
};
