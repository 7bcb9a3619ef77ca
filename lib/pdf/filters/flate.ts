import zlib from "node:zlib";
import { throwIfStopped } from "../../workers/stop-flag.ts";
import { type Budget, OverBudget } from "../budget.ts";

const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";

/**
 * Unpacks FlateDecode. What is cut off, or has a wrong checksum, gives what could be unpacked; a damaged header is
 * passed over. Throws OverBudget on more bytes than the budget has left.
 */
export const inflate = (data: Uint8Array, budget: Budget): Buffer => {
  throwIfStopped();
  const maxOutputLength = Math.max(1, budget.bytes);
  const lenient = { maxOutputLength, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const attempts = [
    () => zlib.inflateSync(data, { maxOutputLength }),
    () => zlib.inflateSync(data, lenient),
    () => zlib.inflateRawSync(data.subarray(2), lenient),
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
    }
  }
  throw failure;
};
