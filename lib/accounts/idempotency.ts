import type { Account } from "./account.ts";
import * as holds from "./hold-expressions.ts";
import * as keys from "./idempotency-key.ts";
import type { Table } from "./table.ts";
import { writeAccount, writeItem } from "./write.ts";

/** Attempts at a claim. Other requests with the same key may change it between two writes. */
const CLAIM_ATTEMPTS = 5;

/** Attempts at the work for one key. It is repeated only if a paid answer was not kept. */
const WORKS_LIMIT = 3;

/**
 * What a request with an idempotency key may do: work and be charged; nothing, because the key stands for another request or
 * because a request with it still runs; or have the answer of an earlier request, because the key is paid for.
 */
export type Claim = "charged" | "mismatch" | "running" | keys.KeyRecord;

type Vanished = Pick<keys.KeyRecord, "requestId" | "credits" | "expires">;

/** Marks a key as used: its request is paid for. */
export const markUsed = async (table: Table, account: string, keyHash: string, requestId: string): Promise<void> => {
  await writeItem(table, keys.recordKey(account, keyHash), keys.markUsedWrite(requestId));
};

/**
 * Marks the key of a request that has got its answer as used, and removes the hold that stood for this until then.
 * `isKept` says whether the answer was kept.
 */
export const complete = async (table: Table, request: keys.KeyedRequest, isKept: boolean): Promise<void> => {
  const { caller, keyUse, requestId, credits, wasRepeated = false } = request;
  await writeItem(table, keys.recordKey(caller.account, keyUse.keyHash), keys.completeWrite(requestId, isKept));
  // If the reservation was sent more than once, the hold refuses the one that may still arrive.
  if (credits > 0 && !wasRepeated) await writeAccount(table, caller.account, holds.forget(requestId));
};

/** One step to end the reservation of a vanished request; undefined if another write came in between. */
const endOnce = async (
  table: Table,
  id: string,
  vanished: Vanished,
  account: Account,
): Promise<"spent" | "returned" | undefined> => {
  const { requestId, credits } = vanished;
  const hold = account.holds.get(requestId);
  if (hold?.end === "kept") return "spent";
  if (hold?.end === "withdrawn") return "returned";
  const isSpent = hold?.end === "spent";
  const write = isSpent
    ? holds.keepSpent(requestId)
    : hold?.end === "lapsed"
      ? holds.withdrawLapsed({ requestId })
      : holds.withdraw({ requestId, credits: hold?.credits ?? credits });
  const { done } = await writeAccount(table, id, write);
  if (!done) return undefined;
  return isSpent ? "spent" : "returned";
};

/** Ends the reservation of a vanished request for good, whatever arrives late; whether it was spent. */
const isVanishedSpent = async (table: Table, id: string, vanished: Vanished): Promise<boolean> => {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    const { requestId, credits, expires } = vanished;
    const refusal = holds.refuseReservation(requestId, { credits, expires });
    const { done, account } = await writeAccount(table, id, refusal);
    if (done || account === undefined) return false;
    const end = await endOnce(table, id, vanished, account);
    if (end !== undefined) return end === "spent";
  }
  throw new Error("The reservation of a vanished request changes again and again.");
};

/**
 * Claims an idempotency key for a request. A key whose request has vanished, with its server or by its clock, is taken over
 * when that request cannot be charged any more; if it was charged, the key is paid for.
 */
export const claim = async (table: Table, request: keys.KeyedRequest, now: () => number): Promise<Claim> => {
  const { caller, keyUse } = request;
  const key = keys.recordKey(caller.account, keyUse.keyHash);
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    const { done, item } = await writeItem(table, key, keys.claimWrite(request, now()));
    if (done) return "charged";
    if (item === undefined) continue;
    const record = keys.toRecord(item);
    if (record.fingerprint !== keyUse.fingerprint) return "mismatch";
    if (record.state === "done") return record;
    if (record.state === "free") continue;
    if (record.expires >= now()) return "running";
    if (record.state === "again") return record;
    if (await isVanishedSpent(table, caller.account, record)) {
      await markUsed(table, caller.account, keyUse.keyHash, record.requestId);
      continue;
    }
    const taken = await writeItem(table, key, keys.takeOverWrite(request, record.requestId, now()));
    if (taken.done) return "charged";
  }
  return "running";
};

/**
 * Lets a request do the work of a paid key again, whose answer was not kept. `gone` if it was done too often already, `running` if
 * another request does it.
 */
export const workAgain = async (
  table: Table,
  request: keys.KeyedRequest,
  paid: keys.KeyRecord,
): Promise<"again" | "running" | "gone"> => {
  if (paid.works >= WORKS_LIMIT) return "gone";
  const key = keys.recordKey(request.caller.account, request.keyUse.keyHash);
  const { done, item } = await writeItem(table, key, keys.workAgainWrite(request, paid));
  // The SDK repeats a write whose answer was lost: then the first one has been done already.
  return done || (item !== undefined && keys.toRecord(item).requestId === request.requestId) ? "again" : "running";
};

/** Undoes `workAgain` after a failure. */
export const giveUp = async (table: Table, { caller, requestId, keyUse }: keys.KeyedRequest): Promise<void> => {
  await writeItem(table, keys.recordKey(caller.account, keyUse.keyHash), keys.giveUpWrite(requestId));
};

/** Frees the key of a request that failed and was not charged. */
export const releaseKey = async (table: Table, { caller, requestId, keyUse }: keys.KeyedRequest): Promise<void> => {
  await writeItem(table, keys.recordKey(caller.account, keyUse.keyHash), keys.freeWrite(requestId));
};
