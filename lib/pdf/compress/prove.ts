import { hash } from "node:crypto";
import type { Warning } from "../../output/warnings.ts";
import { ownProcessorTime } from "../../turns/own-processor-time.ts";
import { type Difference, Proof, type Verdict } from "../proof/proof.ts";
import type { Renderer } from "../proof/renderer.ts";
import type { ShownPictures } from "../proof/shown-pictures.ts";
import { openWithBudget } from "../read/open.ts";
import { writePdf } from "../write/write.ts";
import {
  ALL_PASSES,
  allPassesBut,
  type CompressedDocument,
  compressDocument,
  NO_PASSES,
  type Passes,
} from "./compress.ts";
import type { PictureForms } from "./images/stored-pictures.ts";
import type { CompressionLevel } from "./levels.ts";
import { samplePages } from "./sample-pages.ts";

/** The outcome. `pieces` are those of the compressed file; undefined if the input stays unchanged. */
interface ProvenFile {
  pieces: Uint8Array[] | undefined;
  size: number;
  pages: number;
  digest: string;
  warnings: readonly Warning[];
  /** The faults for which passes were undone, in order; used by benchmarks. */
  faults: Difference[];
  /** How often pictures that differed were stored more faithfully. */
  improvements: number;
}

/** The processor time of this thread after which no further attempt begins. */
const ATTEMPTS_LIMIT_MS = 20_000;

/** The passes of the next attempts after a fault. The first attempt leaves out the likeliest cause. */
const PASSES_AFTER_FAULT: Record<Difference, readonly Passes[]> = {
  text: [allPassesBut("contents"), allPassesBut("fonts"), allPassesBut("names"), NO_PASSES],
  drawing: [
    allPassesBut("contents"),
    allPassesBut("fonts"),
    allPassesBut("pictures"),
    allPassesBut("names"),
    NO_PASSES,
  ],
  pictures: [allPassesBut("layers"), allPassesBut("pictures"), NO_PASSES],
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
export type Compress = (...input: Parameters<typeof compressDocument>) => Promise<CompressedDocument>;

/** A file that an attempt has made, and the verdict of its comparison; undefined if the file was not compared. */
interface AttemptedFile {
  readonly pieces: Uint8Array[];
  readonly length: number;
  readonly digest: string;
  readonly verdict: Verdict | undefined;
  readonly improvements: number;
}

/** Writes and compares a compressed document. Pictures that differ are stored more faithfully, and compared again. */
const attempt = async (
  compressed: CompressedDocument,
  check: (file: Uint8Array, shown?: ShownPictures) => Promise<Verdict | undefined>,
): Promise<AttemptedFile> => {
  let shown: ShownPictures | undefined;
  for (let improvements = 0; ; improvements++) {
    const written = writePdf(compressed);
    const verdict = await check(Buffer.concat(written.pieces), shown);
    shown = verdict?.shown;
    const isImproved = shown !== undefined && (await compressed.pictures?.improve(shown)) === true;
    if (!isImproved) return { ...written, verdict, improvements };
  }
};

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
  const start = ownProcessorTime();
  let opened = openWithBudget(bytes);
  const count = opened.document.pages.length;
  const proof = new Proof(bytes, samplePages(opened.document.pages), renderer);
  const faults: Difference[] = [];
  const forms: PictureForms = new Map();
  const isTimeLeft = () => ownProcessorTime() - start < ATTEMPTS_LIMIT_MS;
  const checkFor = (passes: Passes) => async (file: Uint8Array, shown?: ShownPictures) => {
    if (file.length >= bytes.length || !(await proof.canCompare())) return undefined;
    if (passes.size > 0 && (await proof.isPartial())) return { fault: "undrawable" } as const;
    if (shown !== undefined && !isTimeLeft()) return { fault: "pictures" } as const;
    return proof.check(file, passes.has("pictures") ? level.difference : undefined, shown);
  };
  let improvements = 0;
  let remaining: readonly Passes[] | undefined;
  let passes: Passes | undefined = ALL_PASSES;
  while (passes !== undefined && isTimeLeft()) {
    const { document, budget } = opened;
    const compressed = await compress(document, level, budget, { passes, forms });
    const { verdict, pieces, length, digest, ...attempted } = await attempt(compressed, checkFor(passes));
    improvements += attempted.improvements;
    if (verdict === undefined) break;
    if ("compared" in verdict) {
      const warnings = [...(compressed.warnings ?? []), ...sampledWarnings(verdict.compared, count)];
      return { pieces, size: length, pages: count, digest, warnings, faults, improvements };
    }
    faults.push(verdict.fault);
    remaining ??= (await proof.isPartial()) ? [NO_PASSES] : PASSES_AFTER_FAULT[verdict.fault];
    [passes, ...remaining] = remaining as [Passes | undefined, ...Passes[]];
    if (passes !== undefined) opened = openWithBudget(bytes);
  }
  proof.stopDrawing();
  const digest = hash("sha256", bytes, "base64url");
  return { pieces: undefined, size: bytes.length, pages: count, digest, warnings: [], faults, improvements };
};
