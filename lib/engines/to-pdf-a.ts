import { withJobFolder } from "../output/job-folder.ts";
import { type Output, outputBytes } from "../output/output.ts";
import { archiveThreads } from "../pdf/archive/threads.ts";
import { forThread } from "../workers/transferable.ts";
import type { PageSetup } from "./page-setup.ts";

/**
 * A printed document in the level of PDF/A that the page setup asks for, or as it is if it asks for none. Throws
 * INVALID_REQUEST for a document that cannot be PDF/A.
 */
export const toPdfA = async <Printed extends Output>(
  printed: Printed,
  { pdfA: level }: PageSetup,
  signal: AbortSignal,
): Promise<Printed> => {
  if (level === undefined) return printed;
  const bytes = await outputBytes(printed);
  const { body, digest } = await withJobFolder(bytes.length, (folder) => {
    const { job, transferList } = forThread({ bytes, level, folder });
    return archiveThreads.run(job, signal, transferList);
  });
  return { ...printed, body, digest };
};
