import { ServiceError } from "../errors/service-error.ts";
import { inspectPdf } from "../pdf/inspect.ts";
import { selectionFault } from "../pdf/page-selection.ts";

/** Throws INVALID_REQUEST unless these page numbers, from 1, name some of a PDF's pages and leave one. */
export const checkPages = async (numbers: readonly number[], pdf: Uint8Array): Promise<void> => {
  const { pages } = await inspectPdf(pdf);
  const fault = selectionFault(numbers, pages);
  if (fault !== undefined) throw new ServiceError("INVALID_REQUEST", fault, { reason: "page-out-of-range" });
};
