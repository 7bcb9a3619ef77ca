import assert from "node:assert/strict";
import { after, test } from "node:test";
import { form } from "../support/form.ts";
import { packagedFunctions } from "../support/lambda/packaged-functions.ts";
import { LAMBDA_BANDWIDTH } from "../support/lambda/runtime-api.ts";
import { bytesOf } from "../support/lambda/sample.ts";
import { functionOf, resourcesOf } from "../support/lambda/template.ts";
import { largePdf } from "../support/pdf/large-pdfs.ts";

const MB = 1_048_576;
const PATH = "/pdf/merge";
const CREDITS_OF_MERGE = 1;
/** Every fourth page of a file has a picture, so two files come just below the endpoint's limit of 100 MB. */
const FILE_PAGES = 40;
const PICTURE_BYTES = 4.95 * MB;

interface Method {
  readonly Integration: { readonly TimeoutInMillis?: number };
}

const functions = await packagedFunctions();
after(() => functions[Symbol.asyncDispose]());
const { Timeout, Environment } = functionOf(PATH);
const gatewayTimeout = Math.min(
  ...resourcesOf<Method>("ApiGateway::Method").flatMap(
    ({ Properties }) => Properties.Integration.TimeoutInMillis ?? [],
  ),
);
const deadline = Number(Environment.Variables["PLATEN_DEADLINE_MS"]);

test("an answer of 100 MB arrives whole when Lambda lets 2 MB a second through, and is charged once", async () => {
  const lambda = await functions.start(PATH, LAMBDA_BANDWIDTH);
  const account = await functions.newAccount();
  const files = await Promise.all([1, 2].map((seed) => largePdf(seed, FILE_PAGES, PICTURE_BYTES)));
  const { type, body } = await bytesOf(form({ files: files.map((file) => Buffer.from(file)) }));
  const startedAt = performance.now();
  const answer = await lambda.invoke({ "X-API-Key": account.key, "Content-Type": type }, body, Timeout * 1000);
  const total = performance.now() - startedAt;
  assert.equal(answer.statusCode, 200, answer.body.toString());
  assert.equal(answer.body.length, Number(answer.headers["Content-Length"]));
  // The work may take all of its time, and the answer still arrives in time.
  const work = Number(answer.headers["X-Processing-Time-Ms"]);
  assert.ok(
    deadline + total - work < Math.min(Timeout * 1000, gatewayTimeout),
    `${total} ms, of which ${work} ms work`,
  );
  const { credits, used, reserved } = await account.usage();
  assert.deepEqual([credits, used, reserved], [1000 - CREDITS_OF_MERGE, CREDITS_OF_MERGE, 0]);
  await lambda.stop();
});
