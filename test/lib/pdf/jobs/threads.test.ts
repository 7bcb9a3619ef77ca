import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runInThread } from "../../../../lib/pdf/jobs/threads.ts";
import { richPdf } from "../../../support/pdf/rich.ts";

const folder = mkdtempSync(join(tmpdir(), "platen-own-thread-"));
after(() => rmSync(folder, { recursive: true }));
const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.pdf`, bytes: richPdf(`F${index}`) }));

test("a job can be aborted at any moment, and the process continues", async () => {
  for (let moment = 0; moment < 16; moment++) {
    const end = new AbortController();
    const job = runInThread("merge", { files, folder }, end.signal);
    const ended = job.then(
      () => undefined,
      (error: unknown) => error,
    );
    await sleep(moment * 8);
    const reason = new Error("too late");
    end.abort(reason);
    assert.ok([reason, undefined].includes((await ended) as Error | undefined));
  }
  await runInThread("merge", { files, folder }, new AbortController().signal);
});
