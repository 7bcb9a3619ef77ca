import type { Output } from "../workers/output.ts";

/**
 * Does one job on one kind of document. An engine knows bytes and options, but not HTTP, accounts or file names. Inputs are
 * bytes, so that engines can be chained.
 */
export interface Engine<Input, Result extends Output = Output> {
  /** Name and version, for the headers `X-Engine` and `X-Pdf-Engine`, such as `platen-pdf/1.0.0`. */
  readonly name: string;
  /**
   * Resolves with the new document. Rejects with a ServiceError where the client's document is at fault, with the signal's
   * reason when it is aborted and the work has stopped, and with another error where the engine fails.
   */
  run(input: Input, signal: AbortSignal): Promise<Result>;
}
