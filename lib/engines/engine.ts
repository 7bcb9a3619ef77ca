import type { Output } from "../workers/output.ts";

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
