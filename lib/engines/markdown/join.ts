import { type Output, outputBytes } from "../../output/output.ts";
import { distinct } from "../../output/warnings.ts";
import { runPdfJob } from "../../pdf/jobs/run.ts";
import { type Bookmark, CROSS_PIECE_URL } from "./pieces.ts";

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
