import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { docx, paragraph } from "../support/office/docx.ts";
import { noOffice } from "../support/office/engine.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-group-"));
after(() => rm(folder, { recursive: true, force: true }));

test("finishes what runs when Ctrl-C reaches its whole group", async () => {
  const { PORT: _, ...inherited } = process.env;
  const service = spawn(process.execPath, ["local/serve.ts"], {
    env: { ...inherited, PORT: "0", PLATEN_DATA: join(folder, "group"), PLATEN_JOBS: "2" },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  const ended = once(service, "exit");
  after(() => service.kill("SIGKILL"));
  const { url, apiKey } = JSON.parse(String((await once(service.stdout!, "data"))[0]));
  const send = (path: string, body: FormData) =>
    fetch(url + path, { method: "POST", headers: { "X-API-Key": apiKey }, body });
  const form = (name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const body = new FormData();
    body.append("file", new Blob([bytes]), name);
    return body;
  };
  const long = docx(paragraph("word ".repeat(30)).repeat(4000));
  const answers = [
    send("/convert/markdown-to-pdf", form("a.md", "Text $x^2$ `code`.\n\n".repeat(5000))),
    ...(noOffice ? [] : [send("/convert/word-to-pdf", form("a.docx", new Uint8Array(long)))]),
  ];
  await sleep(400);
  process.kill(-service.pid!, "SIGINT");
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  assert.deepEqual(await ended, [0, null]);
});
