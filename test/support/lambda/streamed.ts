import { fork } from "node:child_process";
import { once } from "node:events";

/** What a function answered. */
interface Streamed {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** The source of a function in a separate process, called as Lambda calls it, but without the Runtime API. */
interface StreamedFunction {
  call(headers: Record<string, string>, body: string | null): Promise<Streamed>;
  /** Its log. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts a function's file with these environment variables and no others. */
export const startStreamed = (file: string, environment: Record<string, string>): StreamedFunction => {
  const child = fork(new URL("./streamed-child.ts", import.meta.url), [file], {
    env: { ...environment, AWS_LAMBDA_RUNTIME_API: "127.0.0.1:9" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = once(child, "close");
  let log = "";
  child.stderr!.on("data", (chunk) => {
    log += chunk;
  });
  return {
    call: (headers, body) =>
      new Promise((resolve, reject) => {
        let answer: Omit<Streamed, "body">;
        const chunks: Buffer[] = [];
        const take = (message: unknown) => {
          const { prelude, chunk, end } = message as { prelude?: typeof answer; chunk?: Uint8Array; end?: true };
          if (prelude) answer = prelude;
          if (chunk) chunks.push(Buffer.from(chunk));
          if (!end) return;
          child.off("message", take);
          resolve({ ...answer, body: Buffer.concat(chunks) });
        };
        child.on("message", take);
        void ended.then(() => reject(new Error(`the function's process ended: ${log}`)));
        child.send({
          httpMethod: "POST",
          headers,
          body,
          isBase64Encoded: true,
          requestContext: { requestId: "gateway-1" },
        });
      }),
    log: () => log,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};
