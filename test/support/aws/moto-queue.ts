import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";

/** A message as SQS returns it to who receives it. */
interface Received {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly Attributes: SQSRecord["attributes"];
}

/** A queue of moto's SQS, and what Lambda's poller does with it. */
export interface MotoQueue {
  /** The name in its address. */
  readonly name: string;
  /** The event with the messages that can be received now, of which there must be this many. */
  receive(count: number): Promise<SQSEvent>;
  /** Deletes the messages of an event that its consumer has not reported. */
  settle(event: SQSEvent, answer: SQSBatchResponse): Promise<void>;
  /** The messages that are there, and those that are hidden. */
  count(): Promise<readonly [visible: number, hidden: number]>;
}

/** Makes a queue of the SQS at an address. */
export const makeQueue = async (endpoint: string, name: string): Promise<MotoQueue> => {
  const ask = async (action: string, input: object) => {
    const reply = await fetch(endpoint, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": `AmazonSQS.${action}`,
        Authorization:
          "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/sqs/aws4_request, SignedHeaders=host, Signature=0",
      },
      body: JSON.stringify(input),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return JSON.parse((await reply.text()) || "{}") as {
      readonly QueueUrl: string;
      readonly Messages?: readonly Received[];
      readonly Attributes: Readonly<Record<string, string>>;
    };
  };
  const { QueueUrl } = await ask("CreateQueue", { QueueName: name, Attributes: { VisibilityTimeout: "5400" } });
  return {
    name,
    receive: async (count) => {
      const found: Received[] = [];
      while (found.length < count) {
        const input = { QueueUrl, MaxNumberOfMessages: 10, AttributeNames: ["All"], WaitTimeSeconds: 20 };
        found.push(...((await ask("ReceiveMessage", input)).Messages ?? []));
      }
      return {
        Records: found.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
          messageId: MessageId,
          receiptHandle: ReceiptHandle,
          body: Body,
          attributes: Attributes,
          messageAttributes: {},
          md5OfBody: "",
          eventSource: "aws:sqs",
          eventSourceARN: `arn:aws:sqs:eu-west-1:123456789012:${name}`,
          awsRegion: "eu-west-1",
        })),
      };
    },
    settle: async ({ Records }, { batchItemFailures }) => {
      const reported = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { messageId, receiptHandle } of Records)
        if (!reported.has(messageId)) await ask("DeleteMessage", { QueueUrl, ReceiptHandle: receiptHandle });
    },
    count: async () => {
      const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
      const { Attributes } = await ask("GetQueueAttributes", { QueueUrl, AttributeNames: names });
      return [Number(Attributes[names[0]]), Number(Attributes[names[1]])];
    },
  };
};
