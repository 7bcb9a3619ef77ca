import { timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { accounts } from "../../accounts/accounts.ts";
import { ServiceError } from "../../errors/service-error.ts";
import type { Batch } from "../../jobs/batches/batch.ts";
import { findBatch } from "../../jobs/batches/find.ts";
import { ARCHIVE, archiveEnd, parseArchiveToken } from "../../jobs/batches/view.ts";
import { MB } from "../../settings/megabyte.ts";
import type { Answer } from "../resource.ts";
import { archiveBytes } from "./archive-bytes.ts";
import { archiveSize } from "./archive-files.ts";

const noArchive = () => new ServiceError("NOT_FOUND", "There are no results at this address, or they have expired.");

/** The batch whose results are at an address. Throws NOT_FOUND for a wrong address, and while the results are not there. */
const batchAt = async (token: string): Promise<Batch> => {
  const parsed = parseArchiveToken(token);
  const now = Date.now();
  const batch = parsed && (await findBatch(accounts().table, parsed.account, parsed.id, now));
  if (batch === undefined || (archiveEnd(batch) ?? 0) <= now) throw noArchive();
  const [given, expected] = [Buffer.from(parsed?.secret ?? ""), Buffer.from(batch.request.secret)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw noArchive();
  return batch;
};

const tooLarge = (limitBytes: number) =>
  new ServiceError(
    "PROCESSING_FAILED",
    `The archive has more than ${limitBytes / MB} MB, the limit of an answer here: fetch its files one by one.`,
    { reason: "result-too-large" },
  );

/**
 * Sends the results of a batch, whose address is the permission, as an archive without a length in advance. An archive of more than
 * `limitBytes` is refused before its first byte.
 */
export const archiveAnswerWithin =
  (limitBytes: number): Answer =>
  async ({ values: [token = ""], isHead }) => {
    const batch = await batchAt(token);
    if (limitBytes < Number.POSITIVE_INFINITY && (await archiveSize(batch)) > limitBytes) throw tooLarge(limitBytes);
    const headers = {
      "Content-Type": ARCHIVE.type,
      "Content-Disposition": `attachment; filename="${ARCHIVE.name}"`,
      "Accept-Ranges": "none",
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    };
    if (isHead) return { statusCode: 200, headers, body: "" };
    const stream = Readable.from(archiveBytes(batch), { objectMode: false });
    return { statusCode: 200, headers, body: { stream, size: 0, remove: async () => void stream.destroy() } };
  };
