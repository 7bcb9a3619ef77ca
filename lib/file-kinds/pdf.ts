import type { FileKind } from "../contract.ts";
import { inspectPdf } from "../pdf/inspect.ts";

/** A PDF that our reader can open, repaired if it must be; one that needs a password is refused. */
export const pdfFile: FileKind = {
  name: "PDF",
  judge: async (bytes) => {
    await inspectPdf(bytes);
  },
};
