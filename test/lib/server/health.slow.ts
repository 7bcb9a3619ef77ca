import "../../support/own-service.ts";
import "../../support/engines-ahead.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Walls, walls } from "../../../lib/confinement/walls.ts";
import { libreofficeVersion } from "../../../lib/engines/office/installation.ts";
import { url } from "../../support/platen.ts";
import { browsersOf, childrenOf, descendantsOf, zygoteOf } from "../../support/processes.ts";

interface Report {
  readonly status: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly walls: Walls;
}

const health = async () => {
  const reply = await fetch(new URL("/health", url));
  return { status: reply.status, report: (await reply.json()) as Report };
};

/** Asks until the service is as it should be, for a machine that is busy. */
const until = async (status: number) => {
  for (let tries = 0; ; tries++) {
    const answer = await health();
    if (answer.status === status || tries > 200) return answer;
    await sleep(500);
  }
};

const withCommand = (text: string) =>
  descendantsOf(process.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text));

/** Lets stopped processes go on. One that took long to be missed on a busy machine has been replaced. */
const thaw = (frozen: readonly number[]): void => {
  for (const pid of frozen) {
    try {
      process.kill(pid, "SIGCONT");
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ESRCH");
    }
  }
};

suite("GET /health", { concurrency: false }, () => {
  test("reports each engine that is kept warm, and needs no key", async () => {
    const { status, report } = await until(200);
    assert.equal(status, 200, JSON.stringify(report));
    assert.equal(report.status, "ok");
    assert.deepEqual(report.walls, walls());
    const names = Object.keys(report.engines).join(" ");
    for (const engine of [/chromium\//, /libreoffice/, /csv/, /markdown/, /xsl/, /platen-pdf\//])
      assert.match(names, engine);
  });

  for (const [what, processes] of [
    ["browser", () => browsersOf().slice(-1)],
    ["LibreOffice", () => [zygoteOf()!]],
    [
      "zygote that forks for Markdown",
      () => childrenOf().filter((pid) => withCommand("markdown/converter").includes(pid)),
    ],
    [
      "process that converts Markdown",
      () => withCommand("markdown/converter").filter((pid) => !childrenOf().includes(pid)),
    ],
    ["process that compresses", () => withCommand("compress/process")],
  ] as const) {
    const skip = what === "LibreOffice" && libreofficeVersion() === undefined && "no LibreOffice on this machine";
    test(`is 503 while a ${what} is frozen, and 200 again afterwards`, { skip }, async () => {
      assert.equal((await until(200)).status, 200);
      const frozen = processes();
      assert.ok(frozen.length > 0 && frozen.every((pid) => pid > 0));
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
      try {
        const { status, report } = await until(503);
        assert.equal(status, 503);
        assert.equal(report.status, "unhealthy");
        assert.deepEqual(
          Object.values(report.engines).filter((answer) => answer !== "ok").length,
          1,
          JSON.stringify(report),
        );
      } finally {
        thaw(frozen);
      }
      assert.equal((await until(200)).status, 200);
    });
  }

  test("answers at once with what the last check found while an engine is frozen", async () => {
    assert.equal((await until(200)).status, 200);
    const frozen = withCommand("markdown/converter");
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    try {
      await sleep(1100); // the next question starts a check, which takes 4 seconds
      assert.equal((await health()).status, 200, "the check itself finds that it is frozen");
    } finally {
      thaw(frozen);
    }
    assert.equal((await until(200)).status, 200);
  });

  test("asks the engines once for a hundred requests", async () => {
    await sleep(1100);
    const answers = await Promise.all(Array.from({ length: 100 }, health));
    assert.ok(answers.every(({ status }) => status === 200));
  });
});
