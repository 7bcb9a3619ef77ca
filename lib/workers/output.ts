import type { Warning } from "./warnings.ts";

/** Bytes in pieces; whoever has used them calls `remove`, where it is given. */
export interface PiecesBody {
  readonly pieces: readonly Uint8Array[];
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** A file in a temp folder of its job's own; whoever has used it calls `remove`, where it is given. */
export interface FileBody {
  readonly path: string;
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** A finished document. */
export type OutputBody = Uint8Array | PiecesBody | FileBody;

/** What a job gives, from the worker to the transport: the document, and what it lacks of its input. */
export interface Output {
  readonly body: OutputBody;
  readonly warnings: readonly Warning[];
}

/** Bytes of a finished document. */
export const sizeOf = (body: OutputBody): number => (body instanceof Uint8Array ? body.length : body.size);
