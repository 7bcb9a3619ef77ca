import { ServiceError } from "../errors.ts";
import { inspectPdf } from "../pdf/inspect.ts";

/** Throws INVALID_REQUEST unless these page numbers, from 1, name some of a PDF's pages and leave one. */
export const checkPages = async (pages: readonly number[], pdf: Uint8Array): Promise<void> => {
  const refuse = (what: string): never => {
    throw new ServiceError("INVALID_REQUEST", what);
  };
  if (pages.length === 0) refuse("must name at least one page");
  const { pages: count } = await inspectPdf(pdf);
  const beyond = pages.find((page) => page > count);
  if (beyond !== undefined) refuse(`has ${beyond}, but the file has ${count} page${count === 1 ? "" : "s"}`);
  if (new Set(pages).size === count) refuse(`names all ${count} page${count === 1 ? "" : "s"}: one must be left`);
};
