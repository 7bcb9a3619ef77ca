import { form } from "../test/support/form.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { wholeService } from "../test/support/whole.ts";
import { quantile } from "./support/load.ts";

/**
 * How much longer does a short job take, from its submission until a caller who asks again and again sees that it has
 * succeeded, than the synchronous call that makes the same document? Both merge two PDFs of one page. Bar: 30 ms more at the
 * median.
 */
const [BAR_MS, ROUNDS, CALLS] = [30, 10, 30];

const service = await wholeService(1000, { PLATEN_LOG: "off" });
const origin = `http://127.0.0.1:${service.port}`;
const request = new Request(`${origin}/v1/pdf/merge`, {
  method: "POST",
  body: form({ files: [textPdf("A"), textPdf("B")] }),
});
const type = request.headers.get("content-type")!;
const body = await request.arrayBuffer();

const post = async (key: string, headers: Record<string, string> = {}) => {
  const sent = { "X-API-Key": key, "Content-Type": type, ...headers };
  const reply = await fetch(request.url, { method: "POST", headers: sent, body });
  if (!reply.ok) throw new Error(await reply.text());
  return reply;
};

/** Milliseconds that a synchronous call takes. */
const call = async (key: string): Promise<number> => {
  const begun = performance.now();
  await (await post(key)).arrayBuffer();
  return performance.now() - begun;
};

/** Milliseconds that a job takes. */
const job = async (key: string): Promise<number> => {
  const begun = performance.now();
  const reply = await post(key, { Prefer: "respond-async" });
  await reply.arrayBuffer();
  const address = new URL(reply.headers.get("location")!, origin);
  for (;;) {
    const { state } = (await (await fetch(address, { headers: { "X-API-Key": key } })).json()) as { state: string };
    if (state === "succeeded") return performance.now() - begun;
    if (state === "failed") throw new Error("A job has failed.");
  }
};

const measure = async (once: (key: string) => Promise<number>, count: number): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index++) times.push(await once(service.keys[index % service.keys.length]!));
  return times;
};

await measure(call, 200);
await measure(job, 200);
const [calls, jobs]: [number[], number[]] = [[], []];
// In turns, so that a slow moment of the machine affects both.
for (let round = 0; round < ROUNDS; round++) {
  calls.push(...(await measure(call, CALLS)));
  jobs.push(...(await measure(job, CALLS)));
}
await service.stop();
const [ofCall, ofJob] = [quantile(calls, 0.5), quantile(jobs, 0.5)];
console.log(`a call ${ofCall.toFixed(1)} ms, a job ${ofJob.toFixed(1)}: ${(ofJob - ofCall).toFixed(1)} ms more`);
process.exitCode = ofJob - ofCall <= BAR_MS ? 0 : 1;
