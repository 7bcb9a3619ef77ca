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

/**
 * Runs a job on files of a total size: a small one at once, a large one, or one that turns out to be more than it looks,
 * in a thread of its own. A large job takes its files' bytes over where it may (`move`).
 */
export const runJob = async <Job extends Kind>(
  kind: Job,
  input: Input<Job>,
  size: number,
  signal: AbortSignal,
  move = false,
): Promise<Result<Job>> => {
  signal.throwIfAborted();
  if (size <= SMALL) {
    try {
      return (JOBS[kind] as (input: Input<Job>, open: Open) => Result<Job>)(input, openHere);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw toRefusal(error);
    }
  }
  return runInThread(kind, input, signal, move);
};
