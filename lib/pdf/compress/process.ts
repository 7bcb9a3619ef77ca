import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { ServiceError } from "../../errors.ts";
import type { Warning } from "../../warnings.ts";
import { Renderer } from "../proof/renderer.ts";
import { refusal } from "../refusal.ts";
import type { Quality } from "./levels.ts";
import { compressProven } from "./prove.ts";
import { warmUp } from "./warm-up.ts";

/** The first line that the process reads: what to do with the bytes that follow it. */
export interface Order {
  quality: Quality;
  size: number;
}

/**
 * The first line that it writes: how many bytes of a finished file follow (0 where the input stays as it is) and what the
 * file lacks, or what the caller may read of a failure.
 */
export type Answer = { size: number; warnings: readonly Warning[] } | { code: ServiceError["code"]; message: string };

/** Milliseconds after which a process that has been asked nothing gets ready; where jobs queue up it costs them nothing. */
const PAUSE = 50;

/** Aborted when the order begins to come. */
const order = new AbortController();

const getReady = async (renderer: Renderer): Promise<void> => {
  await setTimeout(PAUSE, undefined, order).catch(() => {});
  await warmUp(renderer, order.signal);
  flushCompileCache();
};

/** Reads the order and the file from standard input; an empty line before them is a check, and gets one. */
const readOrder = async (): Promise<Order & { bytes: Buffer }> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) {
    let checks = 0;
    while (chunks.length === 0 && chunk[checks] === 10) checks++;
    if (checks > 0) process.stdout.write("\n");
    if (checks === chunk.length) continue;
    order.abort();
    chunks.push(chunk.subarray(checks));
  }
  const input = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  chunks.length = 0;
  const end = input.indexOf(10);
  return { ...(JSON.parse(input.toString("utf8", 0, end)) as Order), bytes: input.subarray(end + 1) };
};

const answer = (head: Answer, pieces: Uint8Array[] = []): void => {
  process.stdout.write(`${JSON.stringify(head)}\n`);
  for (const piece of pieces) process.stdout.write(piece);
};

/** Compresses one file and ends. A failure that is no caller's fault ends it with an error. */
const renderer = new Renderer();
const ready = getReady(renderer);
const { quality, bytes } = await readOrder();
await ready;
try {
  const { pieces, size, warnings } = await compressProven(bytes, quality, renderer);
  answer({ size: pieces === undefined ? 0 : size, warnings }, pieces);
} catch (error) {
  const reason = refusal(error);
  if (!(reason instanceof ServiceError)) throw error;
  answer({ code: reason.code, message: reason.message });
}
