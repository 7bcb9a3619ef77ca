import type { Warning } from "../warnings.ts";

/**
 * A finished document: its bytes; or its bytes in pieces, or a file in a temp folder of the job's own, which whoever has
 * sent it removes.
 */
export type Finished =
  | Uint8Array
  | { readonly pieces: readonly Uint8Array[]; readonly size: number; readonly remove: () => Promise<void> }
  | { readonly path: string; readonly size: number; readonly remove: () => Promise<void> };

/** Bytes of a finished document. */
export const sizeOf = (document: Finished): number =>
  document instanceof Uint8Array ? document.length : document.size;

/** What a job gives: the document, and what of its input could not be done as the input asks. */
export interface Output {
  readonly body: Finished;
  readonly warnings: readonly Warning[];
}

/**
 * One job on one kind of document. An engine knows bytes and options: no HTTP, no account, no file name.
 * Inputs are bytes, so that engines can be chained.
 */
export interface Engine<Input, Result extends Output = Output> {
  /** Name and version, as `X-Engine` and `X-Pdf-Engine` tell them: `platen-pdf/1.0.0`. */
  readonly name: string;
  /**
   * Resolves with the new document. Rejects with a ServiceError when the client's document is at fault, with the
   * signal's reason once it is aborted (by then the work has really stopped), with anything else when the engine failed.
   */
  run(input: Input, signal: AbortSignal): Promise<Result>;
}
