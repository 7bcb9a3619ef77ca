import assert from "node:assert/strict";
import { after, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { packagedFunctions } from "../../support/lambda/packaged-functions.ts";
import { GROWTH_LIMIT_MB, resetDuringCalls } from "../../support/lambda/resets.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import { randomFrom } from "../../support/random.ts";

/** Resets of each function's environment in a row, each at a random point of a call. */
const RESET_COUNT = Number(process.env["RESETS"] ?? 3);
const DELAY_LIMIT_MS = 300;

const functions = await packagedFunctions({ isPackaged: true });
after(() => functions[Symbol.asyncDispose]());
const random = randomFrom(1);
const skip = lambdaRootRefused();

for (const { contract } of endpoints) {
  const { path } = contract;
  test(`the function of ${path} serves the next call after Lambda has reset its environment and kept /tmp`, {
    skip,
  }, async () => {
    const { type, body } = await sampleOf(path);
    const lambda = await functions.start(path);
    // Each call has an account of its own, because of the rate limits.
    const call = async () => lambda.invoke({ "X-API-Key": await functions.newKey(), "Content-Type": type }, body);
    const delays = Array.from({ length: RESET_COUNT }, () => Math.floor(random() * DELAY_LIMIT_MS));
    const resets = resetDuringCalls(lambda, call, delays);
    const { answers, firstMb, mostMb, older } = await resets.finally(() => lambda.stop());
    assert.deepEqual(new Set(answers), new Set([200]));
    assert.equal(older, 0, "entries of /tmp that are older than the reset");
    assert.ok(mostMb <= firstMb + GROWTH_LIMIT_MB, `/tmp ${firstMb} MB, then ${mostMb} MB`);
  });
}
