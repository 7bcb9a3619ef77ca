import { setTimeout as sleep } from "node:timers/promises";
import { type Walls, walls } from "../confinement/walls.ts";
import { sleepUnlessHeldUp } from "../turns/progress.ts";
import {
  type EngineRelease,
  engineReleases,
  isStarting,
  isWaiting,
  type StartWay,
  startWays,
  type WarmPart,
  warmParts,
} from "../workers/warm.ts";
import { type StoreState, storeState } from "./store-watch.ts";

/** Milliseconds within which a repeated health check reports an engine that has stopped answering. */
const HEALTH_DETECTION_MS = 5000;

/** Milliseconds after which an engine is checked again, so that frequent health checks cost nothing. */
const HEALTH_TTL_MS = 750;

/** Milliseconds in which an engine must answer. The rest is for the interval between two questions of a caller. */
const HEALTH_CHECK_TIMEOUT_MS = 4000;

/** Milliseconds in which it must answer on a busy machine, where engines wait for a processor. */
const HEALTH_CHECK_LIMIT_MS = 30_000;

/** Milliseconds after which a caller is answered, although a check takes longer. */
const HEALTH_ANSWER_TIMEOUT_MS = 4500;

type Verdict = "ok" | "waiting" | "starting" | "fails" | "does not answer";

/** The state of the service as a whole and of each engine. */
interface Health {
  readonly status: "ok" | "starting" | "unhealthy";
  readonly engines: Readonly<Record<string, Verdict>>;
  /** Whether the store of the accounts answers, if it is watched. */
  readonly store?: StoreState;
  /** The releases of the engines that are programs of others. */
  readonly releases: Readonly<Record<string, EngineRelease>>;
  /** How the processes of engines are started. */
  readonly starts: Readonly<Record<string, StartWay>>;
  /** The walls of the kernel behind which the engines run. */
  readonly walls: Walls;
}

const checkEngine = async ({ check }: WarmPart): Promise<Verdict> => {
  const timer = new AbortController();
  const late = sleepUnlessHeldUp(HEALTH_CHECK_TIMEOUT_MS, HEALTH_CHECK_LIMIT_MS, timer.signal).then(
    () => "does not answer" as const,
    () => "ok" as const, // it has answered
  );
  const answer = check().then(
    () => "ok" as const,
    () => "fails" as const,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
};

/** The last check of an engine. */
interface Check {
  readonly verdict: Promise<Verdict>;
  /** The verdict that is known, which may be that of the check before, and the time of its check's end. */
  known?: { readonly verdict: Verdict; readonly at: number };
  isRunning: boolean;
}

const checks = new Map<string, Check>();

const startCheck = (name: string, part: WarmPart): Check => {
  const { known } = checks.get(name) ?? {};
  const check: Check = { verdict: checkEngine(part), isRunning: true, ...(known && { known }) };
  checks.set(name, check);
  void check.verdict.then((verdict) => {
    check.known = { verdict, at: performance.now() };
    check.isRunning = false;
  });
  return check;
};

/** The verdict of a check, or the one before it if the check takes long on a busy machine. */
const verdictSoon = async (check: Check): Promise<Verdict> => {
  const timer = new AbortController();
  const soon = sleep(HEALTH_ANSWER_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return (await Promise.race([check.verdict, soon])) ?? check.known?.verdict ?? "starting";
  } finally {
    timer.abort();
  }
};

/** The verdict of the last check, which is repeated meanwhile if it is old; a question waits only if it is too old. */
const verdictOf = (name: string, part: WarmPart): Verdict | Promise<Verdict> => {
  if (isWaiting(name)) return "waiting";
  if (isStarting(name)) return "starting";
  const last = checks.get(name);
  const age = performance.now() - (last?.known?.at ?? Number.NEGATIVE_INFINITY);
  const check = last === undefined || (!last.isRunning && age >= HEALTH_TTL_MS) ? startCheck(name, part) : last;
  return check.known !== undefined && age < HEALTH_DETECTION_MS ? check.known.verdict : verdictSoon(check);
};

const statusOf = (verdicts: readonly Verdict[]): Health["status"] => {
  const unready = new Set(verdicts.filter((verdict) => verdict !== "ok" && verdict !== "waiting"));
  if (unready.size === 0) return "ok";
  return unready.size === 1 && unready.has("starting") ? "starting" : "unhealthy";
};

/**
 * Whether each engine would serve a job now, as its last check of the last five seconds has found; without one it is asked.
 * An engine that the server has begun to start is not asked before its start has ended. One that waits for its first document is
 * not asked at all.
 * On a busy machine, where an engine waits for a processor, it has longer, and counts as before until then.
 * The state of the store is the one that its watch has found.
 * Nothing is rendered. The answer takes four and a half seconds at most.
 */
export const health = async (): Promise<Health> => {
  const verdicts = [...warmParts()].map(async ([name, part]) => [name, await verdictOf(name, part)] as const);
  const engines = Object.fromEntries(await Promise.all(verdicts));
  const store = storeState();
  const status = store === "unreachable" ? "unhealthy" : statusOf(Object.values(engines));
  const releases = engineReleases();
  return { status, engines, ...(store !== undefined && { store }), releases, starts: startWays(), walls: walls() };
};
