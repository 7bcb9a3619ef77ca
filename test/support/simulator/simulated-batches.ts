import { readList } from "../../../lib/http/batches/read-list.ts";
import { type BatchContract, submission } from "../../../lib/http/batches/submission.ts";
import type { Chain } from "../../../lib/http/middleware.ts";
import type { Authenticated, Received, Recorded } from "../../../lib/http/request.ts";
import type { Asked } from "./orders.ts";
import { batchPriceOf } from "./prices.ts";

/** The operations of the jobs of batches: those of a batch have one, whose price is that of the batch. */
const CONTRACTS = ["/convert/html-to-pdf", "/convert/markdown-to-pdf"].map(
  (path, index) =>
    ({ path, accepts: { json: {} }, credits: batchPriceOf(index), output: {} }) as unknown as BatchContract,
);

/** The paths of the operations that batches name. */
export const BATCH_PATHS: readonly string[] = CONTRACTS.map(({ path }) => path);

/** The body of the request for a batch, and its type. */
export const listOf = ({ credits, count }: Pick<Asked, "credits" | "count">) => {
  const operation = CONTRACTS.find((contract) => contract.credits === credits)?.path;
  const list = Buffer.from(JSON.stringify(Array.from({ length: count }, (_, job) => ({ operation, body: { job } }))));
  return { type: "application/json", body: async () => list };
};

/** The middleware that submits batches. It reads their lists at once, because another thread would have another clock. */
export const withBatches = <State extends Received & Recorded & Authenticated>(chain: Chain<State>) =>
  chain.use(submission(CONTRACTS, async (list) => readList(list)));
