import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { serveProcess } from "../../../lib/workers/serve-process.ts";

/** The kind of a collection from the whole heap (`perf_hooks.constants.NODE_PERFORMANCE_GC_MAJOR`). */
const MAJOR = 4;
const KEPT_LISTS = 20;
const LISTS = 200;
const NUMBERS = 20_000;

let collections = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as (PerformanceEntry & { detail?: { kind: number } })[])
    if (entry.detail?.kind === MAJOR) collections++;
}).observe({ entryTypes: ["gc"] });

/** Makes 32 MB that are needed only for a while, and reports how often garbage was collected from the whole heap. */
serveProcess<null, number>(async () => {
  collections = 0;
  const lists: unknown[] = [];
  for (let made = 0; made < LISTS; made++) {
    lists[made % KEPT_LISTS] = Array.from({ length: NUMBERS }, (_, number) => number);
    await setTimeout(0);
  }
  return { head: collections, body: [] };
});
