import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { form } from "../../support/form.ts";
import { packaged } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { LAMBDA_BANDWIDTH } from "../../support/lambda/runtime-api.ts";
import { bytesOf } from "../../support/lambda/sample.ts";
import { deploy } from "../../support/lambda/stage.ts";
import { imagePage } from "../../support/pdf/pictures.ts";
import { table } from "../../support/table.ts";

const WIDTH = 4000;
/** Pixels of a picture that nothing compresses, so that two such files make an answer of 12 MB. */
const noise = (): Buffer => Buffer.from(Array.from({ length: 1500 * WIDTH }, () => Math.floor(Math.random() * 256)));
const picture = () => imagePage(WIDTH, 1500, "/ColorSpace/DeviceGray/BitsPerComponent 8", noise());

suite("an answer that Lambda sends slowly", { skip: lambdaRootRefused() }, () => {
  test("arrives whole, is charged once, and counts as work only until it begins", async () => {
    await using lambda = await deploy(packaged("/pdf/merge"), {}, undefined, { bandwidth: LAMBDA_BANDWIDTH });
    const startedAt = performance.now();
    const { statusCode, headers, body } = await lambda.post(await bytesOf(form({ files: [picture(), picture()] })));
    const total = performance.now() - startedAt;
    assert.equal(statusCode, 200, body.toString("latin1", 0, 500));
    assert.equal(String(body.length), headers["Content-Length"]);
    const sending = ((body.length - LAMBDA_BANDWIDTH.burstBytes) / LAMBDA_BANDWIDTH.bytesPerSecond) * 1000;
    assert.ok(sending > 2000 && total > sending);
    const line = lambda
      .log()
      .split("\n")
      .find((text) => text.includes('"operation":"/pdf/merge"'))!;
    assert.ok(JSON.parse(line).ms < total - sending / 2, line);
    const { credits, used, reserved } = await usageOf(table, lambda.account);
    assert.deepEqual([credits, used, reserved], [99, 1, 0]);
  });
});
