import { withJobFolder } from "../../workers/job-folder.ts";
import { bytesIn } from "../../workers/movable.ts";
import type { Output } from "../../workers/output.ts";
import { OverBudget, PATIENCE, smallBudget } from "../budget.ts";
import { openPdf } from "../read/open.ts";
import { toRefusal } from "../refusal.ts";
import { type Input, JOBS, type Kind, type Open, type Opened, type Result } from "./jobs.ts";
import { runInThread } from "./threads.ts";

/** Up to this many bytes a job is done at once: in less time than a thread takes to start. */
const SMALL = 524_288;

/** Documents that somebody has looked at, for the job that follows. */
const opened = new WeakMap<Uint8Array, Opened>();

/** Opens with what the serving thread may spend, or gives the document that was opened before; each is used up once. */
const openHere: Open = (bytes) => {
  const known = opened.get(bytes);
  opened.delete(bytes);
  known?.budget.renew(PATIENCE);
  if (known !== undefined) return known;
  const budget = smallBudget();
  return { document: openPdf(bytes, budget), budget };
};

/** Opens a document and remembers it for the job that follows. */
export const look: Open = (bytes) => {
  const document = openHere(bytes);
  opened.set(bytes, document);
  return document;
};

/** Jobs that make a document. */
type WritingJob = { [Job in Kind]: Result<Job> extends Output ? Job : never }[Kind];

/**
 * Runs a job that makes a document: a small one at once, a large one, or one that takes more work than its size suggests,
 * in a thread. The bytes in the input belong to the job from then on, and may be empty afterwards.
 */
export const runJob = <Job extends WritingJob>(
  kind: Job,
  input: Omit<Input<Job>, "folder">,
  signal: AbortSignal,
): Promise<Output> => {
  const size = bytesIn(input).reduce((sum, { length }) => sum + length, 0);
  return withJobFolder(size, async (folder) => {
    signal.throwIfAborted();
    const job = { ...input, folder } as Input<Job>;
    if (size <= SMALL) {
      try {
        return (JOBS[kind] as (input: Input<Job>, open: Open) => Output)(job, openHere);
      } catch (error) {
        if (!(error instanceof OverBudget)) throw toRefusal(error);
      }
    }
    return runInThread(kind, job, signal, { movesBytes: true });
  });
};
