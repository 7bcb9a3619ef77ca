import { openPackage, type Package } from "../../package.ts";
import { PackageRewriter } from "../../rewriting.ts";
import { relatedPart, textParts } from "../text-parts.ts";
import { withChangesAccepted } from "./accept.ts";

/** Documents in documents in documents are printed as they are. */
const IMPORT_DEPTH_LIMIT = 2;

/** Accepts the tracked changes in all parts of a document. */
export const acceptChanges = (rewriting: PackageRewriter, texts: readonly string[]): void => {
  const related = ["styles", "numbering"].map((kind) => relatedPart(rewriting.original, texts[0], kind));
  for (const part of [...texts, ...related]) rewriting.change(part, withChangesAccepted);
};

const accepted = async (bytes: Buffer, depth: number): Promise<Buffer | undefined> => {
  const document = await openPackage(bytes).catch(() => undefined);
  if (document === undefined) return undefined;
  const rewriting = new PackageRewriter(document);
  acceptChanges(rewriting, textParts(document));
  for (const [part, content] of await importsWithChangesAccepted(document, depth + 1)) rewriting.replace(part, content);
  return rewriting.finish();
};

/** The documents that a document imports (`w:altChunk`: ECMA-376, part 1, 17.17.2.1) and that have tracked changes, with them accepted. */
export const importsWithChangesAccepted = async (officePackage: Package, depth = 1): Promise<Map<string, Buffer>> => {
  const imports = new Map<string, Buffer>();
  if (depth > IMPORT_DEPTH_LIMIT) return imports;
  for (const { type, part = "" } of textParts(officePackage).flatMap((text) => officePackage.relationships(text))) {
    const file = officePackage.files.get(part);
    if (type !== "aFChunk" || file === undefined || imports.has(part)) continue;
    const content = officePackage.typeOf(part)?.includes("word")
      ? await accepted(officePackage.read(file), depth)
      : undefined;
    if (content !== undefined) imports.set(part, content);
  }
  return imports;
};
