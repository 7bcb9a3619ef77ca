import type { Caller } from "../../../lib/accounts/keys.ts";
import { batchPriceOf, MOST_ASKED, priceOf } from "./prices.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** What a client asks for: an answer at once or later, or a batch of jobs. */
export interface Asked {
  readonly caller: Caller;
  readonly kind: "now" | "later" | "batch";
  /** The price; of a batch that of each of its jobs. */
  readonly credits: number;
  /** The jobs of a batch. */
  readonly count: number;
  /** The key with which the client repeats the request. */
  readonly key: string | undefined;
  /** Where the end of what is done later is told. */
  readonly callback: string | undefined;
}

/** What a client was told of one sending: an answer, or nothing because its server was killed or stood still. */
interface Told {
  readonly server: SimulatedProcess;
  readonly status: number | undefined;
  /** The job or the batch that the answer names. */
  readonly id: string | undefined;
}

/** Requests of an account that are one for its meter: a request, or several with the same key. */
export interface Ordered {
  readonly asked: Asked;
  readonly told: Told[];
  /** The states that were told to those who have cancelled it, by its id. */
  readonly cancelled: { readonly id: string; readonly state: string }[];
}

/** How probable it is that an account has batches, and that one of them is submitted in more than one transaction. */
const [BATCH_PROBABILITY, LARGE_PROBABILITY] = [0.4, 0.04];
const [SMALL_JOBS, LARGE_JOBS] = [
  { least: 1, most: 5 },
  { least: 50, most: 63 },
];

/** Receivers of callbacks. Some never take one. The addresses are never connected to. */
const HOSTS = 3;
export const DEAD_PATH = "/dead";

const callbackOf = (world: World): string | undefined => {
  if (!world.chance(0.5)) return undefined;
  const host = Math.floor(world.between(1, HOSTS + 1));
  return `https://1.1.1.${host}${world.chance(0.15) ? DEAD_PATH : "/alive"}`;
};

/** What the clients of an account ask for. */
export const newOrders = (world: World, caller: Caller): Ordered[] => {
  const keyOf = (name: string) => (world.chance(0.5) ? name : undefined);
  const order = (asked: Omit<Asked, "caller">): Ordered => ({ asked: { caller, ...asked }, told: [], cancelled: [] });
  const requests = Array.from({ length: Math.ceil(world.between(1, MOST_ASKED.requests)) }, (_, index) => {
    const kind = world.chance(0.4) ? "later" : "now";
    const callback = kind === "later" ? callbackOf(world) : undefined;
    return order({ kind, credits: priceOf(index), count: 1, key: keyOf(`key-${index}`), callback });
  });
  const batches = world.chance(BATCH_PROBABILITY) ? Math.ceil(world.between(0, MOST_ASKED.batches)) : 0;
  return [
    ...requests,
    ...Array.from({ length: batches }, (_, index) => {
      const { least, most } = world.chance(LARGE_PROBABILITY) ? LARGE_JOBS : SMALL_JOBS;
      const count = Math.floor(world.between(least, most + 1));
      const [key, callback] = [keyOf(`batch-${index}`), callbackOf(world)];
      return order({ kind: "batch", credits: batchPriceOf(index), count, key, callback });
    }),
  ];
};
