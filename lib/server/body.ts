import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors.ts";
import type { ReadBody } from "../http/exchange.ts";
import { rateFor, watchRate } from "./least-rate.ts";

/** Bytes of memory that a body gets at first, by whether its length was announced. The memory doubles when it is full. */
const FIRST_BYTES = { announced: 4_194_304, unknown: 65_536 };

/** Error that stops the work of a caller who has hung up. */
export const callerHungUp = () => new ServiceError("PROCESSING_FAILED", "The caller hung up.");

const tooLarge = (limit: number) => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${limit} bytes.`);
/** Gives memory back at once, before the garbage collector would. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
};

/** Error for a body that arrives at less than this rate. */
export const bodyTooSlow = (bytesPerSecond: number) =>
  new ServiceError("INVALID_REQUEST", `The body arrived at less than ${bytesPerSecond} bytes a second.`);

/**
 * Reads the body of a request when it is called. `begin` is called before the first byte is waited for, `hold` with the bytes
 * that have arrived. Rejects with FILE_TOO_LARGE as soon as the body is known to have more than `limit` bytes,
 * with INVALID_REQUEST where it arrives too slowly, with PROCESSING_FAILED where the caller hangs up.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (limit, isTooLarge) => {
    if (request.destroyed) throw callerHungUp();
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > limit) throw tooLarge(limit);
    const isAnnounced = !Number.isNaN(announced);
    const most = isAnnounced ? announced : limit;
    let body = Buffer.allocUnsafeSlow(Math.min(most, isAnnounced ? FIRST_BYTES.announced : FIRST_BYTES.unknown));
    let size = 0;
    const grow = (least: number) => {
      const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(least, 2 * body.length)));
      larger.set(body.subarray(0, size));
      release(body);
      body = larger;
    };
    begin();
    return new Promise((resolve, reject) => {
      const rate = isAnnounced ? rateFor(announced) : rateFor(0);
      const unwatch = watchRate(
        () => size,
        rate,
        () => end(bodyTooSlow(rate)),
      );
      const end = (error?: Error) => {
        unwatch();
        request.off("data", take).off("end", whole).off("close", leave).off("error", leave);
        if (error === undefined) return resolve(body.subarray(0, size));
        release(body);
        reject(error);
      };
      const whole = () => end();
      const leave = () => end(callerHungUp());
      const take = (chunk: Buffer) => {
        try {
          const after = size + chunk.length;
          if (after > limit) throw tooLarge(limit);
          hold(chunk.length);
          if (after > body.length) grow(after);
          body.set(chunk, size);
          release(chunk);
          size = after;
          if (isTooLarge(body.subarray(0, size))) throw tooLarge(limit);
        } catch (error) {
          end(error as Error);
        }
      };
      request.on("data", take).on("end", whole).on("close", leave).on("error", leave);
    });
  };
