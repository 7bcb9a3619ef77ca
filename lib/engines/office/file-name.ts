/** The limit of a name without its extension. File systems allow 255 bytes for the whole name. */
const STEM_LIMIT_BYTES = 200;

/** The names of documents without a name. */
export const DOCUMENT_NAME = "document.docx";
export const WORKBOOK_NAME = "workbook.xlsx";
export const PRESENTATION_NAME = "presentation.pptx";

/** The extensions of Office's programs and of OpenDocument. LibreOffice chooses the import filter by the content of the file, not by these. */
const OFFICE_EXTENSION = /\.(?:do[ct][mx]?|xl[st][bmx]?|p[po][ts][mx]?|f?od[gpst]|ot[gpst]|rtf|txt)$/i;

const cut = (text: string): string =>
  Buffer.from(text)
    .subarray(0, STEM_LIMIT_BYTES)
    .toString()
    // short input: 200 bytes
    .replace(/\uFFFD+$/, "");

/**
 * The file name that a document has while it is converted: the caller's name, because fields print it, without folders and
 * control characters. The extension is that of `fallback`, such as `document.docx`, if the name has none of an Office file.
 * Without a name, `fallback` is the name.
 */
export const fileName = (stated: string | undefined, fallback: string): string => {
  const extension = fallback.slice(fallback.indexOf("."));
  const [last = ""] = (stated ?? "").split(/[\\/]/).slice(-1);
  const name = last.replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  const [own = ""] = OFFICE_EXTENSION.exec(name) ?? [];
  const stem = name.slice(0, name.length - own.length);
  return stem === "" ? fallback : cut(stem) + (own || extension);
};
