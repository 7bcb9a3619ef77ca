import { crc32 } from "node:zlib";
import { accounts } from "../../accounts/accounts.ts";
import { errorBody } from "../../errors/error-body.ts";
import type { Batch } from "../../jobs/batches/batch.ts";
import { fileNameIn } from "../../jobs/batches/file-name.ts";
import { batchJobs } from "../../jobs/batches/find.ts";
import { type FoundJob, PAGE_LIMIT } from "../../jobs/find.ts";
import { directoryEnd, directoryEntry, localHeader, type ZipEntry } from "../../output/zip-records.ts";

const INDEX_NAME = "index.json";

/** An entry of the list in the archive; `file` only if the archive has the job's result. */
export const listed = ({ request, state, end }: FoundJob, file: string | undefined) => ({
  index: request.batch?.index,
  ...(request.batch?.name !== undefined && { name: request.batch.name }),
  job: request.id,
  operation: request.operation,
  state,
  ...(file !== undefined && { file }),
  ...(end?.error && errorBody(end.error)),
});

/** The list in the archive, as a file of it. */
export const indexFile = (list: readonly object[]): { readonly entry: ZipEntry; readonly bytes: Buffer } => {
  const bytes = Buffer.from(`${JSON.stringify(list, null, 1)}\n`);
  return { entry: { name: INDEX_NAME, size: bytes.length, checksum: crc32(bytes) }, bytes };
};

/** All jobs of a batch that are submitted, in its order, page by page. */
export async function* jobPages({ request }: Batch): AsyncGenerator<readonly FoundJob[]> {
  let after: string | undefined;
  do {
    const page = await batchJobs(accounts().table, request, { limit: PAGE_LIMIT, after }, Date.now());
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

/** The result of a job as a file of the archive; undefined if it has none, or it has expired. */
export const resultEntry = ({ request, end }: FoundJob): ZipEntry | undefined => {
  const result = end?.result;
  if (result?.checksum === undefined || result.expiresAt <= Date.now()) return undefined;
  return { name: fileNameIn(request.batch, result.name), size: result.bytes, checksum: result.checksum };
};

const bytesOf = (records: readonly Buffer[]): number => records.reduce((sum, { length }) => sum + length, 0);

const fileBytes = (entry: ZipEntry): number =>
  bytesOf(localHeader(entry)) + entry.size + bytesOf(directoryEntry(entry, 0));

/** The bytes of the archive with the results of a batch, as long as it has less than 4 GB and the store has lost none of them. */
export const archiveSize = async (batch: Batch): Promise<number> => {
  const list: object[] = [];
  let sum = 0;
  for await (const jobs of jobPages(batch))
    for (const job of jobs) {
      const entry = resultEntry(job);
      if (entry !== undefined) sum += fileBytes(entry);
      list.push(listed(job, entry?.name));
    }
  return sum + fileBytes(indexFile(list).entry) + bytesOf(directoryEnd(0, 0, 0));
};
