import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";

const asked: string[] = [];
const mirror = createServer(({ url }, response) => {
  asked.push(url!);
  response.writeHead(404).end();
}).listen(0, "127.0.0.1");
await once(mirror, "listening");
const { port } = mirror.address() as AddressInfo;
// Must be set before the settings are read.
process.env["DEBIAN_MIRROR"] = `http://127.0.0.1:${port}/of/ours/`;
const { buildLibreOffice } = await import("../../../layers/libreoffice/build.ts");

const folder = mkdtempSync(join(tmpdir(), "platen-build-"));
after(() => {
  mirror.close();
  mirror.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const skipped = (context: TestContext, why: string): void => {
  console.warn(`NOT TESTED: that DEBIAN_MIRROR is used: ${why}`);
  context.skip(why);
};

const behindProxy = /^Acquire::http::Proxy "\S+"/im.test(String(spawnSync("apt-config", ["dump"]).stdout));

test("LibreOffice is fetched only from DEBIAN_MIRROR, and a failure leaves no files", async (context) => {
  if (behindProxy) return skipped(context, "apt asks a proxy here");
  const lines: string[] = [];
  const failed = await buildLibreOffice((line) => lines.push(line), { folder: join(folder, "tree") }).then(
    () => "",
    ({ message }: Error) => message,
  );
  if (/keys are missing|not installed|x64 only/.test(failed)) return skipped(context, failed);
  assert.match(failed, new RegExp(`^apt-get ended with 100: [^\\n]*127\\.0\\.0\\.1:${port}/of/ours`));
  assert.ok(
    asked.some((path) => path.startsWith("/of/ours/dists/trixie/")),
    asked.join(),
  );
  assert.deepEqual(
    asked.filter((path) => !/^\/of\/ours(-security)?\/dists\/trixie/.test(path)),
    [],
  );
  assert.match(lines.join(), /once, about half a minute/);
  assert.equal(existsSync(join(folder, "tree")), false);
  assert.deepEqual(readdirSync(folder), []);
});
