import { inflateRawSync, inflateSync, Z_SYNC_FLUSH } from "../../zlib.ts";
import { type Budget, OverBudget } from "../budget.ts";

const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";

/**
 * Decodes FlateDecode. Truncated data, or data with a wrong checksum, is decoded as far as possible; a damaged header
 * is skipped. Throws OverBudget if the result exceeds the budget.
 */
export const inflate = (data: Uint8Array, budget: Budget): Buffer => {
  budget.checkClock();
  const maxOutputLength = Math.max(1, budget.bytes);
  const lenient = { maxOutputLength, finishFlush: Z_SYNC_FLUSH };
  const attempts = [
    () => inflateSync(data, { maxOutputLength }),
    () => inflateSync(data, lenient),
    () => inflateRawSync(data.subarray(2), lenient),
  ];
  let failure: unknown;
  for (const attempt of attempts) {
    try {
      const unpacked = attempt();
      budget.spendBytes(unpacked.length);
      return unpacked;
    } catch (error) {
      if (isTooLarge(error)) throw new OverBudget("The PDF unpacks to more than its size allows.", { cause: error });
      failure ??= error;
      // What was unpacked before the damage is not known.
      budget.spendBytes(data.length);
      budget.checkClock();
    }
  }
  throw failure;
};
