import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { ServiceError } from "../../../../lib/errors/service-error.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { attacks } from "../../../support/hostile-stylesheets.ts";
import { stylesheet } from "../../../support/stylesheet.ts";

const SECRET = "canary-7d1f";
const hits: string[] = [];

const server = createServer((request, response) => {
  hits.push(request.url ?? "");
  response.end(SECRET);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const folder = await mkdtemp(join(tmpdir(), "platen-hostile-"));
const secret = join(folder, "secret.xml");
await writeFile(secret, `<secret>${SECRET}</secret>`);
const http = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

after(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await warmParts().get(xmlToHtml.name)?.stop();
});

/** Milliseconds that an endless transformation gets, and one that ends. */
const [ENDLESS_MS, ENDING_MS] = [4000, 120_000];

const endOf = async (
  xml: string,
  xslt: string,
  milliseconds: number,
): Promise<readonly [end: string, text: string]> => {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const { body: html } = await xmlToHtml.run({ xml, xslt, params: {} }, signal);
    return ["harmless", Buffer.from(html as Uint8Array).toString()];
  } catch (error) {
    if (error === signal.reason) return ["PROCESSING_FAILED", "deadline"];
    assert.ok(error instanceof ServiceError, String(error));
    return [error.code, error.message];
  }
};

for (const [name, xml, xslt, expected] of attacks(pathToFileURL(secret).href, http, join(folder, "written"))) {
  test(`hostile stylesheet: ${name} ends with ${expected}`, async () => {
    const [end, text] = await endOf(xml, xslt, expected === "PROCESSING_FAILED" ? ENDLESS_MS : ENDING_MS);
    assert.equal(end, expected, text.slice(0, 300));
    assert.ok(!text.includes(SECRET));
    assert.deepEqual(await readdir(folder), ["secret.xml"]);
    assert.deepEqual(hits, []);
  });
}

test("the engine transforms the next document after the hostile stylesheets", async () => {
  const { body: html } = await xmlToHtml.run(
    { xml: "<a>1</a>", xslt: stylesheet("<xsl:value-of select='a'/>"), params: {} },
    AbortSignal.timeout(ENDING_MS),
  );
  assert.equal(Buffer.from(html as Uint8Array).toString(), "<p>1</p>\n");
});
