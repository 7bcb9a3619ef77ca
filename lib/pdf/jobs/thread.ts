// The thread in which large PDFs are read and written.
import { serveThread } from "../../workers/serve-thread.ts";
import type { Input, Kind, Open } from "./jobs.ts";

/** A job by its name, and what it is given. */
export interface Order {
  readonly kind: Kind;
  readonly input: Input<Kind>;
}

await serveThread(async () => {
  const [{ JOBS, openInFull }, { toRefusal }] = await Promise.all([import("./jobs.ts"), import("../refusal.ts")]);
  return ({ kind, input }: Order): unknown => {
    try {
      return (JOBS[kind] as (input: Input<Kind>, open: Open) => unknown)(input, openInFull);
    } catch (error) {
      throw toRefusal(error);
    }
  };
});
