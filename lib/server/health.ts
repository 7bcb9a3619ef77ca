import { setTimeout as sleep } from "node:timers/promises";
import { type Walls, walls } from "../confinement/walls.ts";
import { type WarmPart, warmParts } from "../workers/warm.ts";

/** Milliseconds within which a repeated health check reports an engine that has stopped answering. */
const HEALTH_DETECTION_MS = 5000;

/** Milliseconds for which the result of an engine's check is reused, so that frequent health checks cost nothing. */
const HEALTH_TTL_MS = 1000;

/** Milliseconds in which an engine must answer. */
const HEALTH_CHECK_TIMEOUT_MS = HEALTH_DETECTION_MS - HEALTH_TTL_MS;

type Verdict = "ok" | "fails" | "does not answer";

/** The state of the service as a whole and of each engine. */
export interface Health {
  readonly status: "ok" | "unhealthy";
  readonly engines: Readonly<Record<string, Verdict>>;
  /** The walls of the kernel behind which the engines run. */
  readonly walls: Walls;
}

const checkEngine = async ({ check }: WarmPart): Promise<Verdict> => {
  const timer = new AbortController();
  const late = sleep(HEALTH_CHECK_TIMEOUT_MS, "does not answer" as const, { signal: timer.signal });
  late.catch(() => undefined);
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

/** The last check of each engine, and the time until which its result is reused. Callers share a check that still runs. */
const checks = new Map<string, { verdict: Promise<Verdict>; until: number }>();

const verdictOf = (name: string, part: WarmPart): Promise<Verdict> => {
  const known = checks.get(name);
  if (known !== undefined && performance.now() < known.until) return known.verdict;
  const check = { verdict: checkEngine(part), until: Number.POSITIVE_INFINITY };
  checks.set(name, check);
  void check.verdict.finally(() => {
    check.until = performance.now() + HEALTH_TTL_MS;
  });
  return check.verdict;
};

/** Asks each engine whether it would serve a job now, without rendering anything; answers within 4 seconds in any case. */
export const health = async (): Promise<Health> => {
  const verdicts = [...warmParts()].map(async ([name, part]) => [name, await verdictOf(name, part)] as const);
  const engines = Object.fromEntries(await Promise.all(verdicts));
  const areHealthy = Object.values(engines).every((verdict) => verdict === "ok");
  return { status: areHealthy ? "ok" : "unhealthy", engines, walls: walls() };
};
