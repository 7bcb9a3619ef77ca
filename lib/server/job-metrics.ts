import { Gauge, type Registry } from "prom-client";
import { accounts } from "../accounts/accounts.ts";
import { countOpenJobs, type OpenJobs } from "../jobs/open-jobs.ts";

/** Milliseconds for which a count of the jobs in the table is used again: all servers of a table count the same. */
const COUNT_LIFETIME_MS = 10_000;

let counted: { readonly at: number; readonly jobs: Promise<OpenJobs | undefined> } | undefined;

/** The jobs of the table, as they were counted last; undefined if the table does not answer. */
const openJobs = (): Promise<OpenJobs | undefined> => {
  const at = performance.now();
  if (counted === undefined || at - counted.at > COUNT_LIFETIME_MS)
    counted = { at, jobs: (async () => countOpenJobs(accounts().table, Date.now()))().catch(() => undefined) };
  return counted.jobs;
};

const MS_PER_SECOND = 1000;

/** Adds metrics of the jobs in the table, which all of its servers do. While it does not answer, they have no value. */
export const addJobMetrics = (registry: Registry): void => {
  const registers = [registry];
  const jobs = new Gauge({
    name: "platen_deferred_jobs",
    help: "Requests to be answered later that have not ended, in the whole table",
    labelNames: ["state"],
    registers,
    async collect() {
      const found = await openJobs();
      this.reset();
      if (found === undefined) return;
      jobs.set({ state: "queued" }, found.queued);
      jobs.set({ state: "running" }, found.running);
    },
  });
  const oldest = new Gauge({
    name: "platen_deferred_jobs_oldest_seconds",
    help: "Time for which the oldest of them has waited that is not in work",
    labelNames: [],
    registers,
    async collect() {
      const found = await openJobs();
      if (found === undefined) this.remove();
      else oldest.set(found.oldestMs / MS_PER_SECOND);
    },
  });
};
