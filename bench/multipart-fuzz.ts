import { mutations } from "../test/support/mutated-forms.ts";
import { service } from "./support/beside.ts";

/** Do any of 20,000 damaged forms, sent over HTTP, crash or hang the service, or get a status other than 200 or 4xx? Bar: none. */
const { url, keys, stop } = await service("ours");
const tally = new Map<number | string, number>();
const all = [...mutations(20_000, Number(process.argv[2] ?? 1))];
const started = performance.now();
let next = 0;
const client = async () => {
  while (next < all.length) {
    const { body, contentType } = all[next]!;
    const key = keys[next++ % keys.length]!;
    const end = await fetch(`${url}/form`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": contentType },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      },
      (error: Error) => error.name,
    );
    tally.set(end, (tally.get(end) ?? 0) + 1);
  }
};
await Promise.all(Array.from({ length: 8 }, client));
const wrong = [...tally].filter(([end]) => typeof end === "string" || (end !== 200 && (end < 400 || end > 499)));
const ends = [...tally].map(([end, count]) => `${count} × ${end}`).join(", ");
console.log(
  `20,000 forms in ${((performance.now() - started) / 1000).toFixed(0)} s: ${ends}; ${wrong.length} kinds of wrong end`,
);
stop();
if (wrong.length > 0) process.exitCode = 1;
