// The process that compresses one PDF. It is separate, because native code decodes untrusted pictures in it.
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { Warning } from "../../output/warnings.ts";
import type { Frame } from "../../workers/frames.ts";
import { isZygote, type ProcessResult, serveProcess } from "../../workers/serve-process.ts";
import { Renderer } from "../proof/renderer.ts";
import { withFileField } from "../security/wrong-password.ts";
import { LEVELS, type Quality } from "./levels.ts";
import { compressProven } from "./prove.ts";
import { warmUp } from "./warm-up.ts";
import { withoutPassword } from "./without-password.ts";

export interface CompressOrder {
  readonly quality: Quality;
  /** The field of the request that holds the file; an error names it. */
  readonly field?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * The result for the compressed file in the same frame. With `isSame` the frame has no file, because the input stays
 * unchanged.
 */
export interface Compressed {
  readonly isSame: boolean;
  readonly warnings: readonly Warning[];
  readonly pages: number;
  readonly digest: string;
}

/** Delay before the warm-up, so that a job that is waiting already begins first. */
const WARM_UP_DELAY_MS = 50;

const renderer = new Renderer();

const compressJob = async ({ head, body }: Frame<CompressOrder>): Promise<ProcessResult<Compressed>> => {
  await ready;
  try {
    const open = withoutPassword(body, head.password);
    const { pieces, pages, digest, ...proven } = await compressProven(open.bytes, LEVELS[head.quality], renderer);
    const warnings = [...open.warnings, ...proven.warnings];
    const isSame = pieces === undefined && open.bytes === body;
    return { head: { isSame, warnings, pages, digest }, body: pieces ?? (isSame ? [] : [open.bytes]) };
  } catch (error) {
    throw withFileField(error, head.field);
  }
};

const arrival = serveProcess(compressJob, () => warmUp(renderer, new AbortController().signal));

/** What a process does before its first job that is started by itself. */
const getReady = async (): Promise<void> => {
  await setTimeout(WARM_UP_DELAY_MS, undefined, { signal: arrival }).catch(() => {});
  await warmUp(renderer, arrival);
  flushCompileCache();
};

const ready = isZygote() ? undefined : getReady();
