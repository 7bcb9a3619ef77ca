import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker as Thread } from "node:worker_threads";
import { build } from "esbuild";
import { endWhenEvaluated } from "../../lib/workers/end-thread.ts";
import { threadScripts } from "../support/thread-scripts.ts";

/** Bytes that take a thread some tenths of a second to deflate. */
const LONG_INPUT_BYTES = 64 * 1024 * 1024;

/** A thread that counts how often it begins to deflate, and how often it has done so. */
const COUNTING_THREAD = `
import { parentPort, workerData } from "node:worker_threads";
import { deflateSync, shareStreams } from ${JSON.stringify(new URL("../../lib/zlib.ts", import.meta.url).href)};
const { streams, counts } = workerData;
shareStreams(streams);
const bytes = Buffer.alloc(${LONG_INPUT_BYTES}, "some text ");
parentPort.postMessage("evaluated");
for (;;) {
  Atomics.add(counts, 0, 1);
  deflateSync(bytes);
  Atomics.add(counts, 1, 1);
}`;

/** Packages of threads that import zlib, of which no streams are used: yauzl only lists what an archive holds. */
const STREAMS_UNUSED = ["node_modules/yauzl/index.js"];

suite("the end of a thread", () => {
  test("waits until the thread has done its zlib stream, and lets it begin no other", async () => {
    const [streams, counts] = [new Int32Array(new SharedArrayBuffer(4)), new Int32Array(new SharedArrayBuffer(8))];
    const source = new URL(`data:text/javascript,${encodeURIComponent(COUNTING_THREAD)}`);
    const thread = new Thread(source, { workerData: { streams, counts } });
    thread.on("error", () => {}); // it is told that it is ended
    const end = endWhenEvaluated(thread, streams);
    while (Atomics.load(counts, 0) === 0) await sleep(5);
    await end();
    const [begun = 0, done] = counts;
    assert.ok(done === begun || done === begun - 1);
    assert.equal(Atomics.load(streams, 0), 2, "it is ended, and at no stream");
  });

  test("can wait for all zlib streams, because scripts of threads make them by lib/zlib.ts", async () => {
    const { metafile } = await build({
      entryPoints: threadScripts(),
      bundle: true,
      write: false,
      outdir: "unused",
      metafile: true,
      platform: "node",
      format: "esm",
      external: ["sharp"],
      loader: { ".node": "empty" },
      logLevel: "silent",
    });
    const importers = Object.entries(metafile.inputs)
      .filter(([, { imports }]) => imports.some(({ path }) => /^(node:)?zlib$/.test(path)))
      .map(([file]) => file)
      // A checksum is no stream.
      .filter((file) => !/^import \{ crc32 \} from "node:zlib";$/m.test(readFileSync(file, "utf8")));
    assert.deepEqual(importers.toSorted(), ["lib/zlib.ts", ...STREAMS_UNUSED].toSorted());
  });
});
