import { DELIVERY_ATTEMPTS_LIMIT } from "../../../lib/callbacks/schedule.ts";
import type { Batch } from "../../../lib/jobs/batches/batch.ts";
import { type Delivery, deliveryKey, toDelivery } from "../../../lib/jobs/delivery.ts";
import type { CallbackTarget, Job } from "../../../lib/jobs/job.ts";
import type { MemoryTable } from "./memory-table.ts";
import type { Message } from "./receiver.ts";
import type { Witness } from "./witness.ts";

/** What has ended, and what its callback must tell. */
interface Ended {
  readonly account: string;
  readonly id: string;
  readonly callback: CallbackTarget | undefined;
  readonly type: string;
  readonly at: number;
  readonly told: object;
  /** Whether its client was told that it was not stored, so that nobody waits for its end. */
  readonly isUnknown: boolean;
}

const momentOf = (at: number): string => new Date(at).toISOString();

/** The ended jobs and batches of an account. */
export const endedOf = (jobs: Iterable<Job>, batches: Iterable<Batch>): Ended[] => [
  ...[...jobs].flatMap(({ request: { caller, id, callback, credits, operation }, end }) => {
    if (end === undefined) return [];
    const { state, at, attempts, error } = end;
    const used = state === "succeeded" ? credits : 0;
    const code = error?.code;
    const told = { id, operation, state, attempts, endedAt: momentOf(at), creditsUsed: used, code };
    const isUnknown = attempts === 0 && error?.reason === "store-unreachable";
    return [{ account: caller.account, id, callback, type: `job.${state}`, at, told, isUnknown }];
  }),
  ...[...batches].flatMap(({ request: { caller, id, callback, count }, endedAt: at, ...batch }) => {
    if (at === undefined) return [];
    const { open, succeeded, failed, cancelled, creditsUsed } = batch;
    const counts = { open, succeeded, failed, cancelled };
    const told = { id, state: "ended", requests: count, counts, endedAt: momentOf(at), creditsUsed };
    return [{ account: caller.account, id, callback, type: "batch.ended", at, told, isUnknown: false }];
  }),
];

/** What is wrong with the body of a message. */
const wrongWithBody = ({ type, at, told }: Ended, { body }: Message): string[] => {
  const { data, ...event } = JSON.parse(body) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: object;
  };
  const isAsIs = event.type === type && event.timestamp === momentOf(at) && !("callback" in data);
  const facts = { ...data, code: (data as { readonly error?: { readonly code: string } }).error?.code };
  const expected = JSON.stringify(told);
  const found = JSON.stringify(
    Object.fromEntries(Object.keys(told).map((name) => [name, facts[name as keyof typeof facts]])),
  );
  return isAsIs && found === expected ? [] : [`a callback tells ${found} of ${expected}`];
};

/** What is wrong with how a delivery has ended, by how its messages were answered. */
const wrongWithOutcome = ({ progress }: Delivery, messages: readonly Message[]): string[] => {
  const { state, attempts, tries } = progress;
  const statuses = attempts.map(({ status = 0 }) => status);
  const last = statuses.at(-1) ?? 0;
  const isOver = (status: number) => status === 410 || (status >= 200 && status < 300);
  if (statuses.slice(0, -1).some(isOver)) return ["a delivery went on after the receiver had answered"];
  if (tries !== attempts.length || tries > messages.length) return ["a delivery counts attempts that nobody made"];
  if (state === "waiting") return ["a delivery has no end"];
  if (state === "gone") return last === 410 ? [] : ["a delivery was given up that was not refused for good"];
  if (state === "failed")
    return tries === DELIVERY_ATTEMPTS_LIMIT && !isOver(last) ? [] : [`a delivery has failed after ${tries} attempts`];
  const isTaken = messages.some(({ answer }) => answer.isTaken && answer.posted.status === last);
  return isTaken && isOver(last) ? [] : ["a delivery is called delivered that is not"];
};

/** What must hold of the callback of what has ended. Returns what does not. */
const wrongWithCallback = (
  ended: Ended,
  store: MemoryTable,
  messages: readonly Message[],
  { ends, claims }: Witness,
): string[] => {
  const { account, id, callback, isUnknown } = ended;
  const item = store.get(deliveryKey(account, id));
  if (callback === undefined || (isUnknown && item === undefined))
    return item !== undefined || messages.length > 0 ? ["an end is told that nobody wants to know"] : [];
  if (item === undefined) return ["an end is told to nobody"];
  const problems = messages.flatMap((message) => wrongWithBody(ended, message));
  if (messages.some(({ at }) => at < ends.get(id)!)) problems.push("a callback was sent before the end");
  if (messages.length > (claims.get(id) ?? 0)) problems.push("a callback was sent by who does not have it");
  return [...problems, ...wrongWithOutcome(toDelivery(item), messages)];
};

/** What must hold of all callbacks in the end. */
export const wrongWithCallbacks = (
  ends: readonly Ended[],
  store: MemoryTable,
  messages: readonly Message[],
  witness: Witness,
): string[] => {
  const byId = Map.groupBy(messages, ({ id }) => id);
  const problems = ends.flatMap((ended) => {
    const name = `msg_${ended.id}`;
    const own = byId.get(name) ?? [];
    byId.delete(name);
    return wrongWithCallback(ended, store, own, witness);
  });
  return byId.size === 0 ? problems : [...problems, "a callback tells of what has not ended"];
};
