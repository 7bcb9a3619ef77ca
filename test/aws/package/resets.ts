import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { after, suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { packaged } from "../../support/lambda/packaged.ts";
import { packagedFunctions } from "../../support/lambda/packaged-functions.ts";
import { GROWTH_LIMIT_MB, resetDuringCalls } from "../../support/lambda/resets.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import { randomFrom } from "../../support/random.ts";

/** Resets of each function's environment in a row, each at a random point of a call. */
const RESET_COUNT = Number(process.env["RESETS"] ?? 1);
const DELAY_LIMIT_MS = 300;

/** Further resets of functions that unpack an engine in `/tmp`: in milliseconds after the begin of a call. */
const FURTHER_DELAYS_MS: Readonly<Record<string, readonly number[]>> = {
  "/convert/html-to-pdf": [50, 0],
  "/convert/word-to-pdf": [50, 0],
};

/** The layers of a function, and the names of its files: what it starts and unpacks. */
const programsOf = (path: string): string => {
  const { task, layers } = packaged(path);
  return [...layers, ...globSync("**/*.{mjs,node,wasm}", { cwd: task }).map((file) => basename(file))].sort().join();
};

/** An endpoint of each kind of function. Those with the same programs do the same when they are reset. */
const paths = Object.values(Object.groupBy(endpoints, ({ contract }) => programsOf(contract.path))).map(
  (alike) => alike![0]!.contract.path,
);

const functions = await packagedFunctions({ isPackaged: true });
after(() => functions[Symbol.asyncDispose]());
const random = randomFrom(1);

// Two functions at a time, because one that starts waits for its disk, its network and its engine.
suite("an environment that Lambda resets, with its /tmp,", { skip: lambdaRootRefused(), concurrency: 2 }, () => {
  for (const path of paths) {
    const delays = Array.from({ length: RESET_COUNT }, () => Math.floor(random() * DELAY_LIMIT_MS));
    delays.push(...(FURTHER_DELAYS_MS[path] ?? []));
    test(`of ${path} serves each next call, and /tmp holds nothing of earlier ones`, async () => {
      const { type, body } = await sampleOf(path);
      const lambda = await functions.start(path);
      // Each call has an account of its own, because of the rate limits.
      const call = async () => lambda.invoke({ "X-API-Key": await functions.newKey(), "Content-Type": type }, body);
      const resets = resetDuringCalls(lambda, call, delays);
      const { answers, firstMb, mostMb, older } = await resets.finally(() => lambda.stop());
      assert.deepEqual(answers, [200, ...delays.map(() => 200)]);
      assert.equal(older, 0, "entries of /tmp that are older than the reset");
      assert.ok(mostMb <= firstMb + GROWTH_LIMIT_MB, `/tmp ${firstMb} MB, then ${mostMb} MB`);
    });
  }
});
