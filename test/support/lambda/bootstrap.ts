// The part of Lambda's Node runtime that a function meets, in a process of its own: fetches events from the Runtime
// API, calls the handler, streams its answer back. Run as: node bootstrap.ts BUNDLE EXPORT
import { request } from "node:http";
import { pathToFileURL } from "node:url";

const api = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime/invocation`;
const PRELUDE_END = Buffer.alloc(8);

type Handler = (event: unknown, stream: unknown, context: unknown) => Promise<void>;

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => handler,
    HttpResponseStream: {
      from: (stream: NodeJS.WritableStream, prelude: unknown) => {
        stream.write(JSON.stringify(prelude));
        stream.write(PRELUDE_END);
        return stream;
      },
    },
  },
});

const [, , bundle = "", name = ""] = process.argv;
const handler = (await import(pathToFileURL(bundle).href))[name] as Handler;

for (;;) {
  const next = await fetch(`${api}/next`);
  const id = next.headers.get("lambda-runtime-aws-request-id")!;
  const deadline = Number(next.headers.get("lambda-runtime-deadline-ms"));
  const answer = request(`${api}/${id}/response`, {
    method: "POST",
    headers: { "Lambda-Runtime-Function-Response-Mode": "streaming" },
  });
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
  const taken = new Promise((resolve) => answer.once("response", (reply) => reply.resume().once("end", resolve)));
  await handler(await next.json(), answer, context);
  await taken;
}
