import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Caller } from "../../lib/accounts/keys.ts";
import { Meter } from "../../lib/accounts/meter.ts";
import type { MeteredRequest } from "../../lib/accounts/metered-request.ts";
import type { Table } from "../../lib/accounts/table.ts";
import { type PeriodUsage, type UsageCount, usageOn } from "../../lib/accounts/usage.ts";
import { randomFrom } from "./mutation.ts";
import { newCaller, table, usage, usageCounters } from "./table.ts";

const INITIAL_CREDITS = 6;
const CLOCK_DIFFERENCE_LIMIT_MS = 300_000;
/** Milliseconds after which a reservation lapses. */
export const RESERVATION_MS = 90_000;
const HOUR_MS = 3_600_000;
/** Milliseconds that may pass while requests run: less than an ended hold stays. */
const RUNNING_LIMIT_MS = 1_200_000;
/** The SDK sends a write three times in all before it gives up. */
const SEND_ATTEMPTS = 3;

/** What a run of random requests against one account came to. */
export interface TrialResult {
  /** The requests that got their documents and are to be charged, with their credits, and by their operations. */
  readonly delivered: PeriodUsage;
  /** The same as the account counts it. */
  readonly counted: PeriodUsage;
  readonly used: number;
  readonly credits: number;
  readonly initial: number;
}

/** A server's meter and its clock. */
export interface Server {
  readonly meter: Meter;
  readonly now: () => number;
}

/** An answer of the store, as the SDK returns it after several attempts. Throws if the answer is an error. */
const repeated = (answer: unknown, attempts: number): unknown => {
  (answer as { $metadata: { attempts: number } }).$metadata.attempts = attempts;
  if (answer instanceof Error) throw answer;
  return answer;
};

