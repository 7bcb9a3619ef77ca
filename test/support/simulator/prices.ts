/** Requests and batches that an account may have. */
export const MOST_ASKED = { requests: 9, batches: 2 };

/** How often a request may be charged at most without one being taken for another, and how often the jobs of a batch. */
const RADIX = { request: 4, batch: 64 };

const BATCHES_FROM = RADIX.request ** MOST_ASKED.requests;

/** The price of the request of a number. */
export const priceOf = (index: number): number => RADIX.request ** index;

/** The price of each job of the batch of a number. */
export const batchPriceOf = (index: number): number => BATCHES_FROM * RADIX.batch ** index;

/** Enough for all that an account may ask for, and so much that none of it costs as much. */
export const RICH = batchPriceOf(MOST_ASKED.batches);

/** How often what costs so many credits was charged: it can be read off the digits of what was used. */
export const chargesOf = (used: bigint, credits: number): number =>
  Number((used / BigInt(credits)) % BigInt(credits < BATCHES_FROM ? RADIX.request : RADIX.batch));
