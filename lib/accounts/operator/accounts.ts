import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item, planAttribute, textIn, toAccount } from "../account.ts";
import { heldCredits } from "../standing.ts";
import type { Table } from "../table.ts";
import { sendUpdate } from "../write.ts";
import { ifConditionHeld, noAccount } from "./condition.ts";
import { assertName } from "./limits.ts";
import { keyHashesOf, notePlan } from "./listed-keys.ts";

/** An account as its operator sees it. Its credits include those of lapsed reservations. */
export interface AccountView {
  readonly account: string;
  readonly name: string | undefined;
  readonly state: "active" | "suspended";
  readonly plan: string;
  readonly credits: number;
  readonly used: number;
  /** Credits that running requests have reserved. */
  readonly reserved: number;
}

/** The account in an item, at a moment (ms since 1970). */
export const viewOf = (item: Item, now: number): AccountView => {
  const found = toAccount(item);
  const { reserved, lapsed } = heldCredits(found, now);
  return {
    account: textIn(item, "pk").replace(/^ACC#/, ""),
    name: item["nm"]?.S,
    state: found.isActive ? "active" : "suspended",
    plan: found.plan,
    credits: found.balance + lapsed,
    used: found.used,
    reserved,
  };
};

/** An account at a moment (ms since 1970), now by default; throws RangeError if there is no such account. */
export const showAccount = async ({ db, name }: Table, account: string, now = Date.now()): Promise<AccountView> => {
  const { Item } = await db.send(
    new GetItemCommand({ TableName: name, Key: accountKey(account), ConsistentRead: true }),
  );
  if (Item === undefined) throw noAccount(account);
  return viewOf(Item, now);
};

/** What an operator may change of an account; an empty name removes it. */
interface AccountChanges {
  readonly name?: string | undefined;
  readonly state?: AccountView["state"] | undefined;
  readonly plan?: string | undefined;
}

/** Sets or removes an attribute. */
type Assignment = { readonly attribute: string; readonly text: string | undefined };

const assignmentsOf = ({ name, state, plan }: AccountChanges): Assignment[] => [
  ...(name === undefined ? [] : [{ attribute: "nm", text: name || undefined }]),
  ...(state === undefined ? [] : [{ attribute: "st", text: state === "active" ? "on" : "off" }]),
  ...(plan === undefined ? [] : [{ attribute: "pl", text: planAttribute(plan)["pl"]?.S }]),
];

const updateOf = (assignments: readonly Assignment[]) => {
  const set = assignments.flatMap(({ attribute, text }) => (text === undefined ? [] : [{ attribute, text }]));
  const removed = assignments.filter(({ text }) => text === undefined).map(({ attribute }) => attribute);
  const values = set.map(({ attribute, text }) => [`:${attribute}`, { S: text }]);
  return {
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.map(({ attribute }) => `${attribute} = :${attribute}`).join(", ")}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.join(", ")}`] : []),
    ].join(" "),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
};

/**
 * Changes an account in one write, and returns it. The requests of a suspended account are refused from the next one on; a plan
 * holds from the next one on. Throws RangeError if there is no such account, the name is not possible, or nothing is changed.
 */
export const changeAccount = async (table: Table, account: string, changes: AccountChanges): Promise<AccountView> => {
  if (changes.name !== undefined) assertName("name", changes.name);
  const assignments = assignmentsOf(changes);
  if (assignments.length === 0) throw new RangeError("There is nothing to change.");
  const update = {
    TableName: table.name,
    Key: accountKey(account),
    ConditionExpression: "attribute_exists(pk)",
    ReturnValues: "ALL_NEW",
    ...updateOf(assignments),
  } as const;
  const changed = await ifConditionHeld(sendUpdate(table, update));
  if (changed?.Attributes === undefined) throw noAccount(account);
  if (changes.plan !== undefined)
    for (const hash of await keyHashesOf(table, account)) await notePlan(table, hash, changes.plan);
  return viewOf(changed.Attributes, Date.now());
};
