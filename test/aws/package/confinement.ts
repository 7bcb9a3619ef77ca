import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { isConfined, walls } from "../../../lib/confinement/walls.ts";
import { type AttemptsFolder, attemptsFolder, NO_SECRET } from "../../support/confinement/attempts-folder.ts";
import { type Report, reachedIn, unreachedIn } from "../../support/confinement/reports.ts";
import { packaged } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import { deploy } from "../../support/lambda/stage.ts";
import { until } from "../../support/until.ts";

/** The port of the Runtime API in the emulator: whoever reaches it gets the next caller's document. */
const RUNTIME_API_PORT = 9001;

/** The engines of two functions, by the names of their programs and scripts. */
const ENGINES = {
  "/convert/markdown-to-pdf": ["chromium", "node_markdown-converter"],
  "/pdf/archive": ["node_archive-process"],
  "/pdf/compress": ["node_compress-process"],
} as const;

const refused =
  lambdaRootRefused() ?? (isConfined(walls()) ? undefined : `this kernel has only ${JSON.stringify(walls())}`);
if (refused !== undefined) console.warn(`NOT TESTED: broken engines in packaged functions: ${refused}`);

/** Deploys a function whose engines are all broken, sends it a document, and waits until all of them have reported. */
const attack = async (path: string, attempts: AttemptsFolder, haveReported: () => boolean): Promise<void> => {
  await using lambda = await deploy({ ...packaged(path), attempts: attempts.path });
  const answer = await lambda.post(await sampleOf(path));
  assert.equal(answer.statusCode, 500, lambda.log());
  assert.deepEqual(JSON.parse(lambda.log().split("\n")[0]!), { walls: { ...walls(), undumpable: true } });
  await until(haveReported);
};

/** Whether a report has all attempts. */
const isWhole = ({ size }: Report): boolean => size >= 60;

/** Whether a report has all attempts on the service's process. */
const isWholeOnService = ({ size }: Report): boolean => size >= 3;

suite("a broken engine in a packaged function", { skip: refused, concurrency: false }, () => {
  for (const [path, engines] of Object.entries(ENGINES)) {
    for (const isBehindWalls of [false, true]) {
      test(`of ${path} ${isBehindWalls ? "reaches nothing" : "reaches all but the service's memory without the walls"}`, async () => {
        const attempts = attemptsFolder(isBehindWalls, RUNTIME_API_PORT);
        after(() => attempts.remove());
        const hasReported = (engine: string) =>
          attempts.results(engine, "service").some(isWholeOnService) &&
          attempts.results(engine, "neighbour").some(isWhole);
        await attack(path, attempts, () => engines.every(hasReported));
        for (const engine of engines) {
          // A program that is ended with its function, or has just started in the place of another, leaves a part of a report.
          const reports = attempts.results(engine, "neighbour");
          const whole = reports.find(isWhole);
          assert.ok(whole !== undefined);
          const onService = attempts.results(engine, "service");
          assert.ok(onService.some(isWholeOnService));
          assert.deepEqual(onService.flatMap(reachedIn), [], engine);
          assert.deepEqual(isBehindWalls ? reports.flatMap(reachedIn) : unreachedIn(whole, NO_SECRET), [], engine);
        }
      });
    }
  }

  test("may write in its own folder only, and read none of the other files in /tmp", async () => {
    const attempts = attemptsFolder(true);
    after(() => attempts.remove());
    for (const [path, engines] of Object.entries(ENGINES)) {
      await attack(path, attempts, () => engines.every((engine) => attempts.permissions(engine).length >= 3));
      for (const engine of engines) {
        const permissions = attempts
          .permissions(engine)
          .filter(([, path]) => /^\/(tmp|var|dev|opt|attempts|$)/.test(path));
        const allowed = engine === "chromium" ? CHROMIUM_PATHS : NODE_PATHS;
        for (const [word, path] of permissions) assert.match(`${word} ${path}`, allowed, engine);
        assert.ok(permissions.length >= 3);
      }
    }
  });
});

const CHROMIUM_PATHS =
  /^(read \/opt\/fonts|execute \/opt\/chromium|execute \/tmp\/[^/]+\/binary|write \/tmp\/[^/]+\/home-\w+|write \/dev\/null|read \/dev\/urandom)$/;
/** One of the processes embeds fonts. */
const NODE_PATHS =
  /^(read \/var\/task(\/.+)?|read \/opt\/fonts(\/.+)?|execute \/var\/lang\/bin\/node|write \/dev\/null|read \/dev\/urandom)$/;
