import { setTimeout as sleep } from "node:timers/promises";
import { type WarmPart, warmParts } from "../workers/warm.ts";

/** Milliseconds within which a caller who asks repeatedly is told of an engine that stopped answering. */
const HEALTH_DETECTION_MS = 5000;

/** Milliseconds for which an engine's answer is repeated, so that frequent questions cost nothing. */
const HEALTH_TTL_MS = 1000;

/** Milliseconds in which an engine must answer. */
const HEALTH_CHECK_TIMEOUT_MS = HEALTH_DETECTION_MS - HEALTH_TTL_MS;

type Verdict = "ok" | "fails" | "does not answer";

/** The state of the service as a whole and of each engine. */
export interface Health {
  readonly status: "ok" | "unhealthy";
  readonly engines: Readonly<Record<string, Verdict>>;
}

const checkEngine = async ({ check }: WarmPart): Promise<Verdict> => {
  const patience = new AbortController();
  const late = sleep(HEALTH_CHECK_TIMEOUT_MS, "does not answer" as const, { signal: patience.signal });
  late.catch(() => undefined);
  const answer = check().then(
    () => "ok" as const,
    () => "fails" as const,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    patience.abort();
  }
};

/** A check of an engine. */
interface Check {
  readonly verdict: Promise<Verdict>;
  /** Until when the verdict is repeated; infinity while the check runs. */
  until: number;
  /** The verdict that is repeated while the check runs: that of the check before, if it is not too old. */
  readonly before: Promise<Verdict> | undefined;
}

/** The last check of each engine. */
const checks = new Map<string, Check>();

const verdictOf = (name: string, part: WarmPart): Promise<Verdict> => {
  const known = checks.get(name);
  const now = performance.now();
  if (known !== undefined && now < known.until) {
    return known.until === Number.POSITIVE_INFINITY ? (known.before ?? known.verdict) : known.verdict;
  }
  const isRecent = known !== undefined && now < known.until + HEALTH_CHECK_TIMEOUT_MS;
  const before = isRecent ? known.verdict : undefined;
  const begun: Check = { verdict: checkEngine(part), until: Number.POSITIVE_INFINITY, before };
  checks.set(name, begun);
  void begun.verdict.finally(() => {
    begun.until = performance.now() + HEALTH_TTL_MS;
  });
  return before ?? begun.verdict;
};

/** Asks each engine whether it would serve a job now, without rendering anything; answers within 4 seconds in any case. */
export const health = async (): Promise<Health> => {
  const verdicts = [...warmParts()].map(async ([name, part]) => [name, await verdictOf(name, part)] as const);
  const engines = Object.fromEntries(await Promise.all(verdicts));
  const well = Object.values(engines).every((verdict) => verdict === "ok");
  return { status: well ? "ok" : "unhealthy", engines };
};
