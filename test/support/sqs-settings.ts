import { after } from "node:test";
import { credentials } from "./s3.ts";
import { startSqs } from "./sqs.ts";

/** An SQS of this test, and the queues that the functions of this process have: of jobs, and of callbacks. Must be imported before the settings are read. */
export const sqs = await startSqs();
after(sqs.close);
export const queue = sqs.queue("jobs");
export const callbackQueue = sqs.queue("callbacks");

Object.assign(process.env, {
  PLATEN_JOB_QUEUES: queue,
  PLATEN_CALLBACK_QUEUE: callbackQueue,
  AWS_REGION: credentials.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
