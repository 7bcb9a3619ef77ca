import { crc32 } from "node:zlib";
import { accounts } from "../../accounts/accounts.ts";
import { errorBody } from "../../errors/error-body.ts";
import type { Batch } from "../../jobs/batches/batch.ts";
import { fileNameIn } from "../../jobs/batches/file-name.ts";
import { batchJobs } from "../../jobs/batches/find.ts";
import { type FoundJob, PAGE_LIMIT } from "../../jobs/find.ts";
import type { JobResult } from "../../jobs/job.ts";
import { directoryEnd, directoryEntry, localHeader, type ZipEntry } from "../../output/zip-records.ts";
import { openResult } from "../../stored-bodies/job-bodies.ts";

const INDEX_NAME = "index.json";

/** What the list in the archive tells of a job; `file` only if it is in the archive. */
const listed = ({ request, state, end }: FoundJob, file: string | undefined) => ({
  index: request.batch?.index,
  ...(request.batch?.name !== undefined && { name: request.batch.name }),
  job: request.id,
  operation: request.operation,
  state,
  ...(file !== undefined && { file }),
  ...(end?.error && errorBody(end.error)),
});

/** All jobs of a batch that are submitted, in its order, page by page. */
async function* jobPages({ request }: Batch): AsyncGenerator<readonly FoundJob[]> {
  let after: string | undefined;
  do {
    const page = await batchJobs(accounts().table, request, { limit: PAGE_LIMIT, after }, Date.now());
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

const hasExpired = ({ expiresAt }: JobResult): boolean => expiresAt <= Date.now();

/** The bytes of the results that the archive of a batch has. */
export const resultBytes = async (batch: Batch): Promise<number> => {
  let sum = 0;
  for await (const jobs of jobPages(batch))
    for (const { end } of jobs) if (end?.result && !hasExpired(end.result)) sum += end.result.bytes;
  return sum;
};

/** Writes the archive with the results of one batch, piece by piece. One class, because each piece moves the place of the next. */
class ArchiveWriter {
  readonly #batch: Batch;
  readonly #directory: Buffer[] = [];
  readonly #list: object[] = [];
  #size = 0;
  #count = 0;

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const jobs of jobPages(this.#batch)) for (const job of jobs) yield* this.#job(job);
    const list = Buffer.from(`${JSON.stringify(this.#list, null, 1)}\n`);
    yield* this.#file({ name: INDEX_NAME, size: list.length, checksum: crc32(list) }, [list]);
    const [start, directory] = [this.#size, Buffer.concat(this.#directory)];
    yield directory;
    yield Buffer.concat(directoryEnd(this.#count, directory.length, start));
  }

  /** The file of a job, if it has one that has not expired. */
  async *#job(job: FoundJob): AsyncGenerator<Uint8Array> {
    const result = job.end?.result;
    const { caller } = job.request;
    const isThere = result?.checksum !== undefined && !hasExpired(result);
    const stored = isThere ? await openResult(caller.account, result.reference) : undefined;
    if (result?.checksum === undefined || stored === undefined) {
      this.#list.push(listed(job, undefined));
      return;
    }
    const name = fileNameIn(job.request.batch, result.name);
    this.#list.push(listed(job, name));
    const stream = stored.stream();
    try {
      yield* this.#file({ name, size: result.bytes, checksum: result.checksum }, stream);
    } finally {
      stream.destroy();
      await stored.close();
    }
  }

  async *#file(entry: ZipEntry, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const header = Buffer.concat(localHeader(entry));
    this.#directory.push(...directoryEntry(entry, this.#size));
    this.#count++;
    yield header;
    let size = 0;
    for await (const piece of bytes) {
      size += piece.length;
      yield piece;
    }
    if (size !== entry.size) throw new Error("A result does not have the size that its job tells.");
    this.#size += header.length + size;
  }
}

/**
 * The archive with the results of a batch, as it is read: one file of the store is open at a time. `index.json` tells what became
 * of each job. Results that have expired or were removed are left out.
 */
export const archiveBytes = (batch: Batch): AsyncGenerator<Uint8Array> => new ArchiveWriter(batch).bytes();
