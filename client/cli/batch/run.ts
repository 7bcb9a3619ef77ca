import { mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Client } from "../../client.ts";
import { createClient } from "../../client.ts";
import { deadlineIn } from "../../deadline.ts";
import { PlatenError } from "../../errors.ts";
import type { Batch, Job } from "../../interface/schemas.ts";
import { Attempts } from "../../retry.ts";
import { saveTo } from "../../save.ts";
import { type Service, sendAhead } from "../../send-ahead.ts";
import { eachOf } from "../each-of.ts";
import { EXIT_CODES, exitCodeOf } from "../exit-codes.ts";
import { Progress } from "../progress.ts";
import { messageLine } from "../report.ts";
import { type Settings, settingsOf } from "../settings.ts";
import type { BatchArguments } from "./arguments.ts";
import { bodyAhead, type List, readList, sentAhead, withFiles } from "./list.ts";
import { digestOf, type State, saveState, stateIn } from "./state.ts";

/** Attempts at sending a file ahead, because the announcements of an account have a limit in a minute. */
const AHEAD_ATTEMPTS = 50;

/** Jobs of a page: the most that the service returns at once. */
const PAGE_JOBS = 100;

/** What a batch command works with. */
interface Run {
  readonly client: Client;
  readonly settings: Settings;
  readonly out: string;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly signal: AbortSignal;
}

/** Sends the files ahead that are too large for the list, and remembers them. */
const sendFilesAhead = async (run: Run, list: List, state: State): Promise<State> => {
  const { settings, signal, out, isQuiet } = run;
  const service: Service = { url: settings.url.replace(/\/+$/, ""), key: settings.key };
  const places = [...(await sentAhead(list))].filter((place) => state.ahead[place] === undefined);
  if (places.length === 0) return state;
  const ahead: Record<string, string> = { ...state.ahead };
  const progress = new Progress(places.length, isQuiet);
  try {
    await eachOf(places, settings.concurrency, async (place) => {
      const body = await bodyAhead(list.entries[place]!, list.folder);
      const deadline = deadlineIn(settings.timeoutMs, signal);
      ahead[place] = await new Attempts(AHEAD_ATTEMPTS, deadline).run(() => sendAhead(service, body, deadline));
      progress.step();
    });
  } finally {
    progress.clear();
    await saveState(out, { ...state, ahead });
  }
  return { ...state, ahead };
};

/** Submits a list, once: the same list has the same key. Returns the batch. */
const submit = async (run: Run, list: List, before: State): Promise<Batch> => {
  const { client, signal, settings, out } = run;
  const state = await sendFilesAhead(run, list, before);
  const lines: string[] = [];
  for (const [place, entry] of list.entries.entries()) {
    const bodyRef = state.ahead[place];
    const { form: _, ...rest } = entry;
    lines.push(JSON.stringify(bodyRef === undefined ? await withFiles(entry, list.folder) : { ...rest, bodyRef }));
  }
  const text = lines.join("\n");
  const options = { signal, timeoutMs: settings.timeoutMs, idempotencyKey: digestOf(text) };
  const batch = await client.batches.submit(text, options);
  await saveState(out, { ...state, batch: batch.id });
  return batch;
};

/** The batch that the folder remembers, if the service still has it, else a new one. */
const batchOf = async (run: Run, list: List, state: State): Promise<Batch> => {
  if (state.batch === undefined) return submit(run, list, state);
  return run.client.batches.get(state.batch, { signal: run.signal }).catch((error: unknown) => {
    if (!(error instanceof PlatenError) || error.status !== 404) throw error;
    return submit(run, list, { list: state.list, url: state.url, ahead: {} });
  });
};

async function* jobsOf({ client, signal }: Run, id: string): AsyncGenerator<Job> {
  let cursor: string | undefined;
  do {
    const page = await client.batches.jobs(
      id,
      { limit: PAGE_JOBS, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
    yield* page.jobs;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Whether a result is in the folder already: files get their names only when they are complete. */
const isFetched = async (path: string, size: number): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && found.size === size,
    () => false,
  );

/** Fetches the result of a job, unless it is there already, and prints the outcome. Returns an exit code. */
const fetchResult = async (run: Run, job: Job, progress: Progress): Promise<number> => {
  const { client, out, isJson, signal } = run;
  const { index = 0, name = `request ${index + 1}`, state, fileName, result, error } = job;
  const output = fileName === undefined ? undefined : join(out, basename(fileName));
  if (result !== undefined && output !== undefined && !(await isFetched(output, result.size)))
    await saveTo(await client.jobs.file(job.id, { signal }), output);
  const hasFile = output !== undefined && (result === undefined || (await isFetched(output, result.size)));
  const code = state === "succeeded" && hasFile ? EXIT_CODES.success : EXIT_CODES.failed;
  const facts = { index, name, job: job.id, state, ...(hasFile && { output }), error };
  const why = error ? `${error.message} (${error.code}, ${error.reason})` : `the job is ${state}, and has no file`;
  if (isJson) progress.step({ stream: process.stdout, text: JSON.stringify(facts) });
  else progress.step(code === 0 ? undefined : { stream: process.stderr, text: messageLine(`${name}: ${why}`) });
  return code;
};

const fetchResults = async (run: Run, batch: Batch): Promise<number> => {
  const jobs: Job[] = [];
  for await (const job of jobsOf(run, batch.id)) jobs.push(job);
  const progress = new Progress(batch.requests, run.isQuiet);
  const codes: number[] = [];
  try {
    await eachOf(jobs, run.settings.concurrency, async (job, at) => {
      codes[at] = await fetchResult(run, job, progress).catch((error: unknown) => {
        if (run.signal.aborted) throw error;
        progress.step({ stream: process.stderr, text: messageLine(`${job.id}: ${(error as Error).message}`) });
        return exitCodeOf(error);
      });
    });
  } finally {
    progress.clear();
  }
  const missing = batch.requests - jobs.length;
  if (missing > 0 && !run.isQuiet)
    process.stderr.write(`${messageLine(`${missing} requests were cancelled before they became jobs`)}\n`);
  return codes.find((code) => code !== EXIT_CODES.success) ?? (missing > 0 ? EXIT_CODES.failed : EXIT_CODES.success);
};

/** Runs `batch`: submits a list, waits until it has ended, and fetches its results. Returns the exit code. */
export const runBatch = async ({ values, file, out }: BatchArguments, signal: AbortSignal): Promise<number> => {
  const settings = settingsOf(values);
  const client = createClient({ url: settings.url, key: settings.key });
  const run = { client, settings, out, signal, isJson: values["json"] === true, isQuiet: values["quiet"] === true };
  const list = await readList(file);
  await mkdir(out, { recursive: true });
  const state = await stateIn(out, { list: digestOf(list.text), url: settings.url });
  let progress: Progress | undefined;
  let isSubmitted = state.batch !== undefined;
  try {
    const { id, requests } = await batchOf(run, list, state);
    isSubmitted = true;
    progress = new Progress(requests, run.isQuiet);
    const onProgress = ({ counts: { open } }: Batch) => progress?.show(requests - open);
    const ended = await client.batches.wait(id, { signal, onProgress });
    progress.clear();
    return await fetchResults(run, ended);
  } catch (error) {
    progress?.clear();
    if (!signal.aborted) throw error;
    if (isSubmitted && !run.isQuiet)
      process.stderr.write(`${messageLine("the batch goes on; the same command waits for it")}\n`);
    return EXIT_CODES.interrupted;
  }
};
