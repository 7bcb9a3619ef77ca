import middy from "@middy/core";
import { executionModeStandard } from "@middy/core/Standard";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type { Context } from "aws-lambda";
import { config } from "./config.ts";
import type { Contract } from "./contract.ts";
import { authenticate } from "./http/authenticate.ts";
import { bodyRef } from "./http/body-ref.ts";
import { deadline } from "./http/deadline.ts";
import { deliver } from "./http/deliver.ts";
import type { Event, Exchange, Host, Reply, Result } from "./http/exchange.ts";
import { meter } from "./http/meter.ts";
import { spend } from "./http/phases.ts";
import { readBody } from "./http/read-body.ts";
import { record } from "./http/record.ts";
import { requestId } from "./http/request-id.ts";
import { respond } from "./http/respond.ts";
import { stopped } from "./http/stopped.ts";
import { timed } from "./http/timed.ts";
import { timing } from "./http/timing.ts";
import type { Asker } from "./stored-bodies/grant.ts";
import { turns } from "./workers/turns.ts";

/** What an endpoint does with an accepted input, for whom. */
export type Work<Input> = (input: Input, signal: AbortSignal, asker: Asker) => Promise<Result>;

/**
 * Puts the work of one endpoint behind the whole of the interface.
 *
 * Read downwards for a request, upwards for its answer: `respond` shapes the answer, good or bad, and every
 * middleware above it adds headers; the last of them hands it to the transport.
 */
export const endpoint = <Input>(it: Contract<Input>, run: Work<Input>) => {
  const handler = middy<Event, Reply | Result, Error, Context & Host, Partial<Exchange>>({
    executionMode: config.onLambda ? executionModeStreamifyResponse : executionModeStandard,
    timeoutEarlyInMillis: 0, // `deadline` does this, and says why the work was stopped
  })
    .use(deliver())
    .use(record(it))
    .use(requestId())
    .use(timing())
    .use(timed("auth", authenticate()))
    .use(timed("body", bodyRef()))
    .use(timed("body", readBody(it)))
    .use(deadline())
    .use(timed("meter", meter(it)))
    .use(respond(it))
    .handler(async (event: Event) => {
      const { input, asker } = event;
      const [signal, phases] = [event.signal!, event.phases!];
      const work = () => spend(phases, "work", () => run(input as Input, signal, asker!));
      // What makes no document needs no engine, and waits for none.
      if (it.output.name === undefined) return stopped(work(), signal);
      const begun = performance.now();
      const whenDue = () => {
        phases.queue = performance.now() - begun;
        return work();
      };
      return stopped(turns.run(signal, whenDue), signal);
    });
  return Object.assign(handler, { contract: it });
};
