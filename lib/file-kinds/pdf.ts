import type { Kind } from "../contract.ts";
import { inspectPdf } from "../pdf/inspect.ts";

/** A PDF that our reader can open, repaired if it must be; one that needs a password is refused. */
export const pdfFile: Kind = {
  name: "PDF",
  judge: async (bytes) => {
    await inspectPdf(bytes);
  },
};
