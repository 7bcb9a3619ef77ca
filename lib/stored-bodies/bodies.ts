import { join } from "node:path";
import { config } from "../config.ts";
import type { Bodies } from "./stored-body.ts";

const choose = async (): Promise<Bodies> => {
  // The rehearsal of AWS has the bucket's name, and no bucket.
  if (config.uploadsBucket !== undefined && !config.offline)
    return (await import("./s3.ts")).bodiesInS3(config.uploadsBucket);
  // A function's own disk is not where its next request will look.
  if (config.onLambda) throw new Error("PLATEN_UPLOADS_BUCKET names no bucket");
  return (await import("./folder.ts")).bodiesInFolder(join(config.data, "uploads"));
};

let opened: Promise<Bodies> | undefined;

/** Makes these the bodies of this process. */
export const openBodies = (bodies: Bodies): void => {
  opened = Promise.resolve(bodies);
};

/**
 * The bodies of this process: those that were opened, else those in the bucket that the configuration names, else in the
 * data folder.
 */
export const bodies = (): Promise<Bodies> => {
  opened ??= choose();
  return opened;
};
