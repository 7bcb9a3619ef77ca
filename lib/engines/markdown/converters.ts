import { config } from "../../config.ts";
import { yieldToOthers } from "../../workers/event-loop.ts";
import type { Frame } from "../../workers/frames.ts";
import { Pool } from "../../workers/pool.ts";
import type { WarmPart } from "../../workers/warm.ts";
import { Forks } from "../../workers/zygote.ts";
import type { MarkdownHead, MarkdownProperties } from "./converter.ts";

/** Idle processes that are ready. A large document takes two, one of them for its excerpt. */
const READY_PROCESSES = 2;

const forks = new Forks<null, MarkdownHead>({
  script: new URL("./converter.ts", import.meta.url),
  memoryMb: 2048,
  processorTimeMs: 60_000,
});

/** The processes in which Markdown is converted. Each serves one account, and ends after some documents of it. */
const converters = new Pool<Frame<null>, Frame<MarkdownHead>>({
  start: () => forks.start(),
  jobsOfAccount: config.documentsPerProcess,
  maxIdle: READY_PROCESSES,
  idleMs: 60_000,
});

export const markdownPart: WarmPart = {
  start: () => converters.keepReady(READY_PROCESSES),
  stop: async () => {
    await converters.end();
    await forks.end();
  },
  check: async () => {
    await Promise.all([forks.ping(), converters.ping()]);
  },
};

/** A converted Markdown document. Its pages are whole HTML documents, one for each piece, in their order. */
interface ConvertedMarkdown extends MarkdownProperties {
  readonly pages: readonly string[];
}

/** Decodes pages one by one; between two of them the event loop serves others. */
const pagesIn = async (body: Uint8Array, lengths: readonly number[]): Promise<string[]> => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const pages: string[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at > 0) await yieldToOthers();
    pages.push(bytes.toString("utf8", at, at + length));
    at += length;
  }
  return pages;
};

/** Converts Markdown in another process. Rejects with the signal's reason when that is aborted and the process has ended. */
export const convertMarkdown = async (markdown: string, signal: AbortSignal): Promise<ConvertedMarkdown> => {
  const { head, body } = await converters.run({ head: null, body: Buffer.from(markdown) }, signal);
  const { pageLengths, ...properties } = head;
  return { ...properties, pages: await pagesIn(body, pageLengths) };
};
