import type { Batch } from "../../jobs/batches/batch.ts";
import type { FoundJob } from "../../jobs/find.ts";
import { directoryEnd, directoryEntry, localHeader, type ZipEntry } from "../../output/zip-records.ts";
import { openResult } from "../../stored-bodies/job-bodies.ts";
import { indexFile, jobPages, listed, resultEntry } from "./archive-files.ts";

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
    const { entry, bytes } = indexFile(this.#list);
    yield* this.#file(entry, [bytes]);
    const [start, directory] = [this.#size, Buffer.concat(this.#directory)];
    yield directory;
    yield Buffer.concat(directoryEnd(this.#count, directory.length, start));
  }

  /** The file of a job, if it has one that has not expired. */
  async *#job(job: FoundJob): AsyncGenerator<Uint8Array> {
    const { result } = job.end ?? {};
    const entry = resultEntry(job);
    const stored = entry && result && (await openResult(job.request.caller.account, result.reference));
    this.#list.push(listed(job, stored && entry.name));
    if (entry === undefined || stored === undefined) return;
    const stream = stored.stream();
    try {
      yield* this.#file(entry, stream);
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
    if (size !== entry.size) throw new Error("A result does not have the size that its job states.");
    this.#size += header.length + size;
  }
}

/**
 * The archive with the results of a batch, as it is read: one file of the store is open at a time. `index.json` tells what became
 * of each job. Results that have expired or were removed are left out.
 */
export const archiveBytes = (batch: Batch): AsyncGenerator<Uint8Array> => new ArchiveWriter(batch).bytes();
