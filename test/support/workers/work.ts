import { writeSync } from "node:fs";
import { ServiceError } from "../../../lib/errors.ts";

/** The file descriptor by which a process answers. */
const CHANNEL_FD = 3;

/** Actions of a job in its worker, by name. */
export const work = (job: string): unknown => {
  if (job === "environment") return Object.keys(process.env);
  if (job === "refuse") throw new ServiceError("INVALID_REQUEST", "It is refused.");
  if (job === "fail") throw new Error("It fails.");
  if (job === "garbage") writeSync(CHANNEL_FD, Buffer.alloc(100, 0xff));
  if (job === "exit") process.exit(1);
  while (job === "loop");
  return job;
};
