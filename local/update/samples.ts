import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { json } from "node:stream/consumers";

/** What each endpoint answers to its example, by its path: `200, 2 pages`. */
type SampleAnswers = Readonly<Record<string, string>>;

/** The samples are sent as fast as they are answered. */
const PLANS = JSON.stringify({ standard: { requestsPerMinute: null, requestsPerSecond: null } });

/** Sends the examples of all endpoints to a service of its own whose engines are those of these settings. */
export const answersWith = async (settings: Readonly<Record<string, string>>): Promise<SampleAnswers> => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "print-answers.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PLATEN_LOG: "off", PLATEN_PLANS: PLANS, ...settings },
  });
  const closed = once(child, "close");
  const answers = await json(child.stdout as Readable).catch(() => undefined);
  await closed;
  if (answers === undefined)
    throw new Error("the samples cannot be tried: the service does not start with the new engines");
  return answers as SampleAnswers;
};

/** What is worse after than before, a line each. */
export const losses = (before: SampleAnswers, after: SampleAnswers): string[] =>
  Object.entries(before).flatMap(([path, answer]) =>
    after[path] === answer ? [] : [`${path}: ${answer} before, ${after[path] ?? "nothing"} now`],
  );
