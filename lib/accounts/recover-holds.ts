import type { Account, Hold } from "./account.ts";
import * as holds from "./hold-expressions.ts";
import * as idempotency from "./idempotency.ts";
import { ENDED_HOLD_LIFETIME_MS } from "./reservation-end.ts";
import type { Table } from "./table.ts";
import { writeAccount } from "./write.ts";

/** Removes an ended hold. If a server died before it marked the request's idempotency key, the key is marked first. */
const forget = async (table: Table, id: string, requestId: string, { end, keyHash }: Hold): Promise<void> => {
  const isSpent = end === "spent" || end === "kept";
  if (isSpent && keyHash !== undefined) await idempotency.markUsed(table, id, keyHash, requestId);
  await writeAccount(table, id, holds.forget(requestId));
};

/** Returns lapsed holds, and removes those that ended long ago. */
export const recoverHolds = async (
  table: Table,
  id: string,
  account: Account,
  now: number,
): Promise<{ lapsed: number; returned: number }> => {
  let [lapsed, returned] = [0, 0];
  for (const [requestId, hold] of account.holds) {
    if (hold.end !== undefined) {
      if (hold.expires + ENDED_HOLD_LIFETIME_MS < now) await forget(table, id, requestId, hold);
    } else if (hold.expires < now) {
      lapsed++;
      const { done } = await writeAccount(table, id, holds.recover(requestId, hold));
      if (done) returned++;
    }
  }
  return { lapsed, returned };
};
