import assert from "node:assert/strict";
import { test } from "node:test";
import { startReceiver } from "../../support/callback-receiver.ts";
import { endedJob, newCalledBack, newSender, verify } from "../../support/callbacks.ts";

test("callbacks are under 20 KB: warnings for which there is no room are counted", async () => {
  const receiver = await startReceiver();
  const { caller, secret } = await newCalledBack();
  const warnings = Array.from({ length: 100 }, (_, index) => ({
    code: "image-failed" as const,
    message: `Ä${"x".repeat(300)}`,
    place: `https://host-${index}.example`,
  }));
  await endedJob(caller, receiver.url, { warnings });
  const error = { code: "PROCESSING_FAILED", reason: "internal-error", message: "é".repeat(30_000) } as const;
  await endedJob(caller, receiver.url, { state: "failed", error });
  await newSender().sendDue();
  assert.equal(receiver.received.length, 2);
  for (const message of receiver.received) {
    assert.ok(Buffer.byteLength(message.body) <= 20_000);
    const { type, data } = verify(secret, message) as unknown as {
      type: string;
      data: { warnings: object[]; warningsLeftOut: number };
    };
    if (type === "job.failed") continue;
    assert.ok(data.warnings.length > 20);
    assert.equal(data.warnings.length + data.warningsLeftOut, 100);
    assert.deepEqual(data.warnings, warnings.slice(0, data.warnings.length));
  }
});
