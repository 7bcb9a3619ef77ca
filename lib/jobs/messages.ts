import { setTimeout as sleep } from "node:timers/promises";
import { signerOf } from "../aws/signer.ts";
import type { JobName } from "./entry.ts";
import { isJobId, type JobRequest } from "./job.ts";

const TIMEOUT_MS = 5000;
const ATTEMPTS = 3;

/** The pause after the first attempt at a call. Each further pause is twice as long. */
const REPEAT_DELAY_MS = 100;

/** The longest time for which SQS hides a message that was received, in seconds. */
const HIDDEN_LIMIT_S = 43_200;

/** The parts of SQS's answers that are read. */
interface Answer {
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly Failed?: readonly object[];
}

/** Calls an action of SQS (its API reference, JSON protocol) at the host of a queue's address. */
const call = async (queue: string, action: string, input: object): Promise<Answer> => {
  const { protocol, hostname, port, host } = new URL(queue);
  const body = JSON.stringify({ QueueUrl: queue, ...input });
  const headers = { host, "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${action}` };
  const place = { protocol, hostname, ...(port !== "" && { port: Number(port) }), path: "/" };
  for (let attempt = 1; ; attempt++) {
    const signed = await signerOf("sqs").signer.sign({ method: "POST", ...place, headers, body });
    const { host: _, ...sent } = signed.headers;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${protocol}//${host}/`;
    const reply = await fetch(url, { method: "POST", headers: sent, body, redirect: "error", signal }).catch(
      (error: unknown) => (attempt < ATTEMPTS ? undefined : Promise.reject(error)),
    );
    if (reply?.ok) return (await reply.json().catch(() => ({}))) as Answer;
    await reply?.body?.cancel();
    if (reply !== undefined && (reply.status < 500 || attempt >= ATTEMPTS))
      throw new Error(`SQS answered ${reply.status} to ${action}.`);
    await sleep(REPEAT_DELAY_MS * 2 ** (attempt - 1));
  }
};

/** The message of a job. SQS delivers the messages of its groups, which are accounts, in turn (fair queues). */
const sentMessage = ({ account, id }: JobName) => ({
  MessageBody: JSON.stringify({ account, id }),
  MessageGroupId: account,
});

/** Rejects if SQS does not accept the message. */
export const sendMessage = async (queue: string, job: JobName): Promise<void> => {
  await call(queue, "SendMessage", sentMessage(job));
};

/** Messages that SQS accepts in one call. */
const MESSAGES_AT_ONCE = 10;

/** Rejects if SQS does not accept one of the messages; then others may have been sent. */
export const sendMessages = async (queue: string, jobs: readonly JobName[]): Promise<void> => {
  for (let start = 0; start < jobs.length; start += MESSAGES_AT_ONCE) {
    const group = jobs.slice(start, start + MESSAGES_AT_ONCE);
    const Entries = group.map((job, at) => ({ Id: String(at), ...sentMessage(job) }));
    const { Failed = [] } = await call(queue, "SendMessageBatch", { Entries });
    if (Failed.length > 0) throw new Error(`SQS did not accept ${Failed.length} of ${group.length} messages.`);
  }
};

/** The message that wakes the sender of callbacks. It names no callback: the sender polls for all that are due. */
const WAKE_MESSAGE = "callbacks are due";

/** Sends a message that wakes the sender of callbacks. Rejects if SQS does not accept it. */
export const sendWakeMessage = async (queue: string): Promise<void> => {
  await call(queue, "SendMessage", { MessageBody: WAKE_MESSAGE });
};

/** The message of a job that was submitted. */
export const messageOf = ({ caller: { account }, id }: JobRequest): JobName => ({ account, id });

/** Reads the body of a message; undefined if it is none of ours. */
export const readMessage = (body: string): JobName | undefined => {
  try {
    const { account, id } = JSON.parse(body) as Partial<JobName>;
    const isOurs = typeof account === "string" && account !== "" && typeof id === "string" && isJobId(id);
    return isOurs ? { account, id } : undefined;
  } catch {
    return undefined;
  }
};

/** Lets SQS deliver a message again after some milliseconds. Rejects if SQS refuses. */
export const hideMessage = async (queue: string, receipt: string, milliseconds: number): Promise<void> => {
  const seconds = Math.min(HIDDEN_LIMIT_S, Math.ceil(milliseconds / 1000));
  await call(queue, "ChangeMessageVisibility", { ReceiptHandle: receipt, VisibilityTimeout: seconds });
};

/** About how many messages wait in a queue. Rejects if SQS does not answer. */
export const waitingMessages = async (queue: string): Promise<number> => {
  const { Attributes = {} } = await call(queue, "GetQueueAttributes", {
    AttributeNames: ["ApproximateNumberOfMessages"],
  });
  return Number(Attributes["ApproximateNumberOfMessages"]);
};
