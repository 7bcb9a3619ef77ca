import type { KeyedRequest, KeyRecord } from "../../lib/accounts/idempotency-key.ts";
import type { Caller } from "../../lib/accounts/keys.ts";
import {
  finalUsage,
  giveBackUntilDone,
  RESERVATION_MS,
  randomCounting,
  type Server,
  Trial,
  type TrialResult,
  usageOfAll,
} from "./credit-trial.ts";
import { randomFrom } from "./mutation.ts";
import { newCaller } from "./table.ts";

const INITIAL_CREDITS = 6;
const KEY_COUNT_LIMIT = 3;
const ATTEMPTS_AT_ONCE = 3;
/** Attempts of a client whose answers no longer get lost. */
const LAST_ATTEMPTS = 20;

/** A client that sends one request with an idempotency key, again and again until it gets a document. */
interface Client {
  readonly caller: Caller;
  readonly operation: string;
  readonly day: string;
  readonly credits: number;
  readonly keyUse: KeyedRequest["keyUse"];
}

/** The ids of the requests whose answers were kept. */
const kept = new Set<string>();

/** Keeps the answer of a request, unless the store cannot be reached; whether it did. */
const keep = (random: () => number, requestId: string): boolean => {
  if (random() < 0.3) return false;
  kept.add(requestId);
  return true;
};

/** Works for a claimed key; whether the client gets a document. */
const work = async (
  trial: Trial,
  random: () => number,
  { meter }: Server,
  reservation: KeyedRequest,
): Promise<boolean> => {
  const { refusal, wasRepeated = false, pastCounters } = await meter.reserve(reservation);
  const request = { ...reservation, wasRepeated, pastCounters };
  if (refusal !== undefined) {
    await meter.release(request);
    return false;
  }
  const fate = random();
  if (fate < 0.2) return false; // the server dies
  if (fate < 0.4) {
    await meter.refund(request);
    await meter.release(request);
    return false;
  }
  const isKept = keep(random, request.requestId);
  const outcome = await meter.outcomeOf(request, meter.settle(request));
  if (!outcome.isSpent) {
    if (!outcome.isKnown) await trial.start(() => giveBackUntilDone(meter, request));
    return false;
  }
  if (fate < 0.55) return false; // the server dies before it answers
  if (fate < 0.9) await meter.complete(request, isKept).catch(() => {});
  return true;
};

/** Repeats a request whose key is paid for; whether the client gets a document, or the one that it paid for is lost for good. */
const repeat = async (
  random: () => number,
  { meter }: Server,
  request: KeyedRequest,
  paid: KeyRecord,
): Promise<boolean> => {
  if (kept.has(paid.requestId) || paid.isKept) return kept.has(paid.requestId);
  const claim = await meter.workAgain(request, paid);
  if (claim !== "again") return claim === "gone";
  const fate = random();
  if (fate < 0.2) return false; // the server dies
  if (fate < 0.4) {
    await meter.giveUp(request);
    return false;
  }
  const isKept = keep(random, request.requestId);
  if (fate < 0.9) await meter.complete(request, isKept).catch(() => {});
  return true;
};

let requests = 0;

const attempt = async (trial: Trial, random: () => number, server: Server, client: Client): Promise<boolean> => {
  const request = { ...client, requestId: `r${++requests}`, expires: server.now() + RESERVATION_MS };
  const claim = await server.meter.claim(request);
  if (typeof claim === "object") return repeat(random, server, request, claim);
  return claim === "charged" && work(trial, random, server, request);
};

/** Retries until the client gets a document; no write or answer is lost any more. */
const finish = async (trial: Trial, server: Server, client: Client): Promise<boolean> => {
  for (let count = 0; count < LAST_ATTEMPTS; count++) {
    let isDelivered = false;
    const attempted = trial.start(async () => {
      isDelivered = await attempt(trial, () => 0.7, server, client);
    });
    await trial.drive();
    await attempted;
    if (isDelivered) return true;
    trial.pass(RESERVATION_MS * 4);
  }
  return false;
};

/** Runs random retries of requests with idempotency keys on several servers. The same seed gives the same decisions. */
export const runIdempotencyTrial = async (seed: number): Promise<TrialResult> => {
  const random = randomFrom(seed);
  const trial = new Trial(random);
  const caller = await newCaller(INITIAL_CREDITS);
  const servers = Array.from({ length: 1 + Math.floor(random() * 3) }, () => trial.server());
  const clients = Array.from({ length: 1 + Math.floor(random() * KEY_COUNT_LIMIT) }, (_, i): Client => {
    const keyUse = { keyHash: `key${i}`, fingerprint: "same" };
    return { caller, ...randomCounting(random), credits: 1 + Math.floor(random() * 2), keyUse };
  });
  const served = new Set<Client>();
  const running = clients.flatMap((client) =>
    Array.from({ length: 1 + Math.floor(random() * ATTEMPTS_AT_ONCE) }, () =>
      trial.start(async () => {
        for (let tries = 1 + Math.floor(random() * 3); tries > 0; tries--) {
          const server = servers[Math.floor(random() * servers.length)]!;
          const isDelivered = await attempt(trial, random, server, client).catch(() => false);
          if (isDelivered) served.add(client);
        }
      }),
    ),
  );
  await trial.drive();
  await Promise.all(running);
  trial.becomeReliable();
  for (const client of clients)
    if (!served.has(client) && (await finish(trial, servers[0]!, client))) served.add(client);
  return {
    delivered: usageOfAll([...served]),
    ...(await finalUsage(trial, servers, caller)),
    initial: INITIAL_CREDITS,
  };
};
