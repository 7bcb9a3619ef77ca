import { setTimeout as sleep } from "node:timers/promises";
import { type WarmPart, warmParts } from "../workers/warm.ts";

/** Milliseconds within which whoever asks again and again is told of an engine that has stopped answering. */
const TOLD_WITHIN = 5000;

/** Milliseconds for which an engine's answer is given again: asking often costs nothing. It may stop right after it. */
const FRESH = 1000;

/** Milliseconds that an engine has to answer. */
const PATIENCE = TOLD_WITHIN - FRESH;

type Verdict = "ok" | "fails" | "does not answer";

/** How the service is: by engine, and in all. */
export interface Health {
  readonly status: "ok" | "unhealthy";
  readonly engines: Readonly<Record<string, Verdict>>;
}

const examine = async ({ check }: WarmPart): Promise<Verdict> => {
  const patience = new AbortController();
  const late = sleep(PATIENCE, "does not answer" as const, { signal: patience.signal });
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

/** The last examination of each engine, and until when its verdict is given again: one that goes on is everybody's. */
const examinations = new Map<string, { verdict: Promise<Verdict>; until: number }>();

const verdictOn = (name: string, part: WarmPart): Promise<Verdict> => {
  const known = examinations.get(name);
  if (known !== undefined && performance.now() < known.until) return known.verdict;
  const begun = { verdict: examine(part), until: Number.POSITIVE_INFINITY };
  examinations.set(name, begun);
  void begun.verdict.finally(() => {
    begun.until = performance.now() + FRESH;
  });
  return begun.verdict;
};

/** Asks every engine whether it would serve a job now, and renders nothing; answers within 4 seconds whatever they do. */
export const health = async (): Promise<Health> => {
  const verdicts = [...warmParts()].map(async ([name, part]) => [name, await verdictOn(name, part)] as const);
  const engines = Object.fromEntries(await Promise.all(verdicts));
  const well = Object.values(engines).every((verdict) => verdict === "ok");
  return { status: well ? "ok" : "unhealthy", engines };
};
