import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { unzippedParts } from "../../support/lambda/packaged.ts";
import { GROWTH_LIMIT_MB, resetDuringCalls } from "../../support/lambda/resets.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import { deploy } from "../../support/lambda/stage.ts";

const parts = unzippedParts();
after(() => parts.remove());

suite("an environment that Lambda resets", { skip: lambdaRootRefused(), concurrency: false }, () => {
  for (const path of ["/convert/html-to-pdf", "/convert/word-to-pdf"]) {
    test(`${path} serves each next call, and /tmp holds nothing of earlier ones`, async () => {
      await using lambda = await deploy(parts.packaged(path));
      const sample = await sampleOf(path);
      const { answers, firstMb, mostMb, older } = await resetDuringCalls(lambda, () => lambda.post(sample), [50, 0]);
      assert.deepEqual(answers, [200, 200, 200]);
      assert.ok(mostMb <= firstMb + GROWTH_LIMIT_MB, `${firstMb} MB became ${mostMb}`);
      assert.equal(older, 0);
    });
  }
});
