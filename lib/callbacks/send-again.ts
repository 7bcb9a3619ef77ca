import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import {
  type Delivery,
  type DeliveryProgress,
  findDelivery,
  progressWrite,
  waitingItem,
  waitingKey,
} from "../jobs/delivery.ts";
import { transact } from "../jobs/transact.ts";

/** Moves a delivery that waits to this moment, or lets one that has ended begin again. Nothing changes if it is being sent. */
const makeDue = async (table: Table, delivery: Delivery, now: number): Promise<void> => {
  const { request, progress } = delivery;
  const { account, id } = request;
  const { dueAt, attempts, state } = progress;
  if (dueAt !== undefined && dueAt <= now) return;
  const tries = state === "waiting" ? progress.tries : 0;
  const next: DeliveryProgress = { state: "waiting", attempts, tries, dueAt: now };
  const { name: TableName } = table;
  const earlier =
    dueAt === undefined
      ? []
      : [
          {
            Delete: {
              TableName,
              Key: waitingKey(account, id, dueAt),
              ConditionExpression: "u <= :now",
              ExpressionAttributeValues: { ":now": numberValue(now) },
            },
          },
        ];
  await transact(table, [
    ...earlier,
    { Put: { TableName, Item: waitingItem(request, now) } },
    progressWrite(table, delivery, next),
  ]);
};

/**
 * Sends the callback of an end again now, whatever has become of it; with the same id. Returns the delivery as it is then;
 * undefined if there is none. Throws if the table cannot be reached.
 */
export const sendAgain = async (
  table: Table,
  account: string,
  id: string,
  now: number,
): Promise<Delivery | undefined> => {
  const delivery = await findDelivery(table, account, id);
  if (delivery === undefined) return undefined;
  await makeDue(table, delivery, now);
  return findDelivery(table, account, id);
};
