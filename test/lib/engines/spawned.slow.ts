import "../../support/own-service.ts";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import { htmlToPdf } from "../../../lib/engines/html-to-pdf.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { endpoints } from "../../support/endpoints.ts";
import { noOffice } from "../../support/office/engine.ts";
import { newAccount, post, url, usage } from "../../support/platen.ts";
import { sampleRequest } from "../../support/sample-requests.ts";

/** The endpoints that need a separate process. */
const APART = [
  "/convert/email-to-pdf",
  "/convert/html-to-pdf",
  "/convert/html-to-image",
  "/convert/image-to-pdf",
  "/convert/markdown-to-pdf",
  "/pdf/archive",
  "/pdf/compress",
  "/pdf/images",
  "/pdf/text",
  ...(noOffice
    ? []
    : ["/convert/word-to-pdf", "/convert/excel-to-pdf", "/convert/office-to-pdf", "/convert/powerpoint-to-pdf"]),
];

/** Enough to answer a call, not enough to start a process. */
const FILES_LEFT = 3;

const getHealth = async () => (await fetch(new URL("/health", url))).json();

const limit = (files: string) => execFileSync("prlimit", ["--pid", String(process.pid), `--nofile=${files}:`]);

/** Takes this process all files but a few, as often as `take` is called; `release` gives them back. */
const famine = () => {
  const before = execFileSync("prlimit", ["--pid", String(process.pid), "--nofile", "-o", "SOFT", "--noheadings"]);
  limit("256");
  const files: number[] = [];
  return {
    take: () => {
      assert.throws(() => {
        for (;;) files.push(openSync("/dev/null", "r"));
      }, /EMFILE/);
      for (const file of files.splice(0, FILES_LEFT)) closeSync(file);
    },
    release: () => {
      for (const file of files) closeSync(file);
      limit(String(before).trim());
    },
  };
};

test("when no process can be started, requests fail and cost nothing, and the service continues to run", async () => {
  const accounts = await Promise.all(
    endpoints.map(async ({ contract: { path } }) => ({ path, ...(await newAccount()) })),
  );
  const callAll = async (prepare = () => {}) => {
    const statuses: Record<string, number> = {};
    for (const { path, key } of accounts) {
      prepare();
      const response = await post(path, sampleRequest(path).content, { key });
      statuses[path] = response.status;
      await response.arrayBuffer();
    }
    return statuses;
  };
  const allServed = Object.fromEntries(accounts.map(({ path }) => [path, 200]));
  const used = () => Promise.all(APART.map((path) => usage(accounts.find((one) => one.path === path)!.account)));

  assert.deepEqual(await callAll(), allServed);
  const before = await used();
  for (const part of warmParts().values()) await part.stop();
  const { take, release } = famine();
  const [codesMeanwhile, health] = await callAll(take)
    .then(async (statuses) => [statuses, await getHealth()] as const)
    .finally(release);
  assert.deepEqual(
    APART.map((path) => [path, codesMeanwhile[path]]),
    APART.map((path) => [path, 500]),
  );
  assert.equal(health.status, "unhealthy");
  assert.equal(health.engines[htmlToPdf.name], "fails");
  assert.deepEqual(await used(), before);
  assert.deepEqual(await callAll(), allServed);
});
