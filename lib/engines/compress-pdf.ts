import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { ServiceError } from "../errors.ts";
import type { Quality } from "../pdf/compress/levels.ts";
import type { Answer, Order } from "../pdf/compress/process.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { isAlive } from "./alive.ts";
import { ended } from "./ended.ts";
import type { Engine, Output } from "./engine.ts";
import { spawned } from "./spawned.ts";
import { keepWarm } from "./warm.ts";

const entry = new URL("../pdf/compress/process.ts", import.meta.url);

const LINE_END = 10;

/** The process that waits for the next job: it has loaded what it needs, and has seen no document. */
let spare: ChildProcess | undefined;

const start = (): ChildProcess => {
  const cache = getCompileCacheDir();
  const child = spawn(process.execPath, ["--max-old-space-size=512", fileURLToPath(entry)], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true, // a group of its own: Ctrl-C must not end what runs
    env: { MALLOC_ARENA_MAX: "2", ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
  });
  spawned(child).unref();
  // One that dies gives no answer: who waits for that is told then.
  child.stdin!.on("error", () => {});
  child.once("exit", () => {
    if (spare === child) spare = undefined;
  });
  return child;
};

const take = (): ChildProcess => {
  const child = spare !== undefined && isAlive(spare) ? spare : start();
  spare = undefined;
  child.ref();
  return child;
};

/** Reads a process's answer; its end, which takes longer, is not waited for. */
const answerOf = async (child: ChildProcess): Promise<{ head: Answer; body: Buffer }> => {
  const chunks: Buffer[] = [];
  let length = 0;
  let head: Answer | undefined;
  for await (const chunk of child.stdout!) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (head === undefined) {
      const output = Buffer.concat(chunks);
      const begin = output.findIndex((byte) => byte !== LINE_END); // behind answers to checks
      const end = output.indexOf(LINE_END, begin);
      if (begin < 0 || end < 0) continue;
      head = JSON.parse(output.toString("utf8", begin, end)) as Answer;
      chunks.splice(0, chunks.length, output.subarray(end + 1));
      length = output.length - end - 1;
    }
    if (length >= ("size" in head ? head.size : 0)) return { head, body: Buffer.concat(chunks) };
  }
  throw new Error("The process that compresses has ended without an answer.");
};

const compress = async (
  bytes: Uint8Array,
  quality: Quality,
  signal: AbortSignal,
): Promise<Output & { body: Uint8Array }> => {
  signal.throwIfAborted();
  const child = take();
  const abort = () => void ended(child);
  signal.addEventListener("abort", abort);
  try {
    const order: Order = { quality, size: bytes.length };
    child.stdin!.write(`${JSON.stringify(order)}\n`);
    child.stdin!.end(bytes);
    const { head, body } = await answerOf(child);
    // It has said all: the answer need not wait for its end.
    void ended(child);
    if ("code" in head) throw new ServiceError(head.code, head.message);
    return { body: head.size === 0 ? bytes : body, warnings: head.warnings };
  } catch (error) {
    await ended(child);
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

/** Milliseconds in which an answer is on its way: starting a process in that time would hold it up. */
const ANSWER = 20;

const replaceSoon = (): void => {
  const replace = () => {
    try {
      if (warm) spare ??= start();
    } catch {
      // The next job starts one, or tells why not.
    }
  };
  setTimeout(replace, ANSWER).unref();
};

/** Makes a PDF smaller; the input's own bytes where nothing can be gained. Works in a process of its own for each job. */
export const compressPdf: Engine<{ bytes: Uint8Array; quality: Quality }, Output & { body: Uint8Array }> = {
  name: PDF_ENGINE,
  run: async ({ bytes, quality }, signal) => {
    try {
      return await compress(bytes, quality, signal);
    } finally {
      replaceSoon();
    }
  },
};

/** The check that waits for its answer. */
let checking: Promise<void> | undefined;

/** Resolves when the process answers; rejects when it ends before. */
const answers = async (child: ChildProcess): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => reject(new Error("The process that compresses does not stay alive."));
  child.stdout!.once("readable", resolve);
  child.once("exit", end);
  child.stdin!.write("\n");
  try {
    await promise;
    // A job that has taken it meanwhile reads for itself.
    if (spare === child) child.stdout!.read();
  } finally {
    child.off("exit", end).stdout!.off("readable", resolve);
  }
};

/** Whether a spare process is kept: only the server asks for it. */
let warm = false;

keepWarm(PDF_ENGINE, {
  start: async () => {
    warm = true;
    spare ??= start();
  },
  stop: async () => {
    warm = false;
    if (spare !== undefined) await ended(spare);
  },
  check: async () => {
    spare ??= start();
    checking ??= answers(spare).finally(() => {
      checking = undefined;
    });
    return checking;
  },
});
