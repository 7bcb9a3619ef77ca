import type { Contract } from "./contract/contract.ts";
import { authenticate } from "./http/authenticate.ts";
import { bodyRef } from "./http/body-ref.ts";
import { callbackUrl } from "./http/callback-url.ts";
import { deadline, lateWorkError, settleSoonAfterAbort } from "./http/deadline.ts";
import { deliver } from "./http/deliver.ts";
import { type EndpointResult, isDryRun, serviceOrigin } from "./http/exchange.ts";
import { forHost } from "./http/for-host.ts";
import { idempotency } from "./http/idempotency.ts";
import { keepAnswer } from "./http/keep-answer.ts";
import { meter } from "./http/meter.ts";
import { Chain } from "./http/middleware.ts";
import { addPhase, measured, measurePhase } from "./http/phases.ts";
import { rateWindow } from "./http/rate-window.ts";
import { readBody } from "./http/read-body.ts";
import { logRequests } from "./http/record.ts";
import { respond } from "./http/respond.ts";
import { defer, markDeferrable } from "./http/respond-async.ts";
import { traceContext } from "./http/trace-context.ts";
import type { UploadOwner } from "./stored-bodies/grant.ts";
import { turns } from "./turns/fair-turns.ts";
import { currentTurn, type Turn } from "./turns/turn.ts";

/** The work of an endpoint on an accepted input; `owner` is the caller, as the owner of stored bodies. */
type Work<Input> = (input: Input, signal: AbortSignal, owner: UploadOwner) => Promise<EndpointResult>;

const NO_RESULT: EndpointResult = { body: new Uint8Array() };

/**
 * The handler of one endpoint: its work, behind the middlewares that keep the promises of the interface.
 *
 * A request passes down the list of middlewares, and its answer passes up: `respond` makes the answer, the middlewares
 * add headers, and the first one hands it to the transport. The types hold the order: a middleware is added only behind
 * those whose findings it needs. `inProcess` is the same handler for calls from this process. It does not depend on the host.
 */
export const endpoint = <Input>(contract: Contract<Input>, run: Work<Input>) => {
  const inProcess = new Chain()
    .use(deliver())
    .use(logRequests(contract))
    .use(traceContext())
    .use(measured("auth", authenticate()))
    .use(rateWindow())
    .use(measured("body", bodyRef()))
    .use(measured("body", callbackUrl(contract)))
    .use(measured("body", markDeferrable(contract)))
    .use(measured("body", readBody(contract)))
    .use(measured("meter", defer(contract)))
    .use(deadline())
    .use(measured("meter", idempotency(contract)))
    .use(measured("meter", meter(contract)))
    .use(measured("meter", keepAnswer()))
    .handle(async (request) => {
      if (isDryRun(request) || request.kept !== undefined || request.deferred !== undefined) return NO_RESULT;
      const { input, signal, steps, plan } = request;
      const owner = { account: request.caller.account, origin: serviceOrigin(request) };
      const work = () => measurePhase(request, "work", () => run(input, signal, owner));
      // An answer that is not a document needs no engine, so it does not wait for a turn.
      if (contract.output.name === undefined) return settleSoonAfterAbort(work(), signal);
      const queuedAt = performance.now();
      let turn: Turn | undefined;
      const workInTurn = () => {
        turn = currentTurn();
        if (turn !== undefined) turn.steps = steps;
        addPhase(request, "queue", queuedAt);
        return work();
      };
      // Jobs have turns of their own, so that no request of the same account waits behind them.
      const lane = request.context.job === undefined ? owner.account : `${owner.account} jobs`;
      const result = settleSoonAfterAbort(turns.run(lane, signal, workInTurn, plan.slotShare), signal);
      return result.catch((error: unknown) => {
        throw error === signal.reason ? lateWorkError(error, turn) : error;
      });
    }, respond(contract));
  return Object.assign(forHost(inProcess), { contract, inProcess });
};
