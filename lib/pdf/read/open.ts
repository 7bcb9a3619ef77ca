import { dictAt, dictOf, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { pagesOf, setPages } from "../pages.ts";
import { decryption } from "../security/decrypt.ts";
import { refuseDynamicForm } from "../xfa.ts";
import { PdfFile } from "./file.ts";
import type { Index } from "./index.ts";
import { mendOffsets } from "./mend.ts";
import { scan } from "./scan.ts";
import { BrokenIndex, knowsNewest, readIndex } from "./xref.ts";

/** A PDF as it is edited: its catalog, its pages in order, what the trailer says of it. */
export interface Document {
  catalog: Dict;
  /** The pages below the catalog, each with all that it inherited. `setPages` gives the catalog other ones. */
  pages: Ref[];
  info: Dict | undefined;
  /** `1.0` to `2.0`. */
  version: string;
  /** Size of the file that it was read from. */
  size: number;
  /** Whether the file is encrypted, and so restricts what may be done with it. */
  restricted: boolean;
  /** Whether its attachments need a password and are left out. */
  locked: boolean;
}

/** Thrown when nothing in the bytes can be opened as a PDF. */
export class NotAPdf extends Error {
  override readonly name = "NotAPdf";
}

/** Forms that a renamed file may have: ZIP, GIF, PNG, JPEG, OLE, GZIP, RAR, 7z, TIFF. */
const OTHERS = ["PK\x03\x04", "GIF8", "\x89PNG", "\xff\xd8\xff", "\xd0\xcf\x11\xe0", "\x1f\x8b", "Rar!", "7z\xbc\xaf"];

/** Where the header stands: junk in front of it is passed over, a missing one is forgiven. */
const headerOffset = (bytes: Buffer): number => {
  const start = bytes.toString("latin1", 0, 8);
  const header = bytes.indexOf("%PDF-", 0, "latin1");
  if (OTHERS.some((other) => start.startsWith(other))) throw new NotAPdf("The file is of another kind.");
  if (header < 0 && !/\d+\s+\d+\s+obj\b/.test(bytes.toString("latin1", 0, 4096)))
    throw new NotAPdf("There is no PDF header.");
  return Math.max(0, header);
};

/** Puts a file on its index: the lock opened, the objects in object streams that a scan has found entered. */
const settle = (file: PdfFile, index: Index, containers: number[] = []): PdfFile => {
  file.index = index;
  const encrypt = dictOf(index.trailer.get("Encrypt"));
  if (encrypt !== undefined) file.lock = decryption(encrypt, index.trailer.get("ID"));
  for (const container of containers) {
    const here = index.offsets.get(container) ?? 0;
    for (const number of file.container(container)?.numbers ?? []) {
      if ((index.offsets.get(number) ?? -1) < here) {
        index.offsets.delete(number);
        index.packed.set(number, container);
      }
    }
  }
  return file;
};

const catalogOf = (file: PdfFile): Dict | undefined => {
  const catalog = dictOf(file.index.trailer.get("Root"));
  return dictAt(catalog, "Pages") === undefined ? undefined : catalog;
};

/** A catalog for a file that has lost it: one found among the objects, or one made for its pages. */
const findCatalog = (file: PdfFile): Dict | undefined => {
  const objects = file.numbers().map(file.ref);
  const typed = (type: string) => objects.filter((ref) => ref.value instanceof Map && nameAt(ref, "Type") === type);
  const catalog = typed("Catalog").find((ref) => dictAt(ref, "Pages") !== undefined);
  if (catalog !== undefined) return dictOf(catalog);
  const tops = typed("Pages").filter((ref) => !dictOf(ref)!.has("Parent"));
  let pages: Value | undefined = tops[tops.length - 1];
  if (pages === undefined) {
    const kids = typed("Page");
    if (kids.length === 0) return undefined;
    pages = new Ref(
      new Map<string, Value>([
        ["Type", new Name("Pages")],
        ["Kids", kids],
      ]),
    );
  }
  const made = dictOf(file.index.trailer.get("Root")) ?? new Map<string, Value>([["Type", new Name("Catalog")]]);
  return made.set("Pages", pages);
};

/** The file as its cross-reference describes it, with offsets from its start and then from its header. */
function* indexed(bytes: Buffer, header: number, budget: Budget): Generator<PdfFile> {
  for (const shift of header > 0 ? [0, header] : [0]) {
    const file = new PdfFile(bytes, budget);
    try {
      const index = readIndex(bytes, shift, file.ref, budget);
      if (knowsNewest(bytes, index) && mendOffsets(file, index)) yield settle(file, index);
    } catch (error) {
      if (!(error instanceof BrokenIndex || error instanceof RangeError)) throw error;
    }
  }
}

/** The file as a scan finds it. */
const rebuilt = (bytes: Buffer, budget: Budget): PdfFile => {
  const file = new PdfFile(bytes, budget);
  const { index, containers } = scan(bytes, file.ref, budget);
  return settle(file, index, containers);
};

const documentOf = (file: PdfFile, catalog: Dict | undefined, stated: string): Document | undefined => {
  const pages = catalog === undefined ? [] : pagesOf(catalog, file.budget);
  if (catalog === undefined || pages.length === 0) return undefined;
  const later = nameAt(catalog, "Version") ?? "";
  const version = /^\d\.\d$/.test(later) && later > stated ? later : stated;
  refuseDynamicForm(catalog, pages, file.budget);
  setPages(catalog, pages);
  const info = dictOf(file.index.trailer.get("Info"));
  const locked = file.lock?.attachmentsOnly === true;
  return {
    catalog,
    pages,
    info,
    version,
    size: file.bytes.length,
    restricted: file.lock !== undefined && !locked,
    locked,
  };
};

/**
 * Opens a PDF of any version, repairing what can be repaired. Throws NotAPdf when there is nothing to open, Locked when
 * a password is needed, DynamicForm when there are no pages of what it shows, OverBudget when reading costs more than the budget has.
 */
export const openPdf = (input: Uint8Array, budget: Budget): Document => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.length);
  const header = headerOffset(bytes);
  const stated = /%PDF-(\d\.\d)/.exec(bytes.toString("latin1", header, header + 8))?.[1] ?? "1.4";
  for (const file of indexed(bytes, header, budget)) {
    const document = documentOf(file, catalogOf(file), stated);
    if (document !== undefined) return document;
  }
  const file = rebuilt(bytes, budget);
  const document = documentOf(file, catalogOf(file) ?? findCatalog(file), stated);
  if (document === undefined) throw new NotAPdf("No page can be found in the file.");
  return document;
};
