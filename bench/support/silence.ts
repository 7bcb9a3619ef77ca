import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const ASK_INTERVAL_MS = 20;

/** Memory of a process in megabytes. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) / 1024;

/** Asks a service for its health until the work is done; returns the longest wait for an answer in ms, and its most memory. */
export const watchSilence = async ({ port, pid }: { port: number; pid: number }, work: Promise<unknown>) => {
  let isDone = false;
  let [silence, mostMb] = [0, 0];
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    const asked = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/health`)).arrayBuffer();
    silence = Math.max(silence, performance.now() - asked);
    mostMb = Math.max(mostMb, residentMb(pid));
    await sleep(ASK_INTERVAL_MS);
  }
  return { silence, mostMb };
};
