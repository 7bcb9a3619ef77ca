import { setTimeout as sleep } from "node:timers/promises";
import { warmParts } from "../engines/warm.ts";

/** Milliseconds that an engine has to answer. */
const PATIENCE = 4000;

/** Milliseconds for which a report is given again: asking often costs nothing. */
const FRESH = 1000;

/** How the service is: by engine, and in all. */
export interface Health {
  readonly status: "ok" | "unhealthy";
  readonly engines: Readonly<Record<string, "ok" | "fails" | "does not answer">>;
}

const verdict = async (check: () => Promise<void>) => {
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

const examine = async (): Promise<Health> => {
  const engines = Object.fromEntries(
    await Promise.all([...warmParts()].map(async ([name, part]) => [name, await verdict(part.check)] as const)),
  );
  const well = Object.values(engines).every((answer) => answer === "ok");
  return { status: well ? "ok" : "unhealthy", engines };
};

let latest: { at: number; health: Promise<Health> } | undefined;

/** Asks every engine whether it would serve a job now, and renders nothing; answers within 4 seconds whatever they do. */
export const health = (): Promise<Health> => {
  const now = performance.now();
  if (latest !== undefined && now - latest.at < FRESH) return latest.health;
  const asked = { at: Number.POSITIVE_INFINITY, health: examine() };
  latest = asked;
  void asked.health.finally(() => {
    asked.at = performance.now();
  });
  return asked.health;
};
