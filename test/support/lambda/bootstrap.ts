// The part of Lambda's Node runtime that a function uses, in a separate process: it imports the handler in `_HANDLER`,
// fetches events from the Runtime API, calls the handler, and streams its answer back; that of a handler which does not stream is
// sent as JSON.
import { request } from "node:http";
import { pathToFileURL } from "node:url";

const api = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime/invocation`;
const PRELUDE_END = Buffer.alloc(8);

type Handler = (...call: readonly unknown[]) => Promise<unknown>;

const streaming = new Set<Handler>();

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => {
      streaming.add(handler);
      return handler;
    },
    HttpResponseStream: {
      from: (stream: NodeJS.WritableStream, prelude: unknown) => {
        stream.write(JSON.stringify(prelude));
        stream.write(PRELUDE_END);
        return stream;
      },
    },
  },
});

const [, file, name] = /^(.*)\.(\w+)$/.exec(process.env["_HANDLER"]!) as unknown as [string, string, string];
const handler = (await import(pathToFileURL(`${process.env["LAMBDA_TASK_ROOT"]}/${file}.mjs`).href))[name] as Handler;

/** Sends a request without fetch, because the time to load fetch would count for the function. */
const ask = (): Promise<{ id: string; deadline: number; event: unknown }> =>
  new Promise((resolve, reject) => {
    const question = request(`${api}/next`, async (reply) => {
      const event = JSON.parse(Buffer.concat(await reply.toArray()).toString());
      const { "lambda-runtime-aws-request-id": id, "lambda-runtime-deadline-ms": deadline } = reply.headers;
      resolve({ id: id as string, deadline: Number(deadline), event });
    });
    question.once("error", reject).end();
  });

for (;;) {
  const { id, deadline, event } = await ask();
  const streams = streaming.has(handler);
  const answer = request(`${api}/${id}/response`, {
    method: "POST",
    headers: streams ? { "Lambda-Runtime-Function-Response-Mode": "streaming" } : {},
  });
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
  const taken = new Promise((resolve) => answer.once("response", (reply) => reply.resume().once("end", resolve)));
  if (streams) await handler(event, answer, context);
  else answer.end(JSON.stringify(await handler(event, context)));
  await taken;
}
