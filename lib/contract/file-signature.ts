/** The first bytes of well-known kinds of files (as `file` and the WHATWG MIME Sniffing standard list them). */
const SIGNATURES: readonly (readonly [name: string, signature: string])[] = [
  ["PDF", "%PDF-"],
  ["PNG image", "\x89PNG\r\n"],
  ["JPEG image", "\xff\xd8\xff"],
  ["GIF image", "GIF87a"],
  ["GIF image", "GIF89a"],
  ["TIFF image", "II*\0"],
  ["TIFF image", "MM\0*"],
  ["ZIP archive or Office document", "PK\x03\x04"],
  ["empty ZIP archive", "PK\x05\x06"],
  ["gzip archive", "\x1f\x8b"],
  ["7z archive", "7z\xbc\xaf"],
  ["RAR archive", "Rar!\x1a"],
  ["old Office document", "\xd0\xcf\x11\xe0"],
  ["PostScript document", "%!PS-Ado"],
  ["RTF document", "{\\rtf"],
  ["program", "\x7fELF"],
];

/** The kind of file by its first bytes; undefined if it may be text. */
export const kindBySignature = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length)).toString("latin1");
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0];
};

/** A kind of file with its article: "a PDF", "an empty ZIP archive". */
export const withArticle = (kind: string): string => `${/^([aeiou]|R[AT])/i.test(kind) ? "an" : "a"} ${kind}`;
