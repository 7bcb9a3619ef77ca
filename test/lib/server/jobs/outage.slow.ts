import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { endpoints } from "../../../../functions/index.ts";
import { accountsIn, openAccounts } from "../../../../lib/accounts/accounts.ts";
import { findJob } from "../../../../lib/jobs/find.ts";
import { newJobId } from "../../../../lib/jobs/job.ts";
import { submitJob } from "../../../../lib/jobs/submit.ts";
import type { Endpoint } from "../../../../lib/server/endpoint.ts";
import { JobRunner } from "../../../../lib/server/jobs/job-runner.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../../../lib/settings/plan.ts";
import { setBodyStore } from "../../../../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../../../../lib/stored-bodies/folder.ts";
import { putJobBody } from "../../../../lib/stored-bodies/job-bodies.ts";
import { newReference } from "../../../../lib/stored-bodies/reference.ts";
import { endpointUrl, newCaller, table, tableThrough, usage } from "../../../support/table.ts";
import { until } from "../../../support/until.ts";

/** Whether nothing gets through to the table. */
let isAway = false;
const sockets = new Set<Socket>();
const between = createServer((near) => {
  if (isAway) return near.destroy();
  const far = connect(Number(new URL(endpointUrl).port), "127.0.0.1");
  sockets.add(near);
  for (const end of [near, far])
    end
      .on("error", () => {})
      .on("close", () => {
        near.destroy();
        far.destroy();
        sockets.delete(near);
      });
  near.pipe(far).pipe(near);
});
const distant = await tableThrough(between);
const folder = await mkdtemp(join(tmpdir(), "platen-outage-"));
openAccounts(accountsIn(table));
setBodyStore(new FolderBodies(folder));
after(async () => {
  await rm(folder, { recursive: true });
});

const PATH = "/convert/xml-to-html";
const BODY = JSON.stringify({
  xml: "<a/>",
  xslt: '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><p/></xsl:template></xsl:stylesheet>',
});
const found: Endpoint = endpoints.find(({ contract }) => contract.path === PATH)!;

/** The endpoint, during whose work the table goes away for some time. */
const interrupted = Object.assign(
  (async (event, context) => {
    isAway = true;
    for (const socket of sockets) socket.destroy();
    setTimeout(() => {
      isAway = false;
    }, 2000);
    return found(event, context);
  }) as Endpoint,
  { contract: found.contract },
);

test("the end of a job is reported when the table is back; the outage counts no attempt", async () => {
  const caller = await newCaller(5);
  const createdAt = Date.now();
  const body = { reference: newReference(createdAt), type: "application/json", bytes: BODY.length };
  const job = { caller, id: newJobId(createdAt), operation: PATH, credits: 1, createdAt, plan: "standard", body };
  await putJobBody(caller.account, body.reference, Buffer.from(BODY));
  await submitJob(table, job, { plan: standardPlan(BUILT_IN_PLANS) }, createdAt);
  const runner = new JobRunner({
    endpoints: new Map([[PATH, interrupted]]),
    table: distant,
    plans: BUILT_IN_PLANS,
    slots: 1,
    hasTurn: () => true,
  });
  runner.wake();
  await until(async () => (await findJob(table, caller.account, job.id, Date.now()))?.end !== undefined);
  await runner.stop();
  const { end } = (await findJob(table, caller.account, job.id, Date.now()))!;
  assert.deepEqual([end?.state, end?.attempts], ["succeeded", 1], JSON.stringify(end));
  const { credits, used, reserved } = await usage(caller);
  assert.deepEqual({ credits, used, reserved }, { credits: 4, used: 1, reserved: 0 });
});
