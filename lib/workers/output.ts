import type { Warning } from "./warnings.ts";

/** Bytes in pieces. Their last user calls `remove`, where it is given. */
export interface PiecesBody {
  readonly pieces: readonly Uint8Array[];
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** A file in its job's own temp folder. Its last user calls `remove`, where it is given. */
export interface FileBody {
  readonly path: string;
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** A finished document. */
export type OutputBody = Uint8Array | PiecesBody | FileBody;

/** The result of a job: the document, and warnings about what it lacks. */
export interface Output {
  readonly body: OutputBody;
  readonly warnings: readonly Warning[];
}

/** Bytes of a finished document. */
export const sizeOf = (body: OutputBody): number => (body instanceof Uint8Array ? body.length : body.size);
