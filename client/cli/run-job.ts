import { pipeline } from "node:stream/promises";
import type { FileAnswer } from "../answer.ts";
import type { CallOptions, Client } from "../client.ts";
import { saveTo } from "../save.ts";
import type { Command } from "./command.ts";
import { STANDARD_STREAM } from "./input-files.ts";
import { type Job, methodOf, type Wanted } from "./jobs.ts";
import { pathNamed } from "./output-files.ts";

/** The outcome of a call, as a line of JSON has it. */
export type Outcome = Readonly<Record<string, unknown>>;

/** How a job is run. */
export interface Run {
  readonly client: Client;
  readonly command: Command;
  readonly wanted: Wanted;
  /** Whether the file is made by a job of the service. */
  readonly isLater: boolean;
  readonly options: CallOptions;
}

/** A file that the service has made, with the facts that only its job has. */
interface Made {
  readonly answer: FileAnswer;
  readonly facts?: Outcome;
}

/** Submits a job to the service and waits for its file. A job that is interrupted is cancelled. */
const makeLater = async ({ client, command, options }: Run, input: never): Promise<Made> => {
  const { id } = await methodOf(client, command).submit(input, options);
  try {
    const { creditsUsed, warnings = [] } = await client.jobs.wait(id, options);
    return {
      answer: await client.jobs.file(id, options),
      facts: { creditsUsed, warnings: warnings.length, requestId: id },
    };
  } catch (error) {
    if (options.signal?.aborted) await client.jobs.cancel(id).catch(() => {});
    throw error;
  }
};

/** Runs one job, saves its result, and returns what is to be printed. */
export const runJob = async (run: Run, job: Job): Promise<Outcome> => {
  const { client, command, wanted, isLater, options } = run;
  const method = methodOf(client, command);
  const input = (await job.input()) as never;
  if (wanted === "dryRun") return { ...(await method.dryRun(input, options)) };
  if (wanted === "metadata") return { ...(await method.metadata(input, options)) };
  const { answer, facts }: Made = isLater ? await makeLater(run, input) : { answer: await method(input, options) };
  const output = job.isNamedByKind ? pathNamed(job.output!, answer.fileName) : job.output;
  if (job.output === STANDARD_STREAM) {
    // All of it first, so that no half of a file goes into a pipe.
    const bytes = await answer.bytes();
    await pipeline([bytes], process.stdout, { end: false });
  } else await saveTo(answer, output!);
  const { size, creditsUsed, creditsRemaining, warningCount: warnings, requestId } = answer;
  return { output, size, creditsUsed, creditsRemaining, warnings, requestId, ...facts };
};
