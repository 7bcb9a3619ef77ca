import assert from "node:assert/strict";
import { after, test } from "node:test";
import { service } from "../../support/empty/start.ts";
import { mutations } from "../../support/mutated-forms.ts";

const FORM_COUNT = Number(process.env["RUNS"] ?? 3000);
const CLIENT_COUNT = 8;

const { url, keys, stop } = await service("ours");
after(stop);

test("damaged forms get 200 or 4xx, and none crashes or hangs the server", async () => {
  const ends = new Map<number | string, number>();
  const forms = [...mutations(FORM_COUNT, 1)];
  let next = 0;
  const client = async () => {
    while (next < forms.length) {
      const { body, contentType } = forms[next]!;
      const key = keys[next++ % keys.length]!;
      const end = await fetch(`${url}/form`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": contentType },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(60_000),
      }).then(
        async (reply) => {
          await reply.arrayBuffer();
          return reply.status;
        },
        (error: Error) => error.name,
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client));
  const isProper = (end: number | string) => end === 200 || (typeof end === "number" && end >= 400 && end < 500);
  assert.deepEqual(
    [...ends].filter(([end]) => !isProper(end)),
    [],
  );
});
