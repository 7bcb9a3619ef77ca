import type { FileKind } from "../contract/contract.ts";
import { inspectPdf } from "../pdf/inspect.ts";

/** A PDF that can be opened, after a repair where necessary. A PDF that needs a password is refused. */
export const pdfFile: FileKind = {
  name: "PDF",
  check: async (bytes) => {
    await inspectPdf(bytes);
  },
};
