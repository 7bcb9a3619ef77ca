import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { EngineEnded } from "../../../lib/workers/engine-ended.ts";
import type { Frame } from "../../../lib/workers/frames.ts";
import { WarmForks } from "../../../lib/workers/warm-forks.ts";
import type { Worker } from "../../../lib/workers/worker.ts";
import { zygoteAddon } from "../../../lib/workers/zygote-addon.ts";
import { commandLineOf, descendantsOf, isRunning } from "../../support/processes.ts";

interface Answer {
  readonly answer: string;
  readonly warmth: number;
  readonly length: number;
}

const SCRIPT = new URL("../../support/workers/warm-process.ts", import.meta.url);
const signal = AbortSignal.timeout(600_000);
const skip = zygoteAddon() === undefined && "forks are made on x86-64 Linux alone";

/** The processes of this test that run the script. */
const running = (): number[] =>
  descendantsOf(process.pid).filter((pid) => isRunning(pid) && commandLineOf(pid).includes("warm-process.ts"));

const forksWith = (env: Record<string, string> = {}) =>
  new WarmForks<string, Answer>({ script: SCRIPT, memoryMb: 256, processorTimeMs: 60_000, env });

const ask = async (worker: Worker<Frame<string>, Frame<Answer>>, word: string, bytes = 0): Promise<Answer> => {
  const reply = await worker.run({ head: word, body: Buffer.alloc(bytes, word) }, signal, []);
  assert.ok("result" in reply, JSON.stringify(reply));
  assert.deepEqual(Buffer.from(reply.result.body), Buffer.alloc(bytes, word));
  return reply.result.head;
};

suite("processes of a warm one", { skip }, () => {
  test("are started by themselves until it is ready, and forked then with its threads", async () => {
    const forks = forksWith();
    const alone = await forks.start();
    assert.deepEqual(await ask(alone, "alone"), { answer: "ALONE", warmth: 0, length: 0 });
    await alone.end();
    await forks.warmUp();
    assert.deepEqual(forks.startWay, { way: "fork" });
    const workers = await Promise.all(Array.from({ length: 5 }, () => forks.start()));
    const words = ["one", "two", "three", "four", "five"];
    for (const round of [1, 2])
      assert.deepEqual(
        await Promise.all(workers.map((worker, place) => ask(worker, `${words[place]}${round}`, 65_536 * round))),
        words.map((word) => ({ answer: `${word}${round}`.toUpperCase(), warmth: 1, length: 65_536 * round })),
      );
    await Promise.all(workers.map((worker) => worker.end()));
    await forks.end();
    assert.deepEqual(running(), []);
  });

  for (const death of ["exit", "abort"])
    test(`do not end with one that ends by ${death}()`, async () => {
      const forks = forksWith();
      await forks.warmUp();
      const [first, second] = await Promise.all([forks.start(), forks.start()]);
      await assert.rejects(ask(first, death), EngineEnded);
      assert.equal((await ask(second, "lives")).answer, "LIVES");
      await second.end();
      await forks.end();
    });

  test("end with the service, and with the warm process", async () => {
    const forks = forksWith();
    await forks.warmUp();
    const worker = await forks.start();
    await forks.end();
    await worker.ended;
    assert.deepEqual(running(), []);
  });

  test("are started by themselves when the warm process has been killed, until there is another one", async () => {
    const forks = forksWith();
    await forks.warmUp();
    for (const pid of running()) process.kill(pid, "SIGKILL");
    const alone = await forks.start();
    assert.equal((await ask(alone, "alone")).answer, "ALONE");
    await forks.warmUp();
    const fork = await forks.start();
    assert.equal((await ask(fork, "forked")).warmth, 1);
    await Promise.all([alone.end(), fork.end()]);
    await forks.end();
  });

  test("are started by themselves when the warm process is frozen, and those of others go on", async () => {
    const forks = forksWith();
    await forks.warmUp();
    const frozen = running();
    const fork = await forks.start();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    const alone = await forks.start();
    assert.equal((await ask(alone, "alone")).warmth, 0);
    assert.equal((await ask(fork, "forked")).warmth, 1);
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    await Promise.all([alone.end(), fork.end()]);
    await forks.end();
    assert.deepEqual(running(), []);
  });

  for (const holds of ["server", "failure"])
    test(`are started by themselves if the warm process does not fork (${holds})`, async () => {
      const forks = forksWith({ HOLDS: holds });
      await forks.warmUp();
      assert.equal(forks.startWay.because, "self-test");
      const alone = await forks.start();
      assert.equal((await ask(alone, "alone")).warmth, 0);
      await alone.end();
      await forks.end();
      assert.deepEqual(running(), []);
    });
});
