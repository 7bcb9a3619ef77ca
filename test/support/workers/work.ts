import { ServiceError } from "../../../lib/errors.ts";

/** Does by name what a job may do to its worker. */
export const work = (job: string): unknown => {
  if (job === "environment") return Object.keys(process.env);
  if (job === "refuse") throw new ServiceError("INVALID_REQUEST", "It is refused.");
  if (job === "fail") throw new Error("It fails.");
  if (job === "exit") process.exit(1);
  while (job === "loop");
  return job;
};
