import { dictAt, dictOf, nameAt } from "../access.ts";
import { dropInvalidAnnotations } from "../annotations.ts";
import { type Budget, fileBudget, JOB_LIMIT_MS } from "../budget.ts";
import { notAPdfError, refuseOtherKinds } from "../not-a-pdf.ts";
import { type Dict, makeDict, Name, Ref, type Value } from "../objects.ts";
import { pagesOf, setPages } from "../pages.ts";
import { createDecryptor, type Encryption } from "../security/decrypt.ts";
import { refuseDynamicForm } from "../xfa.ts";
import { ParsedPdf } from "./file.ts";
import { headerAt } from "./object.ts";
import type { ObjectIndex } from "./object-index.ts";
import { scanForObjects } from "./scan.ts";
import { coversNewestRevision, DamagedXref, readIndex } from "./xref.ts";

export interface Document {
  catalog: Dict;
  /**
   * The pages in the catalog's page tree, each with its inherited attributes. `setPages` replaces them in the catalog.
   */
  pages: Ref[];
  info: Dict | undefined;
  /** `1.0` to `2.0`. */
  version: string;
  /** Size of the file that it was read from. */
  size: number;
  /** How the file is protected: by the empty user password, so that it restricts its use, or by one that must be given. */
  protection: "none" | "restrictions" | "password";
  /** How the file is encrypted, if it is. */
  encryption: Encryption | undefined;
  /** Whether its attachments need a password, and are left out. */
  hasLockedAttachments: boolean;
}

/** The offset of the header. Bytes before it are skipped; it may be missing if objects follow. */
const headerOffset = (bytes: Buffer): number => {
  refuseOtherKinds(bytes);
  const header = bytes.indexOf("%PDF-", 0, "latin1");
  // short input: 4096 bytes
  if (header < 0 && !/\d+\s+\d+\s+obj\b/.test(bytes.toString("latin1", 0, 4096))) throw notAPdfError();
  return Math.max(0, header);
};

/** Sets a file's index: creates the decryptor, and adds the contents of object streams found by a scan. */
const useIndex = (file: ParsedPdf, index: ObjectIndex, containers: number[] = []): ParsedPdf => {
  file.index = index;
  const encrypt = dictOf(index.trailer.get("Encrypt"));
  if (encrypt !== undefined)
    file.decryptor = createDecryptor(encrypt, index.trailer.get("ID"), file.budget, file.password);
  for (const container of containers) {
    const containerOffset = index.offsets.get(container) ?? 0;
    for (const number of file.objectStream(container)?.numbers ?? []) {
      if ((index.offsets.get(number) ?? -1) < containerOffset) {
        index.offsets.delete(number);
        index.compressed.set(number, container);
      }
    }
  }
  return file;
};

const catalogOf = (file: ParsedPdf): Dict | undefined => {
  const catalog = dictOf(file.index.trailer.get("Root"));
  return dictAt(catalog, "Pages") === undefined ? undefined : catalog;
};

/** The catalog of a file whose trailer does not lead to one: found among the objects, or created for its pages. */
const findCatalog = (file: ParsedPdf): Dict | undefined => {
  const objects = file.numbers().map(file.ref);
  const typed = (type: string) => objects.filter((ref) => ref.value instanceof Map && nameAt(ref, "Type") === type);
  const catalog = typed("Catalog").find((ref) => dictAt(ref, "Pages") !== undefined);
  if (catalog !== undefined) return dictOf(catalog);
  const rootNodes = typed("Pages").filter((ref) => dictOf(ref)?.has("Parent") === false);
  let pages: Value | undefined = rootNodes[rootNodes.length - 1];
  if (pages === undefined) {
    const kids = typed("Page");
    if (kids.length === 0) return undefined;
    pages = new Ref(makeDict({ Type: new Name("Pages"), Kids: kids }));
  }
  const catalogDict = dictOf(file.index.trailer.get("Root")) ?? makeDict({ Type: new Name("Catalog") });
  return catalogDict.set("Pages", pages);
};

/** The file as its cross-reference describes it: first with offsets from the file's start, then from its header. */
function* filesByXref(newFile: () => ParsedPdf, header: number): Generator<ParsedPdf> {
  for (const shift of header > 0 ? [0, header] : [0]) {
    const file = newFile();
    const { bytes, budget } = file;
    try {
      const index = readIndex(bytes, shift, file.ref, budget);
      if (coversNewestRevision(bytes, index) && repairOffsets(file, index)) yield useIndex(file, index);
    } catch (error) {
      if (!(error instanceof DamagedXref || error instanceof RangeError)) throw error;
    }
  }
}

