import type { Warning } from "../../output/warnings.ts";
import { keepPages } from "../keep/keep-pages.ts";
import type { OpenedPdf } from "../read/open.ts";
import { writePdf } from "../write/write.ts";
import type { SplitPart } from "./parts.ts";

/**
 * Parts, or groups of them, that are taken from one document. Each opens it anew, because taking pages changes it. More would read
 * the same pages more often, and fewer would write them more often.
 */
const TAKEN_PARTS_LIMIT = 8;

type TakePart = (part: SplitPart, pieces: Uint8Array[]) => void;

/** Whether the parts hold pages in ascending order, none of them twice. */
const areAscending = (parts: readonly SplitPart[]): boolean => {
  let last = -1;
  for (const { positions } of parts) {
    for (const position of positions) {
      if (position <= last) return false;
      last = position;
    }
  }
  return true;
};

/** The same parts, of a document that has only their pages. */
const renumbered = (parts: readonly SplitPart[]): SplitPart[] => {
  let next = 0;
  return parts.map(({ name, positions }) => ({ name, positions: positions.map(() => next++) }));
};

/**
 * Extracts parts of a document, each as a file of its own, with what belongs to its pages. The work on a part grows with the
 * document that it is taken from, so many parts are first taken in groups, and large groups in groups of their own. `open` opens
 * the document, and `reopen` the file of a group. Returns the warnings about what all parts lack.
 */
export const splitDocument = (
  open: () => OpenedPdf,
  parts: readonly SplitPart[],
  reopen: (bytes: Uint8Array) => OpenedPdf,
  take: TakePart,
): readonly Warning[] => {
  const warnings: Warning[] = [];
  const takeOut = (positions: readonly number[], isRead = false): Uint8Array[] => {
    const { document, budget } = open();
    const output = keepPages(document, positions, budget);
    warnings.push(...output.warnings);
    // What is read again at once is not worth compressing.
    return writePdf(isRead ? { ...output, avoidsObjectStreams: true } : output).pieces;
  };
  if (parts.length <= TAKEN_PARTS_LIMIT || !areAscending(parts)) {
    for (const part of parts) take(part, takeOut(part.positions));
    return warnings;
  }
  const groupSize = Math.ceil(parts.length / TAKEN_PARTS_LIMIT);
  for (let from = 0; from < parts.length; from += groupSize) {
    const group = parts.slice(from, from + groupSize);
    const bytes = Buffer.concat(
      takeOut(
        group.flatMap(({ positions }) => positions),
        true,
      ),
    );
    warnings.push(...splitDocument(() => reopen(bytes), renumbered(group), reopen, take));
  }
  return warnings;
};
