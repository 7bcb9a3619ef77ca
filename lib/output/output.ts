import { readFile } from "node:fs/promises";
import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import type { DescribedField } from "./form-field.ts";
import type { Warning } from "./warnings.ts";

/** Bytes in pieces. Their last user calls `remove`, if it is given. */
interface PiecesBody {
  readonly pieces: readonly Uint8Array[];
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** A file in its job's own temp folder. Its last user calls `remove`, if it is given. */
interface FileBody {
  readonly path: string;
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

export type OutputBody = Uint8Array | PiecesBody | FileBody;

/** The result of a job: the document, and warnings about what it lacks. */
export interface Output {
  readonly body: OutputBody;
  readonly warnings: readonly Warning[];
  /** Its file name, if the job makes results of several kinds. */
  readonly fileName?: string | undefined;
  /** The number of its pages, if it is a PDF. */
  readonly pages?: number | undefined;
  /** The fields of its form, if its job is about them. */
  readonly formFields?: readonly DescribedField[] | undefined;
  /** A digest of its bytes, if a worker has computed one: equal digests of one kind mean equal bytes. */
  readonly digest?: string | undefined;
}

export const sizeOf = (body: OutputBody): number => (body instanceof Uint8Array ? body.length : body.size);

/** Throws PROCESSING_FAILED for a document of more bytes than an output may have. */
export const assertOutputSize = (bytes: number): void => {
  if (bytes <= config.outputMb * MB) return;
  throw new ServiceError("PROCESSING_FAILED", `The result has more than ${config.outputMb} MB (PLATEN_OUTPUT_MB).`, {
    reason: "result-too-large",
  });
};

/** The bytes of a document that nothing else uses: from memory, or from its file, which is then removed. */
export const outputBytes = async ({ body }: { body: OutputBody }): Promise<Uint8Array> => {
  if (body instanceof Uint8Array) return body;
  try {
    return "pieces" in body ? Buffer.concat(body.pieces) : await readFile(body.path);
  } finally {
    await body.remove?.();
  }
};
