// The process in which one PDF is compressed: native code decodes strangers' pictures here.
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { serveProcess } from "../../workers/serve-process.ts";
import type { Warning } from "../../workers/warnings.ts";
import { Renderer } from "../proof/renderer.ts";
import { toServiceError } from "../service-error.ts";
import type { Quality } from "./levels.ts";
import { compressProven } from "./prove.ts";
import { warmUp } from "./warm-up.ts";

/** How the file that comes with it is to be compressed. */
export interface CompressOrder {
  readonly quality: Quality;
}

/** What the compressed file that comes with it lacks; `isSame` where the input stays as it is and no file comes. */
export interface Compressed {
  readonly isSame: boolean;
  readonly warnings: readonly Warning[];
}

/** Milliseconds after which a process without a job warms up: where jobs queue up, that would only delay them. */
const WARM_UP_DELAY_MS = 50;

const renderer = new Renderer();

const arrival = serveProcess<CompressOrder, Compressed>(async ({ head, body }) => {
  await ready;
  try {
    const { pieces, warnings } = await compressProven(body, head.quality, renderer);
    return { head: { isSame: pieces === undefined, warnings }, body: pieces ?? [] };
  } catch (error) {
    throw toServiceError(error);
  }
});

const getReady = async (): Promise<void> => {
  await setTimeout(WARM_UP_DELAY_MS, undefined, { signal: arrival }).catch(() => {});
  await warmUp(renderer, arrival);
  flushCompileCache();
};

const ready = getReady();