/** One random run: servers whose clocks differ, writes that overtake each other, and answers and writes that get lost. */
export class Trial {
  readonly #random: () => number;
  #lossRate: number;
  readonly #start = 1_790_000_000_000;
  #now = this.#start;
  #waiting: (() => void)[] = [];
  /** Writes whose senders gave them up and that arrive later. */
  #delayed: (() => Promise<unknown>)[] = [];
  #running = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.#lossRate = random() < 0.3 ? 0 : random() * 0.6;
  }

  /** A meter of one server, whose clock differs from the others. */
  server(): Server {
    const difference = Math.round((this.#random() * 2 - 1) * CLOCK_DIFFERENCE_LIMIT_MS);
    const db = { send: (command: never) => this.#send(command) } as unknown as DynamoDBClient;
    const now = () => this.#now + difference;
    return { now, meter: new Meter({ ...table, db } as Table, "https://example.org", now) };
  }

  /** Runs work whose writes take turns with those of all other work. */
  async start(work: () => Promise<void>): Promise<void> {
    this.#running++;
    await work().finally(() => this.#running--);
  }

  /** Lets one waiting write after another go, in random order, until all work has ended. */
  async drive(): Promise<void> {
    while (this.#running > 0) {
      await new Promise(setImmediate);
      const isEarly = this.#now - this.#start < RUNNING_LIMIT_MS;
      if (isEarly && this.#random() < 0.2) this.pass(this.#random() * RESERVATION_MS * 2);
      if (this.#delayed.length > 0 && this.#random() < 0.3) await this.#pick(this.#delayed)();
      if (this.#waiting.length > 0) this.#pick(this.#waiting)();
    }
    for (const write of this.#delayed.splice(0)) await write();
  }

  /** Loses no write or answer from now on. */
  becomeReliable(): void {
    this.#lossRate = 0;
  }

  pass(milliseconds: number): void {
    this.#now += Math.round(milliseconds);
  }

  #pick<Item>(items: Item[]): Item {
    return items.splice(Math.floor(this.#random() * items.length), 1)[0]!;
  }

  async #send(command: never): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const isLost = this.#random() < this.#lossRate;
      const write = () => table.db.send(command).catch((error: unknown) => error);
      if (!isLost) return repeated(await write(), attempt);
      const fate = this.#random();
      if (fate < 0.4) await write();
      else if (fate < 0.7) this.#delayed.push(write);
      if (attempt === SEND_ATTEMPTS) throw new Error("The store does not answer.");
    }
  }
}

/** The operation and the day of a random request; days of the trial's clock, and others. */
export const randomCounting = (random: () => number) => ({
  operation: ["/pdf/merge", "/convert/html-to-pdf", "/no-letter"][Math.floor(random() * 3)]!,
  day: ["260920", "260921", "260930", "261001"][Math.floor(random() * 4)]!,
});

/** The usage that some requests come to. */
export const usageOfAll = (requests: readonly Pick<MeteredRequest, "operation" | "credits">[]): PeriodUsage => {
  const operations: Record<string, UsageCount> = {};
  for (const { operation, credits } of requests) {
    const { calls, credits: sum } = operations[operation] ?? { calls: 0, credits: 0 };
    operations[operation] = { calls: calls + 1, credits: sum + credits };
  }
  return { calls: requests.length, credits: requests.reduce((sum, { credits }) => sum + credits, 0), operations };
};

/** Makes a request; whether it got a document. */
const makeRequest = async (
  trial: Trial,
  random: () => number,
  meter: Meter,
  reservation: MeteredRequest,
): Promise<boolean> => {
  const { refusal, wasRepeated = false, pastCounters } = await meter.reserve(reservation);
  if (refusal !== undefined) return false;
  const request = { ...reservation, wasRepeated, pastCounters };
  const fate = random();
  if (fate < 0.2) return false; // the server dies
  if (fate < 0.4) {
    await meter.refund(request).catch(() => {});
    return false;
  }
  const outcome = await meter.outcomeOf(request, meter.settle(request));
  if (outcome.isSpent) return true;
  if (!outcome.isKnown) await trial.start(() => giveBackUntilDone(meter, request));
  return false;
};

/** Returns a request's credits, however often writes are lost. */
export const giveBackUntilDone = async (meter: Meter, request: MeteredRequest): Promise<void> => {
  for (;;) {
    const isDone = await meter.giveBack(request).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
};

/** Runs random requests of one account on several servers. The same seed gives the same decisions. */
export const runTrial = async (seed: number): Promise<TrialResult> => {
  const random = randomFrom(seed);
  const trial = new Trial(random);
  const caller = await newCaller(INITIAL_CREDITS);
  const servers = Array.from({ length: 1 + Math.floor(random() * 3) }, () => trial.server());
  const delivered: MeteredRequest[] = [];
  const count = 1 + Math.floor(random() * 4);
  const work = Array.from({ length: count }, (_, i) =>
    trial.start(async () => {
      const { meter, now } = servers[Math.floor(random() * servers.length)]!;
      const credits = 1 + Math.floor(random() * 2);
      const counting = randomCounting(random);
      const metered = { caller, requestId: `r${i}`, ...counting, credits, expires: now() + RESERVATION_MS };
      if (await makeRequest(trial, random, meter, metered).catch(() => false)) delivered.push(metered);
    }),
  );
  await trial.drive();
  await Promise.all(work);
  trial.becomeReliable();
  return {
    delivered: usageOfAll(delivered),
    ...(await finalUsage(trial, servers, caller)),
    initial: INITIAL_CREDITS,
  };
};

/** The credits and the usage of an account when all of its holds have been returned or removed. */
export const finalUsage = async (
  trial: Trial,
  servers: readonly Server[],
  caller: Caller,
): Promise<Pick<TrialResult, "credits" | "used" | "counted">> => {
  trial.pass(HOUR_MS);
  const last = trial.start(async () => {
    for (const { meter, now } of servers)
      await meter.reserve({
        caller,
        requestId: "last",
        operation: "/last",
        day: "261001",
        credits: 1000,
        expires: now(),
      });
  });
  await trial.drive();
  await last;
  const { credits, used } = await usage(caller, Number.MAX_SAFE_INTEGER);
  return { credits, used, counted: usageOn(await usageCounters(caller), "261001").total };
};
