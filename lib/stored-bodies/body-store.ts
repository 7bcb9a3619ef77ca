import { join } from "node:path";
import { config } from "../config.ts";
import type { BodyStore } from "./stored-body.ts";

const configuredStore = async (): Promise<BodyStore> => {
  // serverless-offline passes the name of a bucket that does not exist.
  if (config.uploadsBucket !== undefined && !config.offline)
    return new (await import("./s3.ts")).S3Bodies(config.uploadsBucket);
  // On Lambda the next request may run on another machine.
  if (config.onLambda) throw new Error("PLATEN_UPLOADS_BUCKET is not set");
  return new (await import("./folder.ts")).FolderBodies(join(config.data, "uploads"));
};

let opened: Promise<BodyStore> | undefined;

/** Sets the store of this process. */
export const setBodyStore = (bodies: BodyStore): void => {
  opened = Promise.resolve(bodies);
};

/** The store of this process: the one that was set, else the configured bucket, else the data folder. */
export const bodyStore = (): Promise<BodyStore> => {
  opened ??= configuredStore();
  return opened;
};
