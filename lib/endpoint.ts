import middy from "@middy/core";
import { executionModeStandard } from "@middy/core/Standard";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type { Context } from "aws-lambda";
import { config } from "./config.ts";
import type { Contract } from "./contract/contract.ts";
import { authenticate } from "./http/authenticate.ts";
import { bodyRef } from "./http/body-ref.ts";
import { deadline } from "./http/deadline.ts";
import { deliver } from "./http/deliver.ts";
import { dryRun, isDryRun } from "./http/dry-run.ts";
import type { EndpointResult, Event, Exchange, Host, Reply } from "./http/exchange.ts";
import { idempotency } from "./http/idempotency.ts";
import { lateWorkError } from "./http/late-work.ts";
import { measured } from "./http/measured.ts";
import { meter } from "./http/meter.ts";
import { addPhase, measurePhase } from "./http/phases.ts";
import { readBody } from "./http/read-body.ts";
import { record } from "./http/record.ts";
import { refuseFullWindow } from "./http/refuse-full-window.ts";
import { requestId } from "./http/request-id.ts";
import { respond } from "./http/respond.ts";
import { settleSoonAfterAbort } from "./http/settle-soon-after-abort.ts";
import { timing } from "./http/timing.ts";
import { traceContext } from "./http/trace-context.ts";
import type { UploadOwner } from "./stored-bodies/grant.ts";
import { currentTurn, type Turn } from "./turns/turn.ts";
import { turns } from "./turns/turns.ts";

/** The work of an endpoint on an accepted input; `owner` is the caller, as the owner of stored bodies. */
export type Work<Input> = (input: Input, signal: AbortSignal, owner: UploadOwner) => Promise<EndpointResult>;

const NOTHING: EndpointResult = { body: new Uint8Array() };

/**
 * The handler of one endpoint: its work, behind the middlewares that keep the promises of the interface.
 *
 * A request passes down the list of middlewares, and its answer passes up: `respond` makes the answer, the middlewares
 * above it add headers, and the first one gives it to the transport.
 */
export const endpoint = <Input>(it: Contract<Input>, run: Work<Input>) => {
  const handler = middy<Event, Reply | EndpointResult, Error, Context & Host, Partial<Exchange>>({
    executionMode: config.onLambda ? executionModeStreamifyResponse : executionModeStandard,
    timeoutEarlyInMillis: 0, // `deadline` does this with a message
  })
    .use(deliver())
    .use(record(it))
    .use(requestId())
    .use(timing())
    .use(traceContext())
    .use(measured("auth", authenticate()))
    .use(refuseFullWindow())
    .use(measured("body", bodyRef()))
    .use(measured("body", readBody(it)))
    .use(deadline())
    .use(measured("meter", idempotency(it)))
    .use(measured("meter", meter(it)))
    .use(dryRun(it))
    .use(respond(it))
    .handler(async (event: Event) => {
      if (isDryRun(event)) return NOTHING;
      const { input, owner } = event;
      const signal = event.signal!;
      const work = () => measurePhase(event, "work", () => run(input as Input, signal, owner!));
      // An answer that is not a document needs no engine, so it does not wait for a turn.
      if (it.output.name === undefined) return settleSoonAfterAbort(work(), signal);
      const queuedAt = performance.now();
      let turn: Turn | undefined;
      const workInTurn = () => {
        turn = currentTurn();
        if (turn !== undefined) turn.steps = event.steps;
        addPhase(event, "queue", queuedAt);
        return work();
      };
      const done = settleSoonAfterAbort(turns.run(owner!.account, signal, workInTurn, event.plan!.slotShare), signal);
      return done.catch((error: unknown) => {
        throw error === signal.reason ? lateWorkError(error, turn) : error;
      });
    });
  return Object.assign(handler, { contract: it });
};
