import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { KEPT_CONNECTIONS } from "./kept-connections.ts";
import { isSigned } from "./s3.ts";

interface Message {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  receipt: string | undefined;
  received: number;
  /** When it can be received again, by the clock of this process. */
  visibleAt: number;
}

/** A Lambda function that gets the events of a queue. */
type Consumer = (event: SQSEvent) => Promise<unknown>;

/** A running SQS, with the part of Lambda that polls queues and calls functions. */
interface Sqs {
  /** The address of a queue. */
  readonly queue: (name: string) => string;
  /** The messages of a queue that are not deleted. */
  readonly messages: (queue: string) => readonly Message[];
  /** The event with all messages of a queue that can be received by a moment. */
  readonly receive: (queue: string, at?: number) => SQSEvent;
  /** Calls a consumer with the messages of a queue and deletes those that it does not report. Returns the ids of the others. */
  readonly deliver: (queue: string, consumer: Consumer, at?: number) => Promise<readonly string[]>;
  /** Deletes the messages of an event that a consumer has not reported. */
  readonly settle: (queue: string, event: SQSEvent, answer: SQSBatchResponse) => void;
  /** The next `times` calls are answered with `status`. Calls that send a batch do not accept its last `leftOut` messages. */
  readonly trouble: { status: number; times: number; leftOut: number };
  close(): void;
}

interface Sent {
  readonly MessageBody?: string;
  readonly MessageGroupId?: string;
}

/** The fields of a call to SQS that are read. */
interface Input extends Sent {
  readonly Entries?: readonly (Sent & { readonly Id: string })[];
  readonly ReceiptHandle?: string;
  readonly VisibilityTimeout?: number;
}

/** Messages that one call may send. */
const BATCH_LIMIT = 10;

/** Milliseconds for which a received message is hidden. */
const HIDDEN_MS = 5_400_000;

const recordOf = ({ id, body, receipt, received }: Message): SQSRecord => ({
  messageId: id,
  receiptHandle: receipt!,
  body,
  attributes: {
    ApproximateReceiveCount: String(received),
    SentTimestamp: "0",
    SenderId: "test",
    ApproximateFirstReceiveTimestamp: "0",
  },
  messageAttributes: {},
  md5OfBody: "",
  eventSource: "aws:sqs",
  eventSourceARN: "arn:aws:sqs:eu-west-1:123456789012:jobs",
  awsRegion: "eu-west-1",
});

/** Starts an SQS that serves signed calls which send messages, hide one, or count those that wait. */
export const startSqs = async (): Promise<Sqs> => {
  const queues = new Map<string, Message[]>();
  const trouble = { status: 500, times: 0, leftOut: 0 };
  const messagesOf = (queue: string) => {
    const messages = queues.get(queue) ?? [];
    queues.set(queue, messages);
    return messages;
  };
  const isVisible =
    (at: number) =>
    ({ visibleAt }: Message) =>
      visibleAt <= at;
  const sent = (queue: string, { MessageBody: body = "", MessageGroupId: group }: Sent): string => {
    const id = randomUUID();
    messagesOf(queue).push({ id, body, group, receipt: undefined, received: 0, visibleAt: 0 });
    return id;
  };
  const actions: Readonly<Record<string, (queue: string, input: Input) => object>> = {
    SendMessage: (queue, input) => ({ MessageId: sent(queue, input) }),
    SendMessageBatch: (queue, { Entries = [] }) => {
      const taken = Entries.slice(0, Math.min(BATCH_LIMIT, Entries.length - trouble.leftOut));
      return {
        Successful: taken.map((entry) => ({ Id: entry.Id, MessageId: sent(queue, entry) })),
        Failed: Entries.slice(taken.length).map(({ Id }) => ({ Id, Code: "InternalError", SenderFault: false })),
      };
    },
    ChangeMessageVisibility: (queue, { ReceiptHandle, VisibilityTimeout }) => {
      const found = messagesOf(queue).find(({ receipt }) => receipt === ReceiptHandle);
      if (found !== undefined) found.visibleAt = Date.now() + Number(VisibilityTimeout) * 1000;
      return {};
    },
    GetQueueAttributes: (queue) => ({
      Attributes: { ApproximateNumberOfMessages: String(messagesOf(queue).filter(isVisible(Date.now())).length) },
    }),
  };
  const server = createServer(KEPT_CONNECTIONS, async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const answer = (status: number, value: object) =>
      response.writeHead(status, { "Content-Type": "application/x-amz-json-1.0" }).end(JSON.stringify(value));
    if (trouble.times-- > 0) return answer(trouble.status, {});
    if (!isSigned(request, body, Date.now(), "sqs")) return answer(403, { __type: "InvalidSignature" });
    const [, action = ""] = /^AmazonSQS\.(\w+)$/.exec(String(request.headers["x-amz-target"])) ?? [];
    const input = JSON.parse(body.toString());
    const act = actions[action];
    return act === undefined ? answer(400, { __type: "UnknownOperation" }) : answer(200, act(input.QueueUrl, input));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receive: Sqs["receive"] = (queue, at = Date.now()) => ({
    Records: messagesOf(queue)
      .filter(isVisible(at))
      .map((message) => {
        message.received++;
        message.receipt = randomUUID();
        message.visibleAt = at + HIDDEN_MS;
        return recordOf(message);
      }),
  });
  const settle: Sqs["settle"] = (queue, { Records }, { batchItemFailures }) => {
    const reported = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = new Set(Records.map(({ messageId }) => messageId).filter((id) => !reported.has(id)));
    queues.set(
      queue,
      messagesOf(queue).filter(({ id }) => !done.has(id)),
    );
  };
  return {
    queue: (name) => `http://127.0.0.1:${port}/123456789012/${name}`,
    messages: messagesOf,
    receive,
    settle,
    deliver: async (queue, consumer, at) => {
      const event = receive(queue, at);
      const answer = (await consumer(event)) as SQSBatchResponse;
      settle(queue, event, answer);
      return answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    },
    trouble,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
