import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { form } from "../../support/form.ts";
import { packaged } from "../../support/lambda/packaged.ts";
import { lambdaRootRefused } from "../../support/lambda/root.ts";
import { bytesOf, type Sample, sampleOf } from "../../support/lambda/sample.ts";
import { type Deployed, deploy, newKey } from "../../support/lambda/stage.ts";
import { docx, paragraph, run } from "../../support/office/docx.ts";
import { fontsOf } from "../../support/pdf-fonts.ts";
import { textOf } from "../../support/pdf-text.ts";

const WORD = "/convert/word-to-pdf";
const HTML = "/convert/html-to-pdf";
const ENGINES = { [WORD]: "/zygote", [HTML]: "/chromium" };

const MB = 1_048_576;

/** Calls after one of which a function has a process of its engine. */
const CALLS_LIMIT = 10;

const mapsOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    return ""; // it has ended since it was listed
  }
};

/** The memory of a function's processes in bytes. */
const heldBy = (lambda: Deployed): number =>
  lambda.processes("").reduce((sum, pid) => {
    const [, held = "0"] = /^Pss:\s+(\d+)/m.exec(mapsOf(pid)) ?? [];
    return sum + Number(held) * 1024;
  }, 0);

const serves = async (lambda: Deployed, sample: Sample): Promise<Buffer> => {
  const { statusCode, body } = await lambda.post(sample);
  assert.equal(statusCode, 200, body.toString() + lambda.log().slice(-2000));
  assert.equal(body.toString("latin1", 0, 5), "%PDF-");
  return body;
};

const fails = async (lambda: Deployed, sample: Sample): Promise<void> => {
  const { statusCode, headers, body } = await lambda.post(sample);
  assert.deepEqual([statusCode, JSON.parse(body.toString()).error.code], [500, "PROCESSING_FAILED"]);
  assert.equal(headers["X-Credits-Used"], "0");
};

const stopAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGSTOP");
    } catch {} // it has ended since it was listed
  }
};

const refused = lambdaRootRefused();

suite("failures that are known from Lambda", { skip: refused, concurrency: false }, () => {
  test("LibreOffice neither dies nor keeps memory or files over 100 calls", async () => {
    await using lambda = await deploy(packaged(WORD));
    const { type, body } = await sampleOf(WORD);
    // An account may call 60 times a minute.
    const keys = await Promise.all(Array.from({ length: 20 }, async () => (await newKey(100)).key));
    const call = async (index: number) => {
      const headers = { "X-API-Key": keys[index % keys.length]!, "Content-Type": type };
      const { statusCode, body: answer } = await lambda.invoke(headers, body);
      assert.equal(statusCode, 200, `call ${index}: ${answer}`);
    };
    const state = () => ({ files: readdirSync(lambda.temp(), { recursive: true }).length, held: heldBy(lambda) });
    for (let index = 0; index < 20; index++) await call(index);
    const [engine] = lambda.processes(ENGINES[WORD]);
    const before = state();
    for (let index = 0; index < 80; index++) await call(index);
    const after = state();
    assert.ok(lambda.processes(ENGINES[WORD]).includes(engine!), "the same LibreOffice");
    assert.ok(Math.abs(after.files - before.files) <= 5, `${before.files} files became ${after.files}`);
    assert.ok(after.held - before.held < 64 * MB, `${before.held} bytes became ${after.held}`);
  });

  for (const [path, engine] of Object.entries(ENGINES)) {
    test(`${path} serves the next call after its engine was killed`, async () => {
      await using lambda = await deploy(packaged(path));
      const sample = await sampleOf(path);
      for (let time = 0; time < 2; time++) {
        await serves(lambda, sample);
        // The next browser may not have started when the answer was sent. Then the next call has one.
        for (let calls = 0; lambda.processes(engine).length === 0 && calls < CALLS_LIMIT; calls++)
          await serves(lambda, sample);
        const killed = lambda.processes(engine);
        assert.ok(killed.length > 0);
        for (const pid of killed) process.kill(pid, "SIGKILL");
        await sleep(200); // its end is reported before the next request arrives
        await serves(lambda, sample);
      }
    });

    test(`${path} fails with an error when /tmp is full, and works again when there is space`, async () => {
      await using lambda = await deploy({ ...packaged(path), storage: 512 });
      const sample = await sampleOf(path);
      await serves(lambda, sample);
      const ballast = join(lambda.temp(), "ballast");
      assert.throws(() => writeFileSync(ballast, Buffer.alloc(512 * MB)), /ENOSPC/);
      const { statusCode, body } = await lambda.post(sample);
      if (statusCode !== 200) assert.equal(JSON.parse(body.toString()).error.code, "PROCESSING_FAILED");
      rmSync(ballast);
      await serves(lambda, sample);
    });
  }

  test("a call with a hanging browser ends by the deadline, and the next one is served", async () => {
    await using lambda = await deploy(packaged(HTML), { PLATEN_DEADLINE_MS: "10000" });
    const sample = await sampleOf(HTML);
    await serves(lambda, sample);
    // Which browser takes the call is not known beforehand, so each one is stopped that is seen until the answer.
    const stopping = setInterval(() => stopAll(lambda.processes(ENGINES[HTML])), 5);
    try {
      await fails(lambda, sample);
    } finally {
      clearInterval(stopping);
    }
    await serves(lambda, sample);
  });

  test("every script is printed in fonts of the layer", async () => {
    const texts = ["Zwölf Boxkämpfer", "Съешь же ещё", "Καλημέρα", "中文汉字", "日本語の仮名", "한국어 글자"];
    const html = { html: texts.map((text) => `<p style="font-family: Arial">${text}`).join("") };
    const word = form({ file: docx(texts.map((text) => paragraph(run(text))).join("")) });
    for (const [path, content] of [
      [HTML, html],
      [WORD, word],
    ] as const) {
      await using lambda = await deploy(packaged(path));
      const pdf = await serves(lambda, await bytesOf(content));
      const said = (await textOf(pdf)).normalize("NFKC"); // radicals of Han, as characters
      for (const text of texts) assert.ok(said.includes(text), `${path}: ${text} in ${said}`);
      for (const { name, missing } of await fontsOf(pdf)) {
        assert.match(name, /Liberation|Carlito|Caladea|Noto|DejaVu|WineTahoma/);
        assert.ok(path === WORD || !missing, `${path}: ${name}`);
      }
    }
  });

  test("a form is filled with characters of the layer's fonts", async () => {
    await using lambda = await deploy(packaged("/pdf/fill"));
    const file = readFileSync("samples/form.pdf");
    const fields = JSON.stringify({ name: "Łukasz Čapek" });
    const pdf = await serves(lambda, await bytesOf(form({ file, fields, flatten: "true" })));
    assert.match(await textOf(pdf), /Łukasz Čapek/);
  });
});
