import { ServiceError } from "../../../lib/errors/service-error.ts";
import { Budget } from "../../../lib/pdf/budget.ts";
import { reachableDictionaries } from "../../../lib/pdf/reachable-objects.ts";
import { type Document, openPdf } from "../../../lib/pdf/read/open.ts";

const MOST_WORK = 2 ** 50;

/** A budget that allows everything and counts. */
export const endlessBudget = (): Budget => new Budget(Number.MAX_SAFE_INTEGER, MOST_WORK, 1e9);

/** Units of work that were spent from such a budget. */
export const spentOf = ({ values }: Budget): number => MOST_WORK - values;

/** Reads a whole file. Gives the document, undefined if the file is none, and the units of work that it cost. */
export const readWhole = (bytes: Uint8Array): { document: Document | undefined; work: number } => {
  const budget = endlessBudget();
  let document: Document | undefined;
  try {
    document = openPdf(bytes, budget);
    reachableDictionaries(document.catalog);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "UNSUPPORTED_MEDIA_TYPE")) throw error;
  }
  return { document, work: spentOf(budget) };
};
