import type { Output } from "../../output/output.ts";
import { CsvDocument, type CsvJob } from "./csv-document.ts";
import { watchPace } from "./pace.ts";
import { dialectOf, eachRow } from "./rows.ts";

/** Writes a CSV file as a PDF table, whose first row is the head of each page. */
export const writeTable = async (job: CsvJob): Promise<Output> => {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
  const dialect = dialectOf(bytes);
  const document = new CsvDocument(job, dialect);
  const checkPace = watchPace(job.bytes.length, job.timeLimitMs);
  try {
    await eachRow(
      bytes,
      dialect,
      (row) => document.add(row),
      async (done) => {
        checkPace(done);
        await document.drain();
      },
    );
    return await document.finish();
  } catch (error) {
    document.close();
    throw error;
  }
};
