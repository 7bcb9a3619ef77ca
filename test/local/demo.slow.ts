import assert from "node:assert/strict";
import { join } from "node:path";
import { suite, test } from "node:test";
import { npmStart, ready, run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("demo");

/** Starts the service, prints a page with a key, and stops it. Gives the key that was told, and the status of the page. */
const start = async (settings: Record<string, string>, key?: string) => {
  const service = npmStart({ PLATEN_DATA: folder, PORT: "0", ...settings });
  const { url, apiKey } = await ready(service);
  const response = await fetch(`${url}/account`, { headers: { "X-API-Key": key ?? apiKey } });
  process.kill(-service.child.pid!, "SIGTERM");
  await service.ended;
  const told = service.output.stderr + service.output.stdout;
  return { apiKey, status: response.status, told };
};

const account = async (...args: string[]): Promise<string> => {
  const program = run("local/account.ts", [...args, "--json"], { PLATEN_DATA: folder });
  assert.equal(await program.ended, 0, program.output.stderr);
  return program.output.stdout;
};

suite("the demo account", { concurrency: false }, () => {
  let key = "";

  test("has a key that is printed at each start", async () => {
    const first = await start({});
    key = first.apiKey;
    assert.equal(first.status, 200);
    assert.equal((await start({})).apiKey, key);
  });

  test("is suspended if it is switched off, until it is resumed", async () => {
    const off = await start({ PLATEN_DEMO: "off" }, key);
    assert.deepEqual([off.apiKey, off.status], [null, 401]);
    assert.ok(!off.told.includes(key));
    assert.deepEqual([(await start({}, key)).apiKey, (await start({}, key)).status], [null, 401]);
    await account("resume", "demo");
    assert.equal((await start({})).apiKey, key);
  });

  test("has no key that is printed after it was revoked", async () => {
    const [{ keyId }] = (await account("keys", "demo"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    await account("revoke-key", "demo", keyId);
    const after = await start({}, key);
    assert.deepEqual([after.apiKey, after.status], [null, 401]);
    assert.ok(!after.told.includes(key));
  });

  test("is not made if it is switched off from the start", async () => {
    const other = { PLATEN_DATA: join(folder, "other"), PLATEN_DEMO: "off" };
    assert.equal((await start(other)).apiKey, null);
    const program = run("local/account.ts", ["list"], { PLATEN_DATA: other.PLATEN_DATA });
    assert.equal(await program.ended, 0);
    assert.equal(program.output.stdout, "");
  });
});
