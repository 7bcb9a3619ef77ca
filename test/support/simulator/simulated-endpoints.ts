import { randomUUID } from "node:crypto";
import type { Contract } from "../../../lib/contract/contract.ts";
import { ServiceError, STATUS } from "../../../lib/errors/service-error.ts";
import { callbackUrl } from "../../../lib/http/callback-url.ts";
import { idempotency } from "../../../lib/http/idempotency.ts";
import { meter } from "../../../lib/http/meter.ts";
import { Chain } from "../../../lib/http/middleware.ts";
import type {
  Authenticated,
  BodyRead,
  CalledBack,
  Deferrable,
  Received,
  Recorded,
  Referred,
} from "../../../lib/http/request.ts";
import { defer } from "../../../lib/http/respond-async.ts";
import type { Endpoint } from "../../../lib/server/endpoint.ts";
import type { Asked } from "./orders.ts";
import { withBatches } from "./simulated-batches.ts";
import type { World } from "./world.ts";

/** The path of the work that requests ask for, for the usage. */
export const WORK_PATH = "/pdf/merge";

/** Of the contract only the path and the output, which is a document, are read. */
const CONTRACT = {
  path: WORK_PATH,
  output: { name: "merged.pdf", type: "application/pdf" },
} as unknown as Contract<string>;

/** A kind of failure of the work, and how probable it is. The last one says nothing about the document. */
const FAILURES = [
  [0.1, () => new ServiceError("PROCESSING_FAILED", "The work failed.", { reason: "document-too-complex" })],
  [0.05, () => new ServiceError("PROCESSING_FAILED", "The engine crashed.", { reason: "engine-crashed" })],
  [0.05, () => new ServiceError("SERVICE_UNAVAILABLE", "No turn.", { reason: "service-busy", retryAfter: 1 })],
] as const;

/** Milliseconds that the work takes. */
const WORK_MS = { usual: 3000, most: 55_000 };

/** A request as a client sends it, or a job, of which nobody asks anything. */
export type Simulated = Received & { readonly asked?: Asked };

/** What the middlewares before those of the meter find out. */
type Found = Recorded & Authenticated & BodyRead<string> & Deferrable;

const front = ({ asked, context }: Simulated): Found => {
  const { caller, credits } = asked ?? context.job!;
  const checked = { input: "", priceOn: () => credits, fingerprint: `${credits}` };
  const jobBody = { type: "application/pdf", bytes: Buffer.from("%PDF") };
  const found = { requestId: randomUUID(), startedAt: 0, phases: {}, caller, checked };
  return asked?.kind === "later" ? { ...found, jobBody } : found;
};

/** What is refused before its body is read is refused by the meter. */
const refused = ({ refusal }: Pick<Referred, "refusal">) => (refusal === undefined ? {} : { checked: { refusal } });

const answer = (statusCode: number, headers: Record<string, string> = {}) => ({ statusCode, headers, body: "%PDF" });

const errorReply = async (_: unknown, error: ServiceError) => {
  const { code, reason, message } = error;
  return { ...answer(STATUS[code]), body: JSON.stringify({ error: { code, reason, message } }) };
};

const work = async (world: World): Promise<void> => {
  await world.sleep(world.between(5, world.chance(0.1) ? WORK_MS.most : WORK_MS.usual));
  let chance = world.random();
  for (const [probability, failure] of FAILURES) {
    if (chance < probability) throw failure();
    chance -= probability;
  }
};

/** What takes requests and does jobs, and what takes batches. */
export interface SimulatedEndpoints {
  readonly requests: Endpoint;
  readonly batches: Endpoint;
}

/** The middlewares that count and charge, around work that only takes time. An answer names what it promises. */
export const simulatedEndpoints = (world: World): SimulatedEndpoints => {
  const begun = () => new Chain<Simulated>().use<Found>({ before: front });
  const requests = begun()
    .use<CalledBack & Pick<Referred, "refusal">>(callbackUrl(CONTRACT))
    .use<Partial<Pick<BodyRead<string>, "checked">>>({ before: refused })
    .use(defer(CONTRACT))
    .use(idempotency(CONTRACT))
    .use(meter(CONTRACT))
    .handle(
      async ({ kept, deferred }) => {
        if (kept === undefined && deferred === undefined) await work(world);
        return { body: new Uint8Array() };
      },
      {
        reply: async ({ deferred }) =>
          deferred ? answer(202, { Promised: deferred.job.request.id }) : answer(200, { "Content-Length": "4" }),
        errorReply,
      },
    );
  const batches = withBatches(begun()).handle(async () => ({ body: new Uint8Array() }), {
    reply: async ({ batch }) => answer(202, { Promised: batch.request.id }),
    errorReply,
  });
  return { requests, batches } as unknown as SimulatedEndpoints;
};
