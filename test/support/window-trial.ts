import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item } from "../../lib/accounts/account.ts";
import type { Caller } from "../../lib/accounts/keys.ts";
import { Meter } from "../../lib/accounts/meter.ts";
import type { Table } from "../../lib/accounts/table.ts";
import { BUILT_IN_PLANS, type RateLimits, standardPlan } from "../../lib/settings/plan.ts";

/** Bytes of an item as DynamoDB counts them (Developer Guide, "Item sizes and formats"). */
const itemBytes = (item: Item): number => {
  const bytesOf = ({ S, N, L, M }: Item[string]): number => {
    if (S !== undefined) return Buffer.byteLength(S);
    if (N !== undefined) return Math.ceil(N.replace(/^-|\./g, "").length / 2) + 2;
    if (L !== undefined) return 3 + L.reduce((sum, each) => sum + 1 + bytesOf(each), 0);
    return 3 + membersBytes(M ?? {}, 1);
  };
  const membersBytes = (members: Item, each: number): number =>
    Object.entries(members).reduce((sum, [name, value]) => sum + each + Buffer.byteLength(name) + bytesOf(value), 0);
  return membersBytes(item, 0);
};

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** Milliseconds to the next arrival: mostly at up to three times the limit, with idle times of every length in between. */
const pauseAt = (limit: number, random: () => number): number => {
  const kind = random();
  if (kind < 0.5 / limit) return Math.floor(random() * 200_000);
  return Math.floor((random() * (kind < 0.9 ? 40_000 : 400_000)) / limit);
};

/** What a trial has found. */
interface WindowTrial {
  readonly accepted: number;
  readonly refused: number;
  /** Requests that were accepted beyond a window. */
  readonly tooMany: number;
  /** Requests that were refused although a window that is longer by one slot had room. */
  readonly tooFew: number;
  /** The largest number of writes for one request, its settlement included, and of bytes of the account's item. */
  readonly mostWrites: number;
  readonly mostBytes: number;
}

/** What exceeds a window, counted from a complete log of accepted moments: how many there are in the last milliseconds. */
const within = (log: readonly number[], now: number, milliseconds: number): number =>
  log.length - (log.findLastIndex((moment) => moment <= now - milliseconds) + 1);

/** Sends a number of requests with random pauses to a meter whose plan has these limits, and compares it with a log of them. */
export const runWindowTrial = async (
  table: Table,
  caller: Caller,
  { minute = 1, second = 1 }: RateLimits,
  { arrivals, seed, slotMs }: { arrivals: number; seed: number; slotMs: { minute: number; second: number } },
): Promise<WindowTrial> => {
  let clock = 1_790_000_000_000;
  let writes = 0;
  const plan = { ...standardPlan(BUILT_IN_PLANS), rates: { minute, second } };
  const meter = new Meter(table, "https://example.org", () => clock, new Map([[plan.name, plan]]));
  const send = table.db.send.bind(table.db);
  table.db.send = ((command: never) => {
    if ((command as object) instanceof UpdateItemCommand) writes++;
    return send(command);
  }) as typeof table.db.send;
  const random = randomFrom(seed);
  const log: number[] = [];
  const found = { accepted: 0, refused: 0, tooMany: 0, tooFew: 0, mostWrites: 0, mostBytes: 0 };
  for (let i = 0; i < arrivals; i++) {
    clock += pauseAt(minute, random);
    writes = 0;
    const used = { minute: within(log, clock, 60_000), second: within(log, clock, 1000) };
    const request = { caller, requestId: `r${i}`, operation: "/pdf/merge", day: "260921", credits: 1, expires: 1e15 };
    const { refusal, pastSlots } = await meter.reserve(request);
    if (refusal === undefined) {
      await meter.settle({ ...request, ...(pastSlots && { pastSlots }) });
      log.push(clock);
      found.accepted++;
      if (used.minute >= minute || used.second >= second) found.tooMany++;
    } else {
      found.refused++;
      const longer = {
        minute: within(log, clock, 60_000 + slotMs.minute),
        second: within(log, clock, 1000 + slotMs.second),
      };
      if (longer.minute < minute && longer.second < second) found.tooFew++;
    }
    // The very first request of an account on such a plan begins its slots.
    if (i > 0) found.mostWrites = Math.max(found.mostWrites, writes);
    if (i % 50 === 0) {
      const read = new GetItemCommand({ TableName: table.name, Key: accountKey(caller.account), ConsistentRead: true });
      found.mostBytes = Math.max(found.mostBytes, itemBytes((await send(read)).Item!));
    }
  }
  table.db.send = send as typeof table.db.send;
  return found;
};
