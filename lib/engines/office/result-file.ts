import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { ServiceError } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";

/** A link could lead to a file of the service, and a FIFO would hold the service up. */
const RESULT_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The size of a report at most; the macros write some hundred bytes. */
const REPORT_LIMIT_BYTES = MB;

/** The error for what no macro leaves: a document has taken over the process of its conversion. */
const notConverted = (cause?: unknown) =>
  new ServiceError("PROCESSING_FAILED", "The document could not be converted.", { reason: "internal-error", cause });

/** Opens a result; returns its descriptor and size in bytes, or undefined if there is none. Throws PROCESSING_FAILED if it is not a file. */
const openResult = (path: string): { descriptor: number; size: number } | undefined => {
  let descriptor: number;
  try {
    descriptor = openSync(path, RESULT_FLAGS);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw notConverted(error);
  }
  const found = fstatSync(descriptor);
  if (found.isFile()) return { descriptor, size: found.size };
  closeSync(descriptor);
  throw notConverted();
};

/** The size of a result in bytes; undefined if there is none. Throws PROCESSING_FAILED if it is not a file. */
export const sizeOfResult = (path: string): number | undefined => {
  const opened = openResult(path);
  if (opened !== undefined) closeSync(opened.descriptor);
  return opened?.size;
};

/** The bytes of a result; undefined if there is none. Throws PROCESSING_FAILED if it is not a file. */
export const readResult = (path: string): Buffer<ArrayBuffer> | undefined => {
  const opened = openResult(path);
  if (opened === undefined) return undefined;
  try {
    return readFileSync(opened.descriptor);
  } finally {
    closeSync(opened.descriptor);
  }
};

/** The text of a report; empty if there is none. Throws PROCESSING_FAILED if no macro can have written it. */
export const readReport = (path: string): string => {
  if ((sizeOfResult(path) ?? 0) > REPORT_LIMIT_BYTES) throw notConverted();
  return readResult(path)?.toString() ?? "";
};
