import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors.ts";
import type { ReadBody } from "../http/exchange.ts";

/** Bytes a second that a body must bring, measured over a period. */
const BODY_MIN_BYTES_PER_SECOND = 10_000;
const BODY_RATE_PERIOD_SECONDS = 30;

/** Bytes of memory that a body of unknown length gets at first; the memory doubles when it is full. */
const UNANNOUNCED_BODY_FIRST_BYTES = 65_536;

/** Error that stops the work of a caller who has hung up. */
export const callerHungUp = () => new ServiceError("PROCESSING_FAILED", "The caller hung up.");

const tooLarge = (limit: number) => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${limit} bytes.`);
/** Error for a body that arrives too slowly. */
export const bodyTooSlow = () =>
  new ServiceError("INVALID_REQUEST", `The body arrived at less than ${BODY_MIN_BYTES_PER_SECOND} bytes a second.`);

/** Calls `cut` when the bytes of the last 30 seconds are below the least rate. Gives a function that ends the watch. */
export const watchRate = (received: () => number, cut: () => void): (() => void) => {
  const marks: number[] = [];
  const timer = setInterval(() => {
    marks.push(received());
    if (marks.length <= BODY_RATE_PERIOD_SECONDS) return;
    if (received() - marks.shift()! < BODY_MIN_BYTES_PER_SECOND * BODY_RATE_PERIOD_SECONDS) cut();
  }, 1000);
  return () => clearInterval(timer);
};

/** Gives memory back at once, before the garbage collector would. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
};

/**
 * Reads the body of a request when it is called. `begin` is called before the first byte is waited for, `hold` with the bytes
 * of memory that the body needs. Rejects with FILE_TOO_LARGE as soon as the body is known to have more than `limit` bytes,
 * with INVALID_REQUEST where it arrives too slowly, with PROCESSING_FAILED where the caller hangs up.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (limit, isTooLarge) => {
    if (request.destroyed) throw callerHungUp();
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > limit) throw tooLarge(limit);
    const room = Number.isNaN(announced) ? UNANNOUNCED_BODY_FIRST_BYTES : announced;
    hold(room);
    let body = Buffer.allocUnsafeSlow(room);
    let size = 0;
    const grow = (least: number) => {
      const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(least, 2 * body.length)));
      hold(larger.length - body.length);
      larger.set(body.subarray(0, size));
      release(body);
      body = larger;
    };
    begin();
    return new Promise((resolve, reject) => {
      const unwatch = watchRate(
        () => size,
        () => end(bodyTooSlow()),
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
