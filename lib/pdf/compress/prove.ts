import { hash } from "node:crypto";
import type { Warning } from "../../output/warnings.ts";
import { type Fault, Proof } from "../proof/proof.ts";
import type { Renderer } from "../proof/renderer.ts";
import { openWithBudget } from "../read/open.ts";
import { type OutputDocument, writePdf } from "../write/write.ts";
import { ALL_PASSES, allPassesBut, compressDocument, NO_PASSES, type Passes } from "./compress.ts";
import type { CompressionLevel } from "./levels.ts";
import { samplePages } from "./sample-pages.ts";

/** The pieces of the compressed file; undefined if the input stays unchanged. */
interface ProvenFile {
  pieces: Uint8Array[] | undefined;
  size: number;
  pages: number;
  digest: string;
  warnings: readonly Warning[];
  /** The faults for which passes were undone, in order; used by benchmarks. */
  faults: Fault[];
}

const ATTEMPTS_LIMIT_MS = 20_000;

/** The passes of the next attempts after a fault. The first attempt leaves out the likeliest cause. */
const PASSES_AFTER_FAULT: Record<Fault, readonly Passes[]> = {
  text: [allPassesBut("contents"), allPassesBut("fonts"), allPassesBut("names"), NO_PASSES],
  drawing: [
    allPassesBut("contents"),
    allPassesBut("fonts"),
    allPassesBut("pictures"),
    allPassesBut("names"),
    NO_PASSES,
  ],
  pictures: [allPassesBut("pictures"), NO_PASSES],
  pages: [NO_PASSES],
  undrawable: [
    allPassesBut("contents"),
    allPassesBut("fonts"),
    allPassesBut("pictures"),
    allPassesBut("names"),
    NO_PASSES,
  ],
};

const sampledWarnings = (compared: number, pages: number): Warning[] =>
  compared >= pages
    ? []
    : [
        {
          code: "proof-sampled",
          message: `${compared} of ${pages} pages were compared with the original; the others were compressed in the same way.`,
        },
      ];

/** The function that compresses a document; tests replace it with one that causes damage. */
export type Compress = typeof compressDocument;

/**
 * Compresses a file and compares it with the input, page by page. Passes that change the look or the text of a page are
 * undone. If every attempt fails the comparison, the input stays unchanged. Throws the errors of opening a PDF.
 */
export const compressProven = async (
  bytes: Uint8Array,
  level: CompressionLevel,
  renderer: Renderer,
  compress: Compress = compressDocument,
): Promise<ProvenFile> => {
  const start = performance.now();
  let opened = openWithBudget(bytes);
  const count = opened.document.pages.length;
  const proof = new Proof(bytes, samplePages(opened.document.pages), renderer);
  const faults: Fault[] = [];
  const compressWith = async (passes: Passes): Promise<OutputDocument> => {
    const { document, budget } = opened;
    return compress(document, level, budget, passes);
  };
  let remainingPasses: readonly Passes[] = [];
  let passes: Passes | undefined = ALL_PASSES;
  while (passes !== undefined && performance.now() - start < ATTEMPTS_LIMIT_MS) {
    const compressed = await compressWith(passes);
    const { pieces, length, digest } = writePdf(compressed);
    if (length >= bytes.length || !(await proof.canCompare())) break;
    if (passes.size > 0 && (await proof.isPartial())) remainingPasses = [NO_PASSES];
    else {
      const verdict = await proof.check(Buffer.concat(pieces), passes.has("pictures") ? level.difference : undefined);
      if ("compared" in verdict) {
        const warnings = [...(compressed.warnings ?? []), ...sampledWarnings(verdict.compared, count)];
        return { pieces, size: length, pages: count, digest, warnings, faults };
      }
      faults.push(verdict.fault);
      remainingPasses = faults.length === 1 ? PASSES_AFTER_FAULT[verdict.fault] : remainingPasses;
    }
    [passes, ...remainingPasses] = remainingPasses as [Passes | undefined, ...Passes[]];
    if (passes !== undefined) opened = openWithBudget(bytes);
  }
  proof.stopDrawing();
  const digest = hash("sha256", bytes, "base64url");
  return { pieces: undefined, size: bytes.length, pages: count, digest, warnings: [], faults };
};
