import type { Warning } from "../../workers/warnings.ts";
import { arrayAt, dictAt, get } from "../access.ts";
import type { Budget } from "../budget.ts";
import { joinLabels } from "../labels.ts";
import { dropUnkeepable } from "../losses.ts";
import { freeFromNumbers } from "../numbered-destinations.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { joinOutlines } from "../outlines.ts";
import { setPages } from "../pages.ts";
import { Part } from "../part.ts";
import { pdfaPart } from "../pdfa.ts";
import type { Document } from "../read/open.ts";
import { equalStreams } from "../share.ts";
import { joinStructure } from "../structure.ts";
import type { Writing } from "../write/write.ts";
import { joinForms } from "./form.ts";
import { joinLayers } from "./layers.ts";
import { linkAcross } from "./links.ts";
import { joinNames } from "./names.ts";
import { claimsHold, dropPdfaClaim } from "./pdfa-claim.ts";

/** What there can be only one of: it is the first document's. */
const FIRST = ["Lang", "Metadata", "OpenAction", "OutputIntents", "PageLayout", "PageMode", "URI", "ViewerPreferences"];

/** Article threads follow one another. */
const joinThreads = (parts: Part[], catalog: Dict): void => {
  const threads = parts.flatMap((part) => arrayAt(part.catalog, "Threads") ?? []);
  if (threads.length > 0) catalog.set("Threads", threads);
};

/** Extensions of the syntax that any document uses. */
const joinExtensions = (parts: Part[], catalog: Dict): void => {
  const extensions = parts.flatMap((part) => [...(dictAt(part.catalog, "Extensions") ?? [])]);
  if (extensions.length > 0) catalog.set("Extensions", new Map(extensions));
};

/** A document to be joined, with what it is read by; without a title it gets no bookmark of its own. */
export interface Input {
  readonly title: string | undefined;
  readonly document: Document;
  readonly budget: Budget;
}

const CLAIM_REMOVED: Warning = {
  code: "pdfa-removed",
  message: "The merged file does not claim to be PDF/A: not all files claim the same part and conformance.",
};

/**
 * Joins documents into a new one, in their order, and keeps what each of them holds: bookmarks (under one with its
 * title), form fields, links, named destinations, page labels, tags, attachments, layers. The documents are used up.
 * Links to web addresses that begin with `across` lead to the destination that the rest of them names, in any of them.
 */
export const mergeDocuments = (inputs: Input[], across?: string): Writing => {
  let first = 0;
  const parts = inputs.map(({ title, document, budget }) => {
    const part = new Part(title, document, first, budget);
    first += document.pages.length;
    return part;
  });
  const catalog: Dict = new Map<string, Value>([["Type", new Name("Catalog")]]);
  const holds = claimsHold(inputs);
  const warnings = inputs.flatMap(({ document }, index) => dropUnkeepable(document, `file ${index + 1}`));
  for (const part of parts) freeFromNumbers(part, part.cells, (page) => page + part.first);
  joinNames(parts, catalog);
  if (across !== undefined) linkAcross(parts, across);
  joinOutlines(parts, catalog);
  joinForms(parts, catalog);
  joinLabels(parts, catalog);
  joinStructure(parts, catalog);
  joinLayers(parts, catalog);
  joinThreads(parts, catalog);
  joinExtensions(parts, catalog);
  const [leading] = parts;
  for (const key of FIRST) {
    if (get(leading?.catalog, key) !== undefined) catalog.set(key, leading!.catalog.get(key)!);
  }
  setPages(
    catalog,
    parts.flatMap((part) => part.pages),
  );
  const classic = holds === true && pdfaPart(catalog, inputs[0]!.budget) === 1;
  if (holds === false) {
    dropPdfaClaim(catalog, inputs[0]!.budget);
    warnings.push(CLAIM_REMOVED);
  }
  const version = inputs.map(({ document }) => document.version).reduce((a, b) => (a > b ? a : b), "1.4");
  const { info } = inputs[0]!.document;
  return { catalog, info, version, classic, warnings, aliases: equalStreams(new Ref(catalog)) };
};
