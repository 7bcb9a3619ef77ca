import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** Requests that were charged, and their credits. */
export interface UsageCount {
  readonly calls: number;
  readonly credits: number;
}

export interface PeriodUsage extends UsageCount {
  readonly operations: Readonly<Record<string, UsageCount>>;
}

/** An account's usage counters, by the names of their attributes. */
export type UsageCounters = ReadonlyMap<string, bigint>;

/**
 * The letters that stand for operations in the names of attributes. Names count in the size of the item, so they are short. An
 * operation without a letter has its path there, with a sign for the folder, so that a new endpoint needs no entry.
 */
const LETTERS: Readonly<Record<string, string>> = {
  "/convert/html-to-pdf": "h",
  "/convert/markdown-to-pdf": "m",
  "/convert/word-to-pdf": "w",
  "/convert/excel-to-pdf": "e",
  "/convert/csv-to-pdf": "c",
  "/convert/xml-to-html": "x",
  "/pdf/merge": "j",
  "/pdf/pages/remove": "r",
  "/pdf/compress": "s",
  "/convert/office-to-pdf": "o",
  "/convert/image-to-pdf": "i",
  "/pdf/attach": "t",
  "/pdf/archive": "a",
  "/pdf/pages/extract": "k",
  "/pdf/pages/rotate": "q",
  "/convert/email-to-pdf": "l",
  "/convert/powerpoint-to-pdf": "p",
  "/convert/html-to-image": "g",
  "/pdf/flatten": "f",
  "/pdf/images": "n",
  "/pdf/protect": "u",
  "/pdf/unlock": "v",
};

const OPERATIONS = new Map(Object.entries(LETTERS).map(([operation, letter]) => [letter, operation]));

/** The signs for the folders of endpoints, the deeper ones first. */
const FOLDER_SIGNS = [
  ["/pdf/pages/", "#"],
  ["/convert/", "<"],
  ["/pdf/", ">"],
] as const;

/** Replaces `before` at the beginning of a text by `after`. */
const withBeginning = (text: string, before: string, after: string): string =>
  text.startsWith(before) ? after + text.slice(before.length) : text;

/** The name of an operation in the names of attributes. */
const shortName = (operation: string): string =>
  LETTERS[operation] ?? FOLDER_SIGNS.reduce((name, [folder, sign]) => withBeginning(name, folder, sign), operation);

/** The operation that a short name stands for. */
const operationNamed = (name: string): string =>
  OPERATIONS.get(name) ?? FOLDER_SIGNS.reduce((path, [folder, sign]) => withBeginning(path, sign, folder), name);

/** A counter holds the calls times this factor, plus the credits: one number takes less of the item's size than two. */
const CALLS_FACTOR = 1_000_000_000_000n;

/** An attribute that counts an operation: in all (`a:h`), in a month (`m2611:h`) or on a day (`d261123:h`). */
const COUNTER = /^(?:a|m\d{4}|d\d{6}):(.+)$/;

/** A moment (ms since 1970) as a day in UTC: `261123`. */
export const utcDay = (moment: number): string => new Date(moment).toISOString().slice(2, 10).replaceAll("-", "");

const periodsOf = (day: string) => ({ today: `d${day}`, month: `m${day.slice(0, 4)}`, total: "a" });

/** The counters in an account's item. */
export const toUsageCounters = (item: Readonly<Record<string, AttributeValue>>): UsageCounters =>
  new Map(
    Object.entries(item).flatMap(([name, { N }]) =>
      N !== undefined && COUNTER.test(name) ? [[name, BigInt(N)] as const] : [],
    ),
  );

/** The names of the counters of days and months that were over on a day. */
export const pastCounters = (counters: UsageCounters, day: string): string[] => {
  const { today, month } = periodsOf(day);
  return [...counters.keys()].filter(
    (name) => (name.startsWith("d") && name < today) || (name.startsWith("m") && name < month),
  );
};

/** What a request adds to the counters: the attributes, and the number for each. */
export const countedUsage = (operation: string, day: string, credits: number): { names: string[]; amount: bigint } => ({
  names: Object.values(periodsOf(day)).map((period) => `${period}:${shortName(operation)}`),
  amount: CALLS_FACTOR + BigInt(credits),
});

const usageOfPeriod = (counters: UsageCounters, period: string): PeriodUsage => {
  const operations: Record<string, UsageCount> = {};
  let [calls, credits] = [0, 0];
  for (const [name, value] of counters) {
    if (!name.startsWith(`${period}:`) || value <= 0n) continue;
    const operation = name.slice(period.length + 1);
    const usage = { calls: Number(value / CALLS_FACTOR), credits: Number(value % CALLS_FACTOR) };
    // An operation may have been counted under a longer name before it got its letter.
    const path = operationNamed(operation);
    const before = operations[path] ?? { calls: 0, credits: 0 };
    operations[path] = { calls: before.calls + usage.calls, credits: before.credits + usage.credits };
    calls += usage.calls;
    credits += usage.credits;
  }
  return { calls, credits, operations };
};

/** The usage of a day, of its month, and in all. */
export const usageOn = (counters: UsageCounters, day: string) => {
  const { today, month, total } = periodsOf(day);
  return {
    today: usageOfPeriod(counters, today),
    month: usageOfPeriod(counters, month),
    total: usageOfPeriod(counters, total),
  };
};
