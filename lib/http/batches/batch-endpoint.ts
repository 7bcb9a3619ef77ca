import { BATCHES_PATH, batchView } from "../../jobs/batches/view.ts";
import { authenticate } from "../authenticate.ts";
import { deliver } from "../deliver.ts";
import { decorate, jsonReply, serviceUrlOf } from "../exchange.ts";
import { Chain, type Responder } from "../middleware.ts";
import { measured } from "../phases.ts";
import { rateWindow } from "../rate-window.ts";
import { logRequests } from "../record.ts";
import type { Received } from "../request.ts";
import { errorReply } from "../respond.ts";
import { traceContext } from "../trace-context.ts";
import { BATCHES_OPERATION, type BatchContract, type Batched, submission } from "./submission.ts";

/** Seconds after which a caller may look for the first time how a batch goes. */
const BATCH_RETRY_SECONDS = 5;

const responder: Responder<Received & Batched> = {
  reply: async (request) => {
    const { batch } = request;
    const reply = jsonReply(202, batchView(batch, serviceUrlOf(request), Date.now()));
    decorate(reply, {
      Location: BATCHES_PATH + batch.request.id,
      "Retry-After": BATCH_RETRY_SECONDS,
      "X-Credits-Used": 0,
    });
    return reply;
  },
  errorReply: async (_request, error) => errorReply(error),
};

/** The handler that makes batches of requests to the endpoints with these contracts. */
export const batchEndpoint = (contracts: readonly BatchContract[]) => {
  const makers = contracts.filter(({ output }) => output.name !== undefined);
  const handler = new Chain()
    .use(deliver())
    .use(logRequests({ path: BATCHES_OPERATION }))
    .use(traceContext())
    .use(measured("auth", authenticate()))
    .use(rateWindow())
    .use(measured("meter", submission(makers)))
    .handle(async () => ({ body: new Uint8Array() }), responder);
  return Object.assign(handler, { contract: { path: BATCHES_OPERATION } });
};
