import type { Output } from "../output/output.ts";
import { measureStep } from "../turns/turn.ts";
import { demandWarmParts, keepWarm, type WarmPart } from "../workers/warm.ts";

/**
 * Does one job on one kind of document. An engine knows bytes and options, but not HTTP, accounts or file names. Inputs are
 * bytes, so that engines can be chained.
 */
export interface Engine<Input, Result extends Output = Output> {
  /** Name and version, for the headers `X-Engine` and `X-Pdf-Engine`, such as `platen-pdf/1.0.0`. */
  readonly name: string;
  /** The parts that the engine keeps running between jobs, by name. Engines that share a part use the same name for it. */
  readonly warmParts: Readonly<Record<string, WarmPart>>;
  /**
   * Resolves with the new document. Rejects with a ServiceError for a fault in the client's document, with the signal's
   * reason once the signal is aborted and the work has stopped, and with another error if the engine fails.
   */
  run(input: Input, signal: AbortSignal): Promise<Result>;
}

/**
 * Registers an engine's warm parts, so that the server starts, checks and stops them. Returns the engine; each of its runs is a
 * step of its request, and starts those parts that wait for a document.
 */
export const engine = <Input, Result extends Output = Output>(it: Engine<Input, Result>): Engine<Input, Result> => {
  for (const [name, part] of Object.entries(it.warmParts)) keepWarm(name, part);
  const names = Object.keys(it.warmParts);
  return {
    warmParts: it.warmParts,
    get name() {
      return it.name;
    },
    run: (input, signal) => {
      demandWarmParts(names);
      return measureStep(it.name, () => it.run(input, signal));
    },
  };
};
