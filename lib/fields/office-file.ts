import { runOfficeJob } from "../engines/office/jobs/threads.ts";
import { tooComplex } from "../errors/document-errors.ts";
import type { ExpectedKind } from "../ooxml/check.ts";
import { Limit } from "../turns/limit.ts";

/** The time after which a check is stopped. */
const CHECK_TIMEOUT_MS = 20_000;

/** Checks at the same time: each unpacks the parts of its document. */
const checks = new Limit({ atOnce: 4, ofAccount: 3 });

/**
 * Checks a document in a thread. Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for bytes that are not of the expected kind,
 * and PROCESSING_FAILED where the check takes too much time or memory.
 */
export const checkOffice = async (bytes: Buffer, wanted: ExpectedKind): Promise<void> => {
  await checks.run(new AbortController().signal, async () => {
    const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    try {
      await runOfficeJob("check", { bytes, wanted }, timeout);
    } catch (error) {
      if (error !== timeout.reason) throw error;
      throw tooComplex("takes too long to read");
    }
  });
};
