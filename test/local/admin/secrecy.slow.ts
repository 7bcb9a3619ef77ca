import assert from "node:assert/strict";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { freePort } from "../../../local/store/process.ts";
import { ADMIN_KEY, startAdminTrial } from "../../support/admin.ts";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { commandLineOf, descendantsOf, environmentOf } from "../../support/processes.ts";
import { npmStart, ready, serviceOf } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

test("the admin API is off without its key", async () => {
  const folder = temporaryFolder("no-admin");
  const port = await freePort();
  const service = npmStart({ PLATEN_DATA: folder, PLATEN_ADMIN_PORT: String(port) });
  const { url } = await ready(service);
  assert.equal(await isListening(port), false);
  const { origin } = new URL(url);
  const answer = await fetch(`${origin}/admin/v1/accounts`, { headers: { Authorization: `Bearer ${ADMIN_KEY}` } });
  assert.equal(answer.status, 404);
  assert.doesNotMatch(service.output.stderr, /admin/);
});

suite("the admin API that is on", { concurrency: false }, async () => {
  const port = await freePort();
  const metricsPort = String(await freePort());
  const trial = await startAdminTrial({ PLATEN_ADMIN_PORT: String(port), PLATEN_METRICS_PORT: metricsPort });
  const { admin, service, url, adminUrl } = trial;
  const { apiKey } = (await admin("POST", "/accounts", { body: { credits: 20 } })).body;
  const convert = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${url}/convert/${path}`, { method: "POST", headers: { "X-API-Key": apiKey, ...headers }, body });
  const json = { "Content-Type": "application/json" };

  test("is not at the public port", async () => {
    assert.equal(new URL(adminUrl).port, String(port));
    const { origin } = new URL(url);
    const answer = await fetch(`${origin}/admin/v1/accounts`, { headers: { Authorization: `Bearer ${ADMIN_KEY}` } });
    assert.equal(answer.status, 404);
  });

  test("keeps its key from the engines and from every other process of the service", async () => {
    const seen = new Map<number, { command: string; environment: string }>();
    const server = serviceOf(service);
    const look = () => {
      for (const pid of descendantsOf(server)) {
        const before = seen.get(pid)?.environment ?? "";
        try {
          const command = commandLineOf(pid);
          // A child has the memory of the server until it begins its own program.
          if (command === commandLineOf(server)) continue;
          seen.set(pid, { command, environment: before + environmentOf(pid) });
        } catch {
          // The process has ended meanwhile.
        }
      }
    };
    const timer = setInterval(look, 20);
    assert.equal((await convert("html-to-pdf", '{"html":"<p>x"}', json)).status, 200);
    assert.equal((await convert("markdown-to-pdf", '{"markdown":"# x"}', json)).status, 200);
    assert.equal((await convert("word-to-pdf", form({ file: docx(paragraph("x")) }, "x.docx"))).status, 200);
    clearInterval(timer);
    const processes = [...seen.values()];
    for (const name of [/chromium/, /dynoxide/, ...(noOffice ? [] : [/soffice|libreoffice/i])])
      assert.ok(
        processes.some(({ command }) => name.test(command)),
        `${name} is not among ${processes.length} processes`,
      );
    assert.ok(environmentOf(service.child.pid!).includes(ADMIN_KEY), "npm has been given the key");
    assert.deepEqual(
      processes.filter(({ environment }) => environment.includes(ADMIN_KEY)),
      [],
    );
  });

  test("keeps its key from the log, the metrics and the public pages", async () => {
    await admin("GET", "/accounts", { key: ADMIN_KEY.toUpperCase() });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const health = await (await fetch(new URL("/health", url))).text();
    const openApi = await (await fetch(`${url}/openapi.json`)).text();
    for (const text of [service.output.stderr, service.output.stdout, metrics, health, openApi])
      assert.ok(!text.toLowerCase().includes(ADMIN_KEY.toLowerCase()));
    assert.match(service.output.stderr, /"event":"admin".*"status":401/);
  });

  test("is not to be reached by documents", async () => {
    const reply = await convert("html-to-pdf", JSON.stringify({ url: `${adminUrl}/accounts` }), json);
    assert.equal(reply.status, 403);
  });

  test("ends with the service", async () => {
    service.child.kill("SIGTERM");
    assert.equal(await service.ended, 0);
    assert.equal(await isListening(port), false);
  });
});
