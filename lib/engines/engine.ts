import type { Output } from "../workers/output.ts";
import { keepWarm, type WarmPart } from "../workers/warm.ts";

/**
 * One job on one kind of document. An engine knows bytes and options: no HTTP, no account, no file name.
 * Inputs are bytes, so that engines can be chained.
 */
export interface Engine<Input, Result extends Output = Output> {
  /** Name and version, as `X-Engine` and `X-Pdf-Engine` give them: `platen-pdf/1.0.0`. */
  readonly name: string;
  /** What it keeps running between jobs, by name; engines that share a part give it the same name. */
  readonly warmParts: Readonly<Record<string, WarmPart>>;
  /**
   * Resolves with the new document. Rejects with a ServiceError when the client's document is at fault, with the
   * signal's reason once it is aborted (by then the work has really stopped), with anything else when the engine failed.
   */
  run(input: Input, signal: AbortSignal): Promise<Result>;
}

/** An engine; the server starts, checks and stops what it keeps running. */
export const engine = <Input, Result extends Output = Output>(it: Engine<Input, Result>): Engine<Input, Result> => {
  for (const [name, part] of Object.entries(it.warmParts)) keepWarm(name, part);
  return it;
};
