// Calls a streaming handler as Lambda's Node runtime does, for each event that the parent sends.
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

type Handler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => handler,
    HttpResponseStream: {
      from: (stream: Writable, prelude: unknown) => {
        process.send!({ prelude });
        return stream;
      },
    },
  },
});
const { handler } = (await import(pathToFileURL(process.argv[2]!).href)) as { handler: Handler };

process.on("message", async (event) => {
  const stream = new Writable({
    write: (chunk, _, done) => void process.send!({ chunk }, () => done()),
    final: (done) => void process.send!({ end: true }, () => done()),
  });
  await handler(event, stream, { awsRequestId: "lambda-1", getRemainingTimeInMillis: () => 60_000 });
});
