import { endpoints } from "../functions/index.ts";
import { packagedFunctions } from "../test/support/lambda/packaged-functions.ts";
import { sampleOf } from "../test/support/lambda/sample.ts";
import { quantile } from "./support/load.ts";

/**
 * How long does a packaged function take from the start of its process to its first answer, with its bundle and layers in
 * a separate root and behind an emulator of the Runtime API? Bars: HTML, Markdown, e-mail and pictures of HTML 2.0 s, Word and Excel
 * 1.8, further Office formats 1.3 times that, XML 0.6, others 0.7.
 */
const BARS_MS: Readonly<Record<string, number>> = {
  "/convert/xml-to-html": 600,
  "/convert/html-to-pdf": 2000,
  "/convert/markdown-to-pdf": 2000,
  "/convert/word-to-pdf": 1800,
  "/convert/excel-to-pdf": 1800,
  "/convert/office-to-pdf": 2340,
  "/convert/powerpoint-to-pdf": 2340,
  "/convert/html-to-image": 2000,
  "/convert/email-to-pdf": 2000,
};
const USUAL_BAR_MS = 700;
const STARTS_PER_ENDPOINT = 5;

const functions = await packagedFunctions();
try {
  for (const { contract } of endpoints) {
    const { path } = contract;
    const bar = BARS_MS[path] ?? USUAL_BAR_MS;
    const { type, body } = await sampleOf(path);
    // One account for each endpoint, because of the rate limits.
    const key = await functions.newKey();
    const [first, second]: [number[], number[]] = [[], []];
    for (let round = 0; round < STARTS_PER_ENDPOINT; round++) {
      const lambda = await functions.start(path);
      for (const times of [first, second]) {
        const before = times === first ? 0 : lambda.age();
        const answer = await lambda.invoke({ "X-API-Key": key, "Content-Type": type }, body);
        if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
        times.push(lambda.age() - before);
      }
      await lambda.stop();
    }
    const [cold, worst, warm] = [quantile(first, 0.5), quantile(first, 1), quantile(second, 0.5)];
    console.log(`${path}: ${cold.toFixed(0)} ms (bar ${bar}), worst ${worst.toFixed(0)}; the next ${warm.toFixed(0)}`);
  }
} finally {
  await functions[Symbol.asyncDispose]();
}
