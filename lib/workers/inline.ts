import { replyOf } from "./reply.ts";
import { Worker, type WorkerLimits } from "./worker.ts";

/**
 * A worker that does its jobs in this thread, for a process that has one request at a time: on Lambda nobody else waits,
 * and a thread would have to start first. Its jobs must end by themselves.
 */
export const startInline = <Job, Result>(
  limits: WorkerLimits,
  load: () => Promise<(job: Job) => Result | Promise<Result>>,
): Worker<Job, Result> => {
  const work = load();
  work.catch(() => {}); // its first job fails
  return new Worker(limits, (listener) => {
    let isAlive = true;
    return {
      isAlive: () => isAlive,
      post: async (job: Job) => listener.reply(await replyOf(async () => (await work)(job))),
      ping: () => listener.pong(),
      kill: () => {
        isAlive = false;
        listener.exit(undefined);
      },
      hold: () => {},
      statFile: () => "",
      isProcess: false,
    };
  });
};
