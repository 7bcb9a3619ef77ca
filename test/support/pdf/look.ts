import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { plainData } from "../../../lib/pdf/filters/decode.ts";
import { Stream, type Value } from "../../../lib/pdf/objects.ts";
import { reachableDictionaries, reachableObjects } from "../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";

const wasmUrl = new URL("../../../node_modules/pdfjs-dist/wasm/", import.meta.url).pathname;

/** Opens a PDF with pdf.js, which shares no code with this project. */
export const withPdfJs = async <Seen>(
  bytes: Uint8Array,
  see: (pdf: PDFDocumentProxy) => Promise<Seen>,
  options: { fontExtraProperties?: boolean } = {},
): Promise<Seen> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false, wasmUrl, ...options });
  try {
    return await see(await task.promise);
  } finally {
    await task.destroy();
  }
};

/** The text of every page, as pdf.js reads it. */
export const pageTexts = (bytes: Uint8Array): Promise<string[]> =>
  withPdfJs(bytes, async (pdf) => {
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      texts.push(
        items
          .map((item) => ("str" in item ? item.str : ""))
          .join("")
          .trim(),
      );
    }
    return texts;
  });

/** The whole file with decoded streams, as one text to search in. */
export const unpacked = (bytes: Uint8Array): string => {
  const { document, budget } = openWithBudget(bytes);
  const root: Value = [document.catalog, document.info ?? null];
  const strings: string[] = [];
  const collect = (value: Value): void => {
    if (value instanceof Uint8Array) strings.push(Buffer.from(value).toString("latin1"));
    else if (Array.isArray(value)) for (const entry of value) collect(entry);
  };
  for (const dict of reachableDictionaries(root)) for (const value of dict.values()) collect(value);
  for (const { value } of reachableObjects(root)) {
    collect(value);
    if (value instanceof Stream) strings.push((plainData(value, budget) ?? Buffer.from(value.data)).toString("latin1"));
  }
  return strings.join("\n");
};
