import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, suite, test } from "node:test";
import { createTable, probeTable, tableAt } from "../../../lib/accounts/table.ts";
import { isListening } from "../../../local/store/process.ts";
import { openStore, runningStore } from "../../../local/store.ts";
import { namespaceRefused } from "../../support/network-namespace.ts";
import { commandLineOf, descendantsOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-door-"));
const store = await openStore(folder);
after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});
const table = tableAt("door", store);
await createTable(table);
/** Asks as other processes do, by the address. */
const probe = (key: string) =>
  probeTable(tableAt("door", { endpoint: store.endpoint, accessKeyId: key }), AbortSignal.timeout(600_000));

/** The last of the processes behind this one whose command line matches. */
const pidOf = (program: RegExp): number | undefined =>
  descendantsOf(process.pid).findLast((pid) => program.test(commandLineOf(pid)));

/** What comes back for these bytes, until the connection ends. */
const answerTo = async (bytes: string): Promise<string> => {
  const socket = connect(store.port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
};

suite("the local table", { concurrency: false }, () => {
  test("answers who names its key, and refuses who names another one or none", async () => {
    await probe(store.accessKeyId);
    await assert.rejects(probe("local"), ({ $metadata }) => $metadata.httpStatusCode === 403);
    for (const head of [
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.org\r\nAccess-Control-Request-Method: POST\r\n\r\n",
      `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: AWS4-HMAC-SHA256 Credential=${"0".repeat(40)}/a\r\n\r\n`,
      `POST /?Credential=${store.accessKeyId}/ HTTP/1.1\r\nHost: localhost\r\nX: Credential=${store.accessKeyId}/\r\n\r\n`,
      `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`,
    ]) {
      const answer = await answerTo(head);
      assert.match(answer, /^HTTP\/1\.1 403 Forbidden\r\n/);
      assert.doesNotMatch(answer, /access-control/i);
    }
  });

  test("can be read by its owner alone", async () => {
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    const files = (await readdir(folder)).filter((name) => /^(table\.db.*|store\.json)$/.test(name));
    assert.ok(files.length >= 2);
    for (const name of files) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
    assert.equal(JSON.parse(await readFile(join(folder, "store.json"), "utf8")).key, store.accessKeyId);
    assert.equal((await runningStore(folder))?.accessKeyId, store.accessKeyId);
  });

  test("has no other way in", { skip: namespaceRefused() ?? false }, async () => {
    const [, port] = /--port\0(\d+)/.exec(commandLineOf(pidOf(/^[^\0]*dynoxide\0/)!))!;
    assert.notEqual(Number(port), store.port);
    assert.equal(await isListening(Number(port)), false);
  });

  test("comes back after a crash of the store, and of the process before it", async () => {
    const answers = () =>
      probe(store.accessKeyId).then(
        () => true,
        () => false,
      );
    for (const program of [/^[^\0]*dynoxide\0/, /store\/door\.ts/]) {
      const crashed = pidOf(program)!;
      process.kill(crashed, "SIGKILL");
      await until(() => pidOf(program) !== undefined && pidOf(program) !== crashed);
      await until(answers);
    }
  });

  test("does not wait for who sends nothing", async () => {
    const silent = connect(store.port, "127.0.0.1");
    await once(silent, "connect");
    await once(silent, "close");
  });
});
