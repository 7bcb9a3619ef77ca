import { after } from "node:test";
import { credentials } from "./s3.ts";
import { startSqs } from "./sqs.ts";

/** An SQS of this test, and the queue that the functions of this process have. Must be imported before the settings are read. */
export const sqs = await startSqs();
after(sqs.close);
export const queue = sqs.queue("jobs");

Object.assign(process.env, {
  PLATEN_JOB_QUEUES: queue,
  AWS_REGION: credentials.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
