import { endpoints } from "../functions/index.ts";
import { resetDuringCalls } from "../test/support/lambda/resets.ts";
import { sampleOf } from "../test/support/lambda/sample.ts";
import { packagedFunctions } from "./support/packaged-functions.ts";
import { randomFrom } from "./support/random.ts";

/**
 * Does each packaged function serve the next call when Lambda resets its environment at a random point (RESETS, 30 times in a
 * row) and keeps `/tmp`? Bars: every call; `/tmp` at most 5 MB more than after the first call; nothing older than the reset.
 * ONLY selects endpoints by a part of their paths.
 */
const RESET_COUNT = Number(process.env["RESETS"] ?? 30);
const DELAY_LIMIT_MS = 300;
const GROWTH_BAR_MB = 5;

const functions = await packagedFunctions();
const random = randomFrom(1);
try {
  for (const { contract } of endpoints) {
    const { path } = contract;
    if (!path.includes(process.env["ONLY"] ?? "")) continue;
    const { type, body } = await sampleOf(path);
    // Each call has an account of its own, because of the rate limits.
    const call = async () => lambda.invoke({ "X-API-Key": await functions.newKey(), "Content-Type": type }, body);
    const lambda = await functions.start(path);
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
  await functions[Symbol.asyncDispose]();
}
