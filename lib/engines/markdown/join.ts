import type { Output } from "../../output/output.ts";
import { outputBytes } from "../../output/output.ts";
import { distinct } from "../../output/warnings.ts";
import { runPdfJob } from "../../pdf/jobs/run.ts";
import { type Bookmark, CROSS_PIECE_URL } from "./pieces.ts";

/** The bookmarks and the author of a joined document. */
interface JoinedProperties {
  readonly bookmarks: readonly Bookmark[];
  readonly author: string | undefined;
}

/** Joins the printed pieces of one document, resolves the links between them, and adds bookmarks and author. */
export const joinPieces = async (
  printed: readonly Output[],
  { bookmarks, author }: JoinedProperties,
  signal: AbortSignal,
): Promise<Output> => {
  const pieces = await Promise.all(printed.map(outputBytes));
  const join = { pieces, bookmarks: [...bookmarks], internalPrefix: CROSS_PIECE_URL, author };
  const joined = await runPdfJob("join", join, signal);
  return { ...joined, warnings: distinct(printed.flatMap(({ warnings }) => warnings)) };
};

/** Writes the author into a printed document, because Chromium does not. */
export const writeAuthor = async (printed: Output, author: string, signal: AbortSignal): Promise<Output> => {
  const named = await runPdfJob("setAuthor", { bytes: await outputBytes(printed), author }, signal);
  return { ...named, warnings: printed.warnings };
};
