import type { Account } from "./account.ts";
import * as expressions from "./hold-expressions.ts";
import type { MeteredRequest } from "./metered-request.ts";
import type { Table } from "./table.ts";
import { writeAccount } from "./write.ts";

/**
 * Milliseconds after the lapse in which the hold of an ended reservation stays. No settlement is sent that late, so none can
 * treat a missing hold as a spent one.
 */
export const ENDED_HOLD_LIFETIME_MS = 3_600_000;

/** Milliseconds after the lapse in which a settlement may still be sent: half an hour less than an ended hold stays. */
const LATE_SETTLEMENT_LIMIT_MS = 1_800_000;

/** Whether a request's reservation was spent. A settlement removes the hold, or marks it if it was sent more than once. */
const isSpent = (account: Account | undefined, requestId: string): boolean => {
  if (account === undefined) return false;
  const hold = account.holds.get(requestId);
  return hold === undefined || hold.end === "spent" || hold.end === "kept";
};

/**
 * Spends a reservation once `due` resolves. Another server may have returned it, by a clock that is ahead of this one: then
 * the credits are taken once more. False if the reservation is returned and the balance has no such credits.
 */
export const settleReservation = async (
  table: Table,
  request: MeteredRequest,
  now: () => number,
  due?: Promise<void>,
): Promise<boolean> => {
  const { caller, requestId, expires } = request;
  if (now() > expires + LATE_SETTLEMENT_LIMIT_MS) return false;
  const first = await writeAccount(table, caller.account, expressions.settle(request), due);
  if (first.done || isSpent(first.account, requestId)) return true;
  const second = await writeAccount(table, caller.account, expressions.settleLapsed(request));
  return second.done || isSpent(second.account, requestId);
};

/** Returns the credits of a reservation that is not spent. Resolves to whether it is spent. */
const withdraw = async (table: Table, request: MeteredRequest): Promise<boolean> => {
  const { caller, requestId } = request;
  for (const write of [expressions.withdraw(request), expressions.withdrawLapsed(request)]) {
    const { done, account } = await writeAccount(table, caller.account, write);
    if (done) return false;
    if (isSpent(account, requestId)) return true;
  }
  return false;
};

/** How a settlement ended. If its answer got lost, `error` says why. If the look-up failed too, the outcome is not known. */
export type SettlementOutcome =
  | { readonly isSpent: true }
  | { readonly isSpent: false; readonly isKnown: boolean; readonly error?: unknown };

/** The outcome of a settlement. If its answer got lost, the reservation is looked up, and returned unless it is spent. */
export const outcomeOf = async (
  table: Table,
  request: MeteredRequest,
  settled: Promise<boolean>,
): Promise<SettlementOutcome> => {
  try {
    return (await settled) ? { isSpent: true } : { isSpent: false, isKnown: true };
  } catch (error) {
    try {
      return (await withdraw(table, request)) ? { isSpent: true } : { isSpent: false, isKnown: true, error };
    } catch {
      return { isSpent: false, isKnown: false, error };
    }
  }
};

/** Returns the credits of a request that got no document, whether they are still reserved or spent already. */
export const giveBack = async (table: Table, request: MeteredRequest): Promise<void> => {
  if (!(await withdraw(table, request))) return;
  await writeAccount(table, request.caller.account, expressions.undoSettlement(request));
};
