import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { newJobId } from "../../../../lib/jobs/job.ts";
import { runJob } from "../../../../lib/server/jobs/run-job.ts";
import { MB } from "../../../../lib/settings/megabyte.ts";
import { setBodyStore } from "../../../../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../../../../lib/stored-bodies/folder.ts";
import { putJobBody } from "../../../../lib/stored-bodies/job-bodies.ts";
import { newReference } from "../../../../lib/stored-bodies/reference.ts";
import { newCaller } from "../../../support/table.ts";
import { bodiesFolder } from "../../../support/trial.ts";

/** Bodies in a folder, with the sizes of the pieces in which the last one came. */
class NotedBodies extends FolderBodies {
  sizes: number[] = [];
  override put(...[key, body, bytes, signal]: Parameters<FolderBodies["put"]>): Promise<void> {
    this.sizes = [];
    const { sizes } = this;
    const noted = async function* () {
      for await (const piece of bytes()) {
        sizes.push(piece.length);
        yield piece;
      }
    };
    return super.put(key, body, noted, signal);
  }
}

test("A result in memory is stored piece by piece, so that the thread serves others meanwhile", async () => {
  const bodies = new NotedBodies(bodiesFolder);
  setBodyStore(bodies);
  const caller = await newCaller(10);
  const now = Date.now();
  const [id, reference] = [newJobId(now), newReference(now)];
  await putJobBody(caller.account, reference, Buffer.from("{}"));
  const result = Buffer.alloc(3 * MB + 1, "a result ");
  const headers = { "Content-Type": "text/html", "Content-Length": String(result.length) };
  const endpoint = async () => ({ statusCode: 200, headers, body: result });
  const body = { reference, type: "application/json", bytes: 2 };
  const request = { caller, id, operation: "/trial", credits: 1, createdAt: now, plan: "standard", body };
  const taken = { account: caller.account, id, attempts: 1, runner: "me", startedAt: now };
  const job = { request, end: undefined, endedBy: undefined };
  const attempt = await runJob(endpoint, job, taken, { signal: new AbortController().signal });
  assert.ok("end" in attempt);
  const { bytes, checksum } = attempt.end.result!;
  assert.deepEqual([bytes, checksum], [result.length, crc32(result)]);
  assert.deepEqual(bodies.sizes, [MB, MB, MB, 1]);
});
