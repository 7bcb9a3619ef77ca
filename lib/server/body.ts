import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors.ts";
import type { ReadBody } from "../http/exchange.ts";

/** A body has to bring 10 KB a second, looked at over 30 seconds. */
const LEAST_RATE = 10_000;
const OVER_SECONDS = 30;

/** What stops the work when the caller is gone: nobody will read it. */
export const hungUp = () => new ServiceError("PROCESSING_FAILED", "The caller hung up.");

const tooLarge = (most: number) => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${most} bytes.`);
/** What a body that trickles is told. */
export const tooSlow = () =>
  new ServiceError("INVALID_REQUEST", `The body arrived at less than ${LEAST_RATE} bytes a second.`);

/** Calls `cut` when fewer bytes than the least rate came in the last 30 seconds; gives what stops the watch. */
export const watchRate = (received: () => number, cut: () => void): (() => void) => {
  const marks: number[] = [];
  const timer = setInterval(() => {
    marks.push(received());
    if (marks.length <= OVER_SECONDS) return;
    if (received() - marks.shift()! < LEAST_RATE * OVER_SECONDS) cut();
  }, 1000);
  return () => clearInterval(timer);
};

/**
 * The body of a request, read when it is asked for. `begin` is called before the first byte is waited for, `hold`
 * with the bytes that memory is needed for. Rejects at once with FILE_TOO_LARGE where the body says or shows that it is over
 * `most` bytes, with INVALID_REQUEST where it trickles, with PROCESSING_FAILED where the caller goes away.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (most, isTooLarge) => {
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > most) throw tooLarge(most);
    const known = Number.isNaN(announced) ? undefined : Buffer.allocUnsafeSlow(announced);
    hold(known?.length ?? 0);
    begin();
    const chunks: Buffer[] = [];
    let size = 0;
    return new Promise((resolve, reject) => {
      const unwatch = watchRate(
        () => size,
        () => end(tooSlow()),
      );
      const end = (error?: Error) => {
        unwatch();
        request.off("data", take).off("end", end).off("close", leave).off("error", leave);
        if (error === undefined) resolve(known?.subarray(0, size) ?? Buffer.concat(chunks, size));
        else reject(error);
      };
      const leave = () => end(hungUp());
      const take = (chunk: Buffer) => {
        size += chunk.length;
        if (size > most || isTooLarge(chunk)) return end(tooLarge(most));
        if (known !== undefined) return void known.set(chunk, size - chunk.length);
        try {
          hold(chunk.length);
          chunks.push(chunk);
        } catch (error) {
          end(error as Error);
        }
      };
      request
        .on("data", take)
        .on("end", () => end())
        .on("close", leave)
        .on("error", leave);
    });
  };
