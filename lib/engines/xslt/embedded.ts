/** Bytes of a document's beginning in which it may name its stylesheet. */
const PROLOGUE = 65_536;

const NAMED = /<\?xml-stylesheet\s[^?]*href\s*=\s*["']#([\w.-]+)["']/;

/**
 * Makes the stylesheet that a document embeds and names known by its `id`: to XML an attribute of that name is no ID
 * unless a DTD or `xml:id` says so, and few documents have either. Lines stay where they are.
 */
export const withEmbeddedId = (xml: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.length);
  const [, id] = NAMED.exec(bytes.toString("latin1", 0, PROLOGUE)) ?? [];
  if (id === undefined) return xml;
  const text = bytes.toString("latin1");
  const tag = new RegExp(
    `<(?:[\\w.-]+:)?(?:stylesheet|transform)(?=\\s)(?=[^>]*\\sid\\s*=\\s*["']${id.replaceAll(".", "\\.")}["'])(?![^>]*\\sxml:id)`,
  );
  const found = tag.exec(text);
  if (found === null) return xml;
  const end = found.index + found[0].length;
  // A memory of its own, for it is handed over to another thread.
  return new Uint8Array(Buffer.concat([bytes.subarray(0, end), Buffer.from(` xml:id="${id}"`), bytes.subarray(end)]));
};