const fileByScan = (file: ParsedPdf): ParsedPdf => {
  const { index, objectStreams } = scanForObjects(file.bytes, file.ref, file.budget);
  return useIndex(file, index, objectStreams);
};

const protectionOf = (decryptor: ParsedPdf["decryptor"]): Document["protection"] => {
  if (decryptor === undefined) return "none";
  return decryptor.needsPassword ? "password" : "restrictions";
};

const documentOf = (file: ParsedPdf, catalog: Dict | undefined, headerVersion: string): Document | undefined => {
  const pages = catalog === undefined ? [] : pagesOf(catalog, file.budget);
  if (catalog === undefined || pages.length === 0) return undefined;
  dropInvalidAnnotations(pages, file.budget);
  const catalogVersion = nameAt(catalog, "Version") ?? "";
  const version = /^\d\.\d$/.test(catalogVersion) && catalogVersion > headerVersion ? catalogVersion : headerVersion;
  refuseDynamicForm(catalog, pages, file.budget);
  setPages(catalog, pages);
  const info = dictOf(file.index.trailer.get("Info"));
  const hasLockedAttachments = file.decryptor?.attachmentsOnly === true;
  const protection = hasLockedAttachments ? "none" : protectionOf(file.decryptor);
  const { encryption } = file.decryptor ?? {};
  return { catalog, pages, info, version, size: file.bytes.length, protection, encryption, hasLockedAttachments };
};

/**
 * Opens a PDF of any version, and repairs damage. Throws UNSUPPORTED_MEDIA_TYPE for bytes that cannot be opened, and
 * INVALID_REQUEST for a file that needs another password, an XFA form without pages, or a file that costs more than its
 * budget.
 */
export const openPdf = (input: Uint8Array, budget: Budget, password?: string): Document => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length);
  const newFile = () => new ParsedPdf(bytes, budget, password);
  const header = headerOffset(bytes);
  const stated = /%PDF-(\d\.\d)/.exec(bytes.toString("latin1", header, header + 8))?.[1] ?? "1.4";
  for (const file of filesByXref(newFile, header)) {
    const document = documentOf(file, catalogOf(file), stated);
    if (document !== undefined) return document;
  }
  const file = fileByScan(newFile());
  const document = documentOf(file, catalogOf(file) ?? findCatalog(file), stated);
  if (document === undefined) throw notAPdfError();
  return document;
};

/** An open document, and the budget for reading the rest of it. */
export interface OpenedPdf {
  readonly document: Document;
  readonly budget: Budget;
}

/** Opens a PDF as `openPdf` does, with a budget for its size by default. */
export const openWithBudget = (bytes: Uint8Array, shared?: Budget, password?: string): OpenedPdf => {
  const budget = shared ?? fileBudget(bytes.length);
  const document = openPdf(bytes, budget, password);
  if (shared === undefined) budget.restartClock(JOB_LIMIT_MS);
  return { document, budget };
};

/** Corrections tried for offsets that are slightly wrong, as after a change of the line ends. */
const OFFSET_CORRECTIONS_BYTES = [0, -1, 1, -2, 2];

/**
 * Checks that every offset leads to the object of its number. Up to three wrong ones are corrected by a scan. Returns
 * false if more are wrong, or the catalog's: then the index is not usable.
 */
const repairOffsets = (file: ParsedPdf, index: ObjectIndex): boolean => {
  const wrongNumbers: number[] = [];
  for (const [number, offset] of index.offsets) {
    if (offset === 0) continue;
    const correction = OFFSET_CORRECTIONS_BYTES.find((by) => headerAt(file.bytes, offset + by)?.number === number);
    if (correction === undefined) wrongNumbers.push(number);
    else if (correction !== 0) index.offsets.set(number, offset + correction);
  }
  if (wrongNumbers.length === 0) return true;
  const root = index.trailer.get("Root");
  const isRootWrong = root instanceof Ref && wrongNumbers.some((number) => file.ref(number) === root);
  if (isRootWrong || wrongNumbers.length > 3 || wrongNumbers.length > index.offsets.size * 0.02) return false;
  const scanned = scanForObjects(file.bytes, file.ref, file.budget).index.offsets;
  for (const number of wrongNumbers) index.offsets.set(number, scanned.get(number) ?? 0);
  return true;
};
