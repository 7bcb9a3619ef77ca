import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { call, newAccount, trialUrl } from "../../support/trial.ts";
import { until } from "../../support/until.ts";

const folder = temporaryFolder("opened");

/** Whether this process, which is the server too, has a file of the folder open. */
const isOpen = () =>
  readdirSync("/proc/self/fd").some((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false; // that of the listing itself
    }
  });

suite("a document that is a file", { concurrency: false }, () => {
  test("is sent completely and charged once, and no file and no open descriptor is left", async () => {
    const { account, key } = await newAccount(5);
    const file = join(folder, "result.pdf");
    writeFileSync(file, `%PDF-${"x".repeat(3_000_000)}`);
    const { status, answer, headers } = await call(key, { cost: 2, file });
    assert.deepEqual([status, headers.get("content-length"), answer.length], [200, "3000005", 3_000_005]);
    assert.equal(existsSync(file), false);
    // The server closes it after the last byte, which the caller may read before that.
    await until(() => !isOpen());
    assert.deepEqual(await usageOf(table, account), { account, credits: 3, used: 2, reserved: 0 });
  });

  test("is not charged if it cannot be opened", async () => {
    const { account, key } = await newAccount(5);
    // Nobody can open a socket as a file, not even root.
    const file = join(folder, "socket");
    const server = createServer().listen(file);
    const { code, headers } = await call(key, { cost: 2, file });
    assert.deepEqual([code, headers.get("x-credits-used"), existsSync(file)], ["PROCESSING_FAILED", "0", false]);
    server.close();
    assert.deepEqual(await usageOf(table, account), { account, credits: 5, used: 0, reserved: 0 });
  });

  test("is removed if only its metadata is requested", async () => {
    const { key } = await newAccount(5);
    const file = join(folder, "measured.pdf");
    writeFileSync(file, "%PDF-measured");
    const reply = await fetch(trialUrl, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ cost: 1, file }),
    });
    assert.equal((await reply.json()).size, 13);
    assert.deepEqual([existsSync(file), isOpen()], [false, false]);
  });
});
