// The process that compresses one PDF. It is separate, because native code decodes untrusted pictures in it.
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { withField } from "../../errors/service-error.ts";
import type { Warning } from "../../output/warnings.ts";
import { serveProcess } from "../../workers/serve-process.ts";
import { Renderer } from "../proof/renderer.ts";
import { LEVELS, type Quality } from "./levels.ts";
import { compressProven } from "./prove.ts";
import { warmUp } from "./warm-up.ts";

/** The settings for the file in the same frame. */
export interface CompressOrder {
  readonly quality: Quality;
  /** The field of the request that holds the file; an error names it. */
  readonly field?: string | undefined;
}

/**
 * The result for the compressed file in the same frame. With `isSame` the frame has no file, because the input stays
 * unchanged.
 */
export interface Compressed {
  readonly isSame: boolean;
  readonly warnings: readonly Warning[];
  readonly pages: number;
  /** A digest of the result. */
  readonly digest: string;
}

/** Delay before the warm-up, so that a job that is waiting already begins first. */
const WARM_UP_DELAY_MS = 50;

const renderer = new Renderer();

const arrival = serveProcess<CompressOrder, Compressed>(async ({ head, body }) => {
  await ready;
  try {
    const { pieces, warnings, pages, digest } = await compressProven(body, LEVELS[head.quality], renderer);
    return { head: { isSame: pieces === undefined, warnings, pages, digest }, body: pieces ?? [] };
  } catch (error) {
    throw withField(error, head.field);
  }
});

const getReady = async (): Promise<void> => {
  await setTimeout(WARM_UP_DELAY_MS, undefined, { signal: arrival }).catch(() => {});
  await warmUp(renderer, arrival);
  flushCompileCache();
};

const ready = getReady();
