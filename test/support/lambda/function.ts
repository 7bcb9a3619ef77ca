import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { STORE_KEY } from "../store-key.ts";
import { type Parts, startMachine } from "./root.ts";
import { type Answer, type Bandwidth, openRuntimeApi } from "./runtime-api.ts";

/** A packaged function as the template deploys it. */
export interface Packaged extends Omit<Parts, "outside"> {
  /** The handler in the template: file without its extension, dot, export. */
  readonly handler: string;
  /** Megabytes. */
  readonly memory: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** A function in a new process and a separate root, behind an emulator of Lambda's Runtime API. */
export interface LambdaFunction {
  /** Calls it with an event of another kind than a body. Resolves with what it returns. */
  call(event: object, milliseconds?: number): Promise<unknown>;
  /** Sends a body as API Gateway does: with the headers of the client, the body in base64. */
  invoke(headers: Record<string, string>, body: Uint8Array, milliseconds?: number): Promise<Answer>;
  /** Sends an event of API Gateway. Resolves with the answer that it streams. */
  answer(event: object, milliseconds?: number): Promise<Answer>;
  /**
   * Calls it as Lambda does: it is thawed, gets the event, and is frozen as soon as it asks for the next one. The milliseconds
   * between the two are billed.
   */
  invokeThawed(headers: Record<string, string>, body: Uint8Array): Promise<{ answer: Answer; billedMs: number }>;
  /** Resolves with the milliseconds of its start when it asks for its first event; then it is frozen. */
  started(): Promise<number>;
  /** Milliseconds from the start of its process. */
  age(): number;
  /** Ids on this machine of its processes whose command line holds this text. */
  processes(command: string): number[];
  /** Its /tmp, as a folder of this machine. */
  temp(): string;
  /** Its log. */
  log(): string;
  /** Kills all of its processes and starts it again with its `/tmp`, as Lambda does after a timeout or a crash. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The host of S3 for a function, for which addresses are signed. */
export const S3_HOST = "127.0.0.1:9003";

/** The host of SQS for a function. */
export const SQS_HOST = "127.0.0.1:9004";

/** The host of a receiver of callbacks for a function. */
export const RECEIVER_HOST = "127.0.0.1:9005";

/** Ports of this machine: of the table's store, and of an S3, an SQS and a receiver if there are some. Lambda's bandwidth, if answers have one. */
interface Neighbours {
  readonly table: number;
  readonly s3?: number | undefined;
  readonly sqs?: number | undefined;
  readonly receiver?: number | undefined;
  readonly bandwidth?: Bandwidth | undefined;
}

const environmentOf = ({ handler, memory, environment }: Packaged) => ({
  PATH: "/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin",
  LD_LIBRARY_PATH: "/var/lang/lib:/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib",
  LANG: "en_US.UTF-8",
  TZ: ":UTC",
  LAMBDA_TASK_ROOT: "/var/task",
  LAMBDA_RUNTIME_DIR: "/var/runtime",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
  AWS_LAMBDA_RUNTIME_API: "127.0.0.1:9001",
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: STORE_KEY,
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9002",
  AWS_ENDPOINT_URL_S3: `http://${S3_HOST}`,
  ...environment,
  _HANDLER: handler,
});

/** Forwards a Unix socket to a port of this machine. */
const forward = async (socket: string, port: number): Promise<() => void> => {
  const server = createServer((inner) => {
    const outer = connect(port, "127.0.0.1");
    inner.pipe(outer).pipe(inner);
    for (const end of [inner, outer]) {
      end.on("error", () => {
        inner.destroy();
        outer.destroy();
      });
    }
  }).listen(socket);
  await once(server, "listening");
  return () => server.close();
};

/** The children of a process, which each of its threads lists (`proc_pid_task(5)`); none if it has ended. */
const childrenOf = (pid: number): number[] => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      (readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []).map(Number),
    );
  } catch {
    return [];
  }
};

/** All descendants of a process, each parent before its children. */
const descendants = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
};

/** Sends a signal to a process and all of its descendants, to each parent before its children. */
const signalAll = (pid: number, signal: "SIGSTOP" | "SIGCONT"): void => {
  for (const each of [pid, ...descendants(pid)]) {
    try {
      process.kill(each, signal);
    } catch {
      // it has ended
    }
  }
};

/** Starts a packaged function as Lambda would. */
export const startFunction = async (
  packaged: Packaged,
  { table, s3, sqs, receiver, bandwidth }: Neighbours,
): Promise<LambdaFunction> => {
  const [outside, root] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "platen-lambda-"))) as [string, string];
  const api = await openRuntimeApi(join(outside, "runtime.sock"), bandwidth);
  const ends = [await forward(join(outside, "table.sock"), table)];
  if (s3 !== undefined) ends.push(await forward(join(outside, "s3.sock"), s3));
  if (sqs !== undefined) ends.push(await forward(join(outside, "sqs.sock"), sqs));
  if (receiver !== undefined) ends.push(await forward(join(outside, "receiver.sock"), receiver));
  const machine = startMachine(root, { ...packaged, outside });
  let log = "";
  machine.stderr!.on("data", (chunk) => {
    log += chunk;
  });
  const ended = once(machine, "close");
  const lines = createInterface({ input: machine.stdout! })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.value !== "ready") throw new Error(`the machine does not start: ${log}`);
  machine.stdin!.write(`${JSON.stringify(environmentOf(packaged))}\n`);
  const startedAt = performance.now();
  const died = ended.then(() => Promise.reject(new Error(`the function's process ended: ${log.slice(-2000)}`)));
  died.catch(() => {});

  const answer: LambdaFunction["answer"] = (event, milliseconds = 900_000) =>
    Promise.race([api.invoke(event, milliseconds), died]);
  const invoke: LambdaFunction["invoke"] = (headers, body, milliseconds = 900_000) => {
    const text = Buffer.from(body).toString("base64");
    const event = { httpMethod: "POST", headers, body: text, isBase64Encoded: true };
    return answer(event, milliseconds);
  };
  const runtime = () => descendants(machine.pid!).find((pid) => commandOf(pid).includes("bootstrap"))!;

  return {
    temp: () => `/proc/${runtime()}/root/tmp`,
    processes: (command) => descendants(machine.pid!).filter((pid) => commandOf(pid).includes(command)),
    age: () => performance.now() - startedAt,
    log: () => log,
    reset: async () => {
      machine.stdin!.write("reset\n");
      for (let line = await lines.next(); line.value !== "reset"; line = await lines.next())
        if (line.done) throw new Error(`the machine has ended: ${log}`);
      api.forget();
    },
    invoke,
    answer,
    call: (event, milliseconds = 900_000) => Promise.race([api.call(event, milliseconds), died]),
    invokeThawed: async (headers, body) => {
      signalAll(runtime(), "SIGCONT");
      const handedAt = performance.now();
      const answered = await invoke(headers, body);
      await api.idle();
      const billedMs = performance.now() - handedAt;
      signalAll(runtime(), "SIGSTOP");
      return { answer: answered, billedMs };
    },
    started: async () => {
      await Promise.race([api.idle(), died]);
      const startMs = performance.now() - startedAt;
      signalAll(runtime(), "SIGSTOP");
      return startMs;
    },
    stop: async () => {
      machine.kill("SIGKILL");
      await ended;
      api.close();
      for (const end of ends) end();
      for (const folder of [outside, root]) rmSync(folder, { recursive: true, force: true });
    },
  };
};
