import assert from "node:assert/strict";
import { join } from "node:path";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { docx, paragraph } from "../support/office/docx.ts";
import { noOffice } from "../support/office/engine.ts";
import { isRunning } from "../support/processes.ts";
import { npmStart, type Program, ready, serviceOf } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { untilAtWork } from "../support/until.ts";

const folder = temporaryFolder("group");
const [MARKDOWN_CREDITS, WORD_CREDITS] = [1, 2];

/** Does what a terminal does on Ctrl-C: npm and the service get the signal, and npm sends it to the service again. */
const pressCtrlC = ({ child }: Program) => process.kill(-child.pid!, "SIGINT");

const posting =
  ({ url, apiKey }: { url: string; apiKey: string }) =>
  (path: string, name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const body = new FormData();
    body.append("file", new Blob([bytes]), name);
    return fetch(url + path, { method: "POST", headers: { "X-API-Key": apiKey }, body });
  };

suite("Ctrl-C in the terminal of npm start", () => {
  test("finishes the running requests", async () => {
    const service = npmStart({ PLATEN_DATA: join(folder, "once"), PLATEN_JOBS: "2" });
    const { url, apiKey } = await ready(service);
    const post = posting({ url, apiKey });
    const long = docx(paragraph("word ".repeat(30)).repeat(1000));
    const answers = [
      post("/convert/markdown-to-pdf", "a.md", "Text $x^2$ `code`.\n\n".repeat(400)),
      ...(noOffice ? [] : [post("/convert/word-to-pdf", "a.docx", new Uint8Array(long))]),
    ];
    await untilAtWork(url, apiKey, noOffice ? MARKDOWN_CREDITS : MARKDOWN_CREDITS + WORD_CREDITS);
    pressCtrlC(service);
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
    await service.ended;
    assert.match(service.output.stderr, /finishing the running requests/);
  });

  test("ends at once when it is pressed again a second later", async () => {
    const service = npmStart({ PLATEN_DATA: join(folder, "twice") });
    const { url, apiKey } = await ready(service);
    const pid = serviceOf(service);
    const body = JSON.stringify({ html: "<p>x", options: { waitForSelector: "#never", waitTimeout: 30_000 } });
    const headers = { "X-API-Key": apiKey, "Content-Type": "application/json" };
    const lost = fetch(`${url}/convert/html-to-pdf`, { method: "POST", headers, body }).then(
      ({ status }) => status,
      () => "cut off",
    );
    await untilAtWork(url, apiKey);
    pressCtrlC(service);
    await sleep(1500);
    assert.ok(isRunning(pid));
    pressCtrlC(service);
    assert.equal(await lost, "cut off");
    await service.ended;
  });
});
