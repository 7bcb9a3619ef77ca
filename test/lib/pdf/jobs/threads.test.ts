import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runPdfJob } from "../../../../lib/pdf/jobs/run.ts";
import { richPdf } from "../../../support/pdf/rich.ts";

const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.pdf`, bytes: richPdf(`F${index}`) }));

test("a job can be aborted at any moment, and the process continues", async () => {
  for (let moment = 0; moment < 16; moment++) {
    const end = new AbortController();
    const job = runPdfJob("merge", { files }, end.signal);
    const ended = job.then(
      () => undefined,
      (error: unknown) => error,
    );
    await sleep(moment * 8);
    const reason = new Error("too late");
    end.abort(reason);
    assert.ok([reason, undefined].includes((await ended) as Error | undefined));
  }
  await runPdfJob("merge", { files }, new AbortController().signal);
});
