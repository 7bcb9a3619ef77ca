import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "../functions/index.ts";
import { createAccount } from "../lib/accounts/operator/credits.ts";
import { createKey } from "../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { openStore } from "../local/store.ts";
import { startFunction } from "../test/support/lambda/function.ts";
import { unzippedParts } from "../test/support/lambda/packaged.ts";
import { resetDuringCalls } from "../test/support/lambda/resets.ts";
import { sampleOf } from "../test/support/lambda/sample.ts";
import { randomFrom } from "./support/random.ts";

/**
 * Does each packaged function serve the next call when Lambda resets its environment at a random point (RESETS, 30 times in a
 * row) and keeps `/tmp`? Bars: every call; `/tmp` at most 5 MB more than after the first call; nothing older than the reset.
 */
const RESET_COUNT = Number(process.env["RESETS"] ?? 30);
const DELAY_LIMIT_MS = 300;
const GROWTH_BAR_MB = 5;

const { status, stderr } = spawnSync(process.execPath, ["local/package.ts"], { encoding: "utf8" });
if (status !== 0) throw new Error(stderr);
const folder = mkdtempSync(join(tmpdir(), "platen-resets-"));
const store = await openStore(folder);
const table = tableAt("resets", store.endpoint);
await createTable(table);
const parts = unzippedParts();
const random = randomFrom(1);
try {
  for (const { contract } of endpoints) {
    const { path } = contract;
    const { type, body } = await sampleOf(path);
    // Each call has an account of its own, because of the rate limits.
    const call = async () => {
      const key = await createKey(table, (await createAccount(table, 10))!, "resets");
      return lambda.invoke({ "X-API-Key": key, "Content-Type": type }, body);
    };
    const lambda = await startFunction(parts.packaged(path, { PLATEN_TABLE: table.name }), {
      table: Number(new URL(store.endpoint).port),
    });
    const delays = Array.from({ length: RESET_COUNT }, () => Math.floor(random() * DELAY_LIMIT_MS));
    const { answers, firstMb, mostMb, older } = await resetDuringCalls(lambda, call, delays);
    await lambda.stop();
    const right = answers.filter((code) => code === 200).length;
    const isMissed = right < answers.length || older > 0 || mostMb > firstMb + GROWTH_BAR_MB;
    if (isMissed) process.exitCode = 1;
    console.log(
      `${isMissed ? "MISSED " : ""}${path}: ${right} of ${answers.length} calls answered; /tmp ${firstMb.toFixed(1)} MB, at most ${mostMb.toFixed(1)}; older entries ${older}`,
    );
  }
} finally {
  parts.remove();
  await store.close();
  rmSync(folder, { recursive: true });
}
