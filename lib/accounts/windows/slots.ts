import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { type AcceptedRequests, type CountSlots, limitedWindows, WINDOWS, type WindowForm } from "./window-form.ts";

type Item = Readonly<Record<string, AttributeValue>>;

/**
 * The slots of a window: the map that holds them, the attribute with the total less the limit, the length of a slot, how many
 * a window has, and how many later ones count too, because clocks of servers differ. After 700 requests, `{ n: 700, lm: 100,
 * w: { "g0v1a": 640, "g0v1b": 655 } }` says for a limit of 600 a minute: 640 had been accepted before one slot of two seconds
 * began, 655 before the next.
 */
const SLOTS = {
  minute: { map: "w", floor: "lm", milliseconds: 2000, perWindow: 30, ahead: 1 },
  second: { map: "v", floor: "ls", milliseconds: 100, perWindow: 10, ahead: 2 },
} as const;

type WindowName = keyof typeof SLOTS;

/** The name of a slot in its map: its number since 1970. Radix 36 keeps the item small. */
const slotName = (slot: number): string => slot.toString(36);
const slotNumber = (name: string): number => Number.parseInt(name, 36);

const slotAt = (window: WindowName, moment: number): number => Math.floor(moment / SLOTS[window].milliseconds);

/** The slots in a window that ends now, the current one first, and then those that other clocks may have begun. */
const slotsIn = (window: WindowName, now: number): number[] => {
  const { perWindow, ahead } = SLOTS[window];
  const current = slotAt(window, now);
  const earlier = Array.from({ length: perWindow + 1 }, (_, i) => current - i);
  return [...earlier, ...Array.from({ length: ahead }, (_, i) => current + 1 + i)];
};

const numberValue = (value: number) => ({ N: String(value) });

const countIn = (window: WindowName, limit: number, now: number) => {
  const { map, floor } = SLOTS[window];
  const slots = slotsIn(window, now);
  const placeholder = (index: number) => `#${map}${index}`;
  return {
    assignments: [`${floor}=n-:${floor}`, `${map}.${placeholder(0)}=if_not_exists(${map}.${placeholder(0)},n)`],
    conditions: slots.map((_, i) => {
      const slot = `${map}.${placeholder(i)}`;
      return `(attribute_not_exists(${slot}) OR ${floor}<${slot})`;
    }),
    names: Object.fromEntries(slots.map((slot, i) => [placeholder(i), slotName(slot)])),
    values: { [`:${floor}`]: numberValue(limit - 1) },
  };
};

/**
 * Remembers how many requests had been accepted before each slot of time began, beside their total. A request
 * fits if more than (total - limit) requests had been accepted before each slot of the last window began. Slots are absolute, so that nothing has to be moved on;
 * a window reaches back to the beginning of its first slot, so that it never has one request too many.
 */
export const countSlots: WindowForm = {
  count: (limits, now) => {
    const windows = limitedWindows(limits).map(({ name, limit }) => countIn(name, limit, now));
    return {
      assignments: ["n=n+:one", ...windows.flatMap(({ assignments }) => assignments)],
      conditions: ["attribute_exists(n)", ...windows.flatMap(({ conditions }) => conditions)],
      names: Object.assign({}, ...windows.map(({ names }) => names)),
      values: Object.assign({ ":one": numberValue(1) }, ...windows.map(({ values }) => values)),
    };
  },
  states: ({ slots }, limits, now) =>
    limitedWindows(limits).map(({ name, seconds, limit }) => {
      const { milliseconds, perWindow } = SLOTS[name];
      const { total = 0 } = slots ?? {};
      const first = slotAt(name, now) - perWindow;
      const held = [...(slots?.[name] ?? [])].filter(([slot]) => slot >= first).sort(([a], [b]) => a - b);
      const releaseAt = (slot: number) => (slot + perWindow + 1) * milliseconds;
      const last = held.filter(([, before]) => before <= total - limit).at(-1);
      return {
        seconds,
        limit,
        used: held[0] === undefined ? 0 : total - Math.min(...held.map(([, before]) => before)),
        roomAt: last === undefined ? now : releaseAt(last[0]),
        releaseAt: held[0] === undefined ? undefined : releaseAt(held[0][0]),
      };
    }),
};

const slotsOf = (item: Item, window: WindowName): Map<number, number> =>
  new Map(Object.entries(item[SLOTS[window].map]?.M ?? {}).map(([name, { N }]) => [slotNumber(name), Number(N)]));

/** The slots in an account's item; undefined if its requests have never been counted in slots. */
export const toCountSlots = (item: Item): CountSlots | undefined =>
  item["n"]?.N === undefined
    ? undefined
    : { total: Number(item["n"].N), minute: slotsOf(item, "minute"), second: slotsOf(item, "second") };

/** Paths in the account's item of slots that are over: map and name. */
export const pastSlots = ({ slots }: AcceptedRequests, now: number): (readonly [string, string])[] =>
  WINDOWS.flatMap(({ name }) =>
    [...(slots?.[name].keys() ?? [])]
      .filter((slot) => slot < slotAt(name, now) - SLOTS[name].perWindow)
      .map((slot) => [SLOTS[name].map, slotName(slot)] as const),
  );

/** The clauses of a write that begins to count an account's requests in slots. */
export const beginSlots = {
  UpdateExpression: "SET n=:zero, lm=:none, ls=:none, w=:empty, v=:empty",
  ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(n)",
  ExpressionAttributeValues: {
    ":zero": numberValue(0),
    ":none": numberValue(Number.MIN_SAFE_INTEGER),
    ":empty": { M: {} },
  },
};
