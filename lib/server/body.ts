import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors.ts";
import type { ReadBody } from "../http/exchange.ts";

/** A body has to bring 10 KB a second, looked at over 30 seconds. */
const LEAST_RATE = 10_000;
const OVER_SECONDS = 30;

/** Bytes that a body of unknown length gets at first; it is given twice as many whenever they do not suffice. */
const FIRST_ROOM = 65_536;

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

/** Gives memory back at once: the next bytes get it, and no heap of it waits for the collector. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
};

/**
 * The body of a request, read when it is asked for. `begin` is called before the first byte is waited for, `hold`
 * with the bytes that memory is needed for. Rejects at once with FILE_TOO_LARGE where the body says or shows that it is over
 * `most` bytes, with INVALID_REQUEST where it trickles, with PROCESSING_FAILED where the caller goes away.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (most, isTooMuch) => {
    if (request.destroyed) throw hungUp();
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    if (announced > most) throw tooLarge(most);
    const room = Number.isNaN(announced) ? FIRST_ROOM : announced;
    hold(room);
    let body = Buffer.allocUnsafeSlow(room);
    let size = 0;
    const grow = (least: number) => {
      const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(least, 2 * body.length)));
      hold(larger.length - body.length);
      larger.set(body.subarray(0, size));
      release(body);
      body = larger;
    };
    begin();
    return new Promise((resolve, reject) => {
      const unwatch = watchRate(
        () => size,
        () => end(tooSlow()),
      );
      const end = (error?: Error) => {
        unwatch();
        request.off("data", take).off("end", whole).off("close", leave).off("error", leave);
        if (error === undefined) return resolve(body.subarray(0, size));
        release(body);
        reject(error);
      };
      const whole = () => end();
      const leave = () => end(hungUp());
      const take = (chunk: Buffer) => {
        try {
          const after = size + chunk.length;
          if (after > most) throw tooLarge(most);
          if (after > body.length) grow(after);
          body.set(chunk, size);
          release(chunk);
          size = after;
          if (isTooMuch(body.subarray(0, size))) throw tooLarge(most);
        } catch (error) {
          end(error as Error);
        }
      };
      request.on("data", take).on("end", whole).on("close", leave).on("error", leave);
    });
  };
