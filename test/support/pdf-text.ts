import { extractText, getDocumentProxy } from "unpdf";

/** The text of a PDF, page by page, as a reader that knows nothing of its maker extracts it. */
export const pagesOf = async (pdf: Uint8Array): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  try {
    return (await extractText(document)).text;
  } finally {
    await document.loadingTask.destroy();
  }
};

/** The whole text of a PDF. */
export const textOf = async (pdf: Uint8Array): Promise<string> => (await pagesOf(pdf)).join("\n");
