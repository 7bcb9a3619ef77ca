import { form } from "../test/support/form.ts";
import { LAMBDA_BANDWIDTH } from "../test/support/lambda/runtime-api.ts";
import { bytesOf } from "../test/support/lambda/sample.ts";
import { functionOf, resourcesOf } from "../test/support/lambda/template.ts";
import { largePdf } from "./support/large-pdfs.ts";
import { packagedFunctions } from "./support/packaged-functions.ts";

/**
 * Does an answer of 100 MB arrive whole when Lambda lets 2 MB a second through? Bars: inside the template's timeouts, beside the
 * 60 s that the work may take; charged once.
 */
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
const { Timeout, Environment } = functionOf(PATH);
const gatewayTimeout = Math.min(
  ...resourcesOf<Method>("ApiGateway::Method").flatMap(
    ({ Properties }) => Properties.Integration.TimeoutInMillis ?? [],
  ),
);
const deadline = Number(Environment.Variables["PLATEN_DEADLINE_MS"]);
try {
  const lambda = await functions.start(PATH, LAMBDA_BANDWIDTH);
  const account = await functions.newAccount();
  const files = await Promise.all([1, 2].map((seed) => largePdf(seed, FILE_PAGES, PICTURE_BYTES)));
  const { type, body } = await bytesOf(form({ files: files.map((file) => Buffer.from(file)) }));
  const startedAt = performance.now();
  const answer = await lambda.invoke({ "X-API-Key": account.key, "Content-Type": type }, body, Timeout * 1000);
  const total = performance.now() - startedAt;
  if (answer.statusCode !== 200) throw new Error(answer.body.toString());
  const work = Number(answer.headers["X-Processing-Time-Ms"]);
  const { credits, used, reserved } = await account.usage();
  const isWhole = answer.body.length === Number(answer.headers["Content-Length"]);
  const isInTime = deadline + total - work < Math.min(Timeout * 1000, gatewayTimeout);
  const isChargedOnce = credits === 1000 - CREDITS_OF_MERGE && used === CREDITS_OF_MERGE && reserved === 0;
  if (!isWhole || !isInTime || !isChargedOnce) process.exitCode = 1;
  console.log(
    `${(answer.body.length / MB).toFixed(1)} MB, whole: ${isWhole}; ${(total / 1000).toFixed(1)} s, of which ${(work / 1000).toFixed(1)} s work; ${Timeout} s and ${gatewayTimeout / 1000} s allowed; credits used: ${used}, reserved: ${reserved}`,
  );
  await lambda.stop();
} finally {
  await functions[Symbol.asyncDispose]();
}
