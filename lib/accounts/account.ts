import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** A DynamoDB item, as the SDK gives it. */
export type Item = Record<string, AttributeValue>;

/** Credits reserved for a request that has not ended; past `expires` (ms since 1970) they are the account's again. */
export interface Hold {
  readonly credits: number;
  readonly expires: number;
}

/** An account's item. */
export interface Account {
  readonly on: boolean;
  readonly balance: number;
  readonly used: number;
  /** Moments (ms since 1970) of the last accepted requests, oldest first: 60 made with credits, 10 without. */
  readonly accepted: readonly number[];
  readonly acceptedBroke: readonly number[];
  readonly holds: ReadonlyMap<string, Hold>;
  readonly keyIds: ReadonlySet<string>;
}

/** How many accepted requests an account remembers: the larger limit of each tier. */
export const REMEMBERED = { accepted: 60, acceptedBroke: 10 } as const;

const numbers = (value: AttributeValue | undefined): number[] => (value?.L ?? []).map(({ N }) => Number(N));

/** The key of an account's item. */
export const accountKey = (id: string): Item => ({ pk: { S: `ACC#${id}` }, sk: { S: "A" } });

/** A new account's item, without keys. */
export const newAccountItem = (id: string, credits: number): Item => ({
  ...accountKey(id),
  st: { S: "on" },
  bal: { N: String(credits) },
  used: { N: "0" },
  t: { L: Array.from({ length: REMEMBERED.accepted }, () => ({ N: "0" })) },
  z: { L: Array.from({ length: REMEMBERED.acceptedBroke }, () => ({ N: "0" })) },
  h: { M: {} },
  k: { M: {} },
});

/** Reads an account off its item. */
export const toAccount = (item: Item): Account => ({
  on: item["st"]?.S === "on",
  balance: Number(item["bal"]?.N),
  used: Number(item["used"]?.N),
  accepted: numbers(item["t"]),
  acceptedBroke: numbers(item["z"]),
  holds: new Map(
    Object.entries(item["h"]?.M ?? {}).map(([id, { M }]) => [
      id,
      { credits: Number(M?.["c"]?.N), expires: Number(M?.["e"]?.N) },
    ]),
  ),
  keyIds: new Set(Object.keys(item["k"]?.M ?? {})),
});
