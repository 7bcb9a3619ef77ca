import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { packaged } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import { deploy } from "../../support/lambda/stage.ts";

const PATH = "/convert/html-to-pdf";
const CALL_COUNT = 5;

suite("a function that is frozen after each answer", { skip: lambdaRootRefused() }, () => {
  test("serves each next call, and has begun to start its browser beside the document before", async () => {
    await using lambda = await deploy(packaged(PATH));
    const { type, body } = await sampleOf(PATH);
    await lambda.started();
    for (let call = 1; call <= CALL_COUNT; call++) {
      const { answer } = await lambda.invokeThawed({ "X-API-Key": lambda.key, "Content-Type": type }, body);
      assert.equal(answer.statusCode, 200, answer.body.toString() + lambda.log());
      // The first call comes after the start of the process, which had one browser started.
      if (call > 1) assert.ok(lambda.processes("/chromium").length >= 2, `after call ${call}`);
    }
  });
});
