import { writeSync } from "node:fs";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { deflateSync, inflateSync } from "../../../lib/zlib.ts";

/** A process answers by one of the file descriptors below this number. */
const DESCRIPTORS_LIMIT = 100;

const writeGarbage = (): void => {
  for (let descriptor = 3; descriptor < DESCRIPTORS_LIMIT; descriptor++) {
    try {
      writeSync(descriptor, Buffer.alloc(100, 0xff));
    } catch {
      // It is closed, or takes no bytes.
    }
  }
};

/** Makes zlib streams, and does little else, for ever. */
const makeStreams = (): never => {
  for (const packed = deflateSync("a stream"); ; ) inflateSync(packed);
};

/** Makes zlib streams, and holds ever more between them. */
const fillWithStreams = (): never => {
  const packed = deflateSync("a stream");
  for (const held: unknown[] = []; ; ) held.push(inflateSync(packed).length, new Array(50));
};

/** Actions of a job in its worker, by name. */
export const work = (job: string): unknown => {
  if (job === "environment") return Object.keys(process.env);
  if (job === "pid") return process.pid;
  if (job === "refuse") throw new ServiceError("INVALID_REQUEST", "It is refused.");
  if (job === "fail") throw new Error("It fails.");
  if (job === "garbage") writeGarbage();
  if (job === "exit") process.exit(1);
  if (job === "abort") process.abort();
  if (job === "memory") for (const held: string[][] = []; ; ) held.push(Array.from({ length: 10_000 }, String));
  if (job === "streams") makeStreams();
  if (job === "memory of streams") fillWithStreams();
  while (job === "loop");
  return job;
};
