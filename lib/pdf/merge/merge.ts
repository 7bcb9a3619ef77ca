import type { Warning } from "../../output/warnings.ts";
import { arrayAt, dictAt, entriesOf, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { equalStreams } from "../equal-objects.ts";
import { joinInteractiveForms } from "../form-fields/join.ts";
import { dropInvalidatedParts } from "../invalidated-parts.ts";
import { makeLinksInternal } from "../links.ts";
import { MergeSource } from "../merge-source.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { joinOutlines } from "../outlines.ts";
import { joinPageLabels } from "../page-labels.ts";
import { replacePageNumbers } from "../page-number-references.ts";
import { setPages } from "../pages.ts";
import { claimsHold, dropPdfaClaim, pdfaPart } from "../pdfa-claim.ts";
import type { Document } from "../read/open.ts";
import { joinStructureTrees } from "../structure-tree/join.ts";
import type { OutputDocument } from "../write/write.ts";
import { joinNameDictionaries } from "./name-dictionary.ts";
import { joinOptionalContent } from "./optional-content.ts";

/** Catalog entries that are taken from the first document, because a document can have only one. */
const FIRST_DOCUMENT_KEYS = "Lang Metadata OpenAction OutputIntents PageLayout PageMode URI ViewerPreferences".split(
  " ",
);

const joinThreads = (sources: MergeSource[], catalog: Dict): void => {
  const threads = sources.flatMap((source) => arrayAt(source.catalog, "Threads") ?? []);
  if (threads.length > 0) catalog.set("Threads", threads);
};

const joinExtensions = (sources: MergeSource[], catalog: Dict): void => {
  const extensions = sources.flatMap((source) => [...(dictAt(source.catalog, "Extensions") ?? [])]);
  if (extensions.length > 0) catalog.set("Extensions", new Map(extensions));
};

/**
 * A document to merge, with the budget for reading it, and the title of its bookmark; without a title it gets no
 * bookmark.
 */
interface MergeInput {
  readonly title: string | undefined;
  readonly document: Document;
  readonly budget: Budget;
}

const PDFA_REMOVED: Warning = {
  code: "pdfa-removed",
  message:
    "The merged file does not claim to be PDF/A: the files differ in their part, conformance level or output profile.",
};

/** Joins every part of the documents that a catalog refers to, apart from the pages. */
const joinCatalogs = (sources: MergeSource[], catalog: Dict, internalPrefix: string | undefined): void => {
  for (const source of sources) replacePageNumbers(source, source.objects, (page) => page + source.firstPage);
  joinNameDictionaries(sources, catalog);
  if (internalPrefix !== undefined) makeLinksInternal(sources, internalPrefix);
  joinOutlines(sources, catalog);
  joinInteractiveForms(sources, catalog);
  joinPageLabels(sources, catalog);
  joinStructureTrees(sources, catalog);
  joinOptionalContent(sources, catalog);
  joinThreads(sources, catalog);
  joinExtensions(sources, catalog);
  for (const [key, value] of entriesOf(sources[0]?.catalog, FIRST_DOCUMENT_KEYS)) {
    if (resolve(value) !== undefined) catalog.set(key, value);
  }
};

const sourcesOf = (inputs: readonly MergeInput[]): MergeSource[] => {
  let firstPage = 0;
  return inputs.map(({ title, document, budget }) => {
    const source = new MergeSource(title, document, firstPage, budget);
    firstPage += document.pages.length;
    return source;
  });
};

/**
 * Merges documents into a new one, in their order: pages, bookmarks (below one with the document's title), form fields,
 * links, named destinations, page labels, tags, attachments, optional content. The input documents are modified. Links
 * to addresses that begin with `internalPrefix` become links to the named destination in the rest of the address, in
 * any of the documents.
 */
export const mergeDocuments = (inputs: readonly MergeInput[], internalPrefix?: string): OutputDocument => {
  const [first] = inputs;
  if (first === undefined) throw new RangeError("A merge needs a document.");
  const sources = sourcesOf(inputs);
  const catalog: Dict = new Map<string, Value>([["Type", new Name("Catalog")]]);
  const claimHolds = claimsHold(inputs);
  const warnings = inputs.flatMap(({ document, budget }, index) =>
    dropInvalidatedParts(document, budget, `file ${index + 1}`),
  );
  joinCatalogs(sources, catalog, internalPrefix);
  setPages(
    catalog,
    sources.flatMap((source) => source.pages),
  );
  const avoidsObjectStreams = claimHolds === true && pdfaPart(catalog, first.budget) === 1;
  if (claimHolds === false) {
    dropPdfaClaim(catalog, first.budget);
    warnings.push(PDFA_REMOVED);
  }
  const version = inputs.map(({ document }) => document.version).reduce((a, b) => (a > b ? a : b), "1.4");
  const { info } = first.document;
  return { catalog, info, version, avoidsObjectStreams, warnings, aliases: equalStreams(new Ref(catalog)) };
};
