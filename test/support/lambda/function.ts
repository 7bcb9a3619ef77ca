import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a function answered to API Gateway. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A packaged function, in a fresh process behind an emulator of Lambda's Runtime API. */
export interface LambdaFunction {
  /** Posts a body as API Gateway hands it on: headers as the client wrote them, the body in base64. */
  invoke(headers: Record<string, string>, body: Uint8Array): Promise<Answer>;
  stop(): Promise<void>;
}

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

/** Starts a bundle's export as Lambda would, with these environment variables and no others. */
export const startFunction = async (
  bundle: string,
  name: string,
  environment: Record<string, string>,
  timeout = 70_000,
): Promise<LambdaFunction> => {
  const events: ((response: ServerResponse) => void)[] = [];
  const pollers: ServerResponse[] = [];
  const answers = new Map<string, (answer: Buffer) => void>();
  let count = 0;

  const api = createServer(async (request, response) => {
    if (request.url!.endsWith("/next")) {
      const event = events.shift();
      if (event) event(response);
      else pollers.push(response);
      return;
    }
    answers.get(request.url!.split("/").at(-2)!)!(await bytesOf(request));
    response.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await once(api, "listening");

  const bootstrap = new URL("./bootstrap.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [bootstrap, bundle, name], {
    env: { ...environment, AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(api.address() as AddressInfo).port}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "close");

  return {
    invoke: async (headers, body) => {
      const id = String(count++);
      const event = {
        httpMethod: "POST",
        headers,
        body: Buffer.from(body).toString("base64"),
        isBase64Encoded: true,
      };
      const hand = (response: ServerResponse) => {
        response.setHeader("Lambda-Runtime-Aws-Request-Id", id);
        response.setHeader("Lambda-Runtime-Deadline-Ms", Date.now() + timeout);
        response.end(JSON.stringify(event));
      };
      const answered = new Promise<Buffer>((resolve) => answers.set(id, resolve));
      const poller = pollers.shift();
      if (poller) hand(poller);
      else events.push(hand);
      const died = ended.then(() => Promise.reject(new Error("the function's process ended")));
      const raw = await Promise.race([answered, died]);
      const end = raw.indexOf(Buffer.alloc(8));
      return { ...JSON.parse(raw.toString("utf8", 0, end)), body: raw.subarray(end + 8) };
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      api.closeAllConnections();
      api.close();
    },
  };
};
