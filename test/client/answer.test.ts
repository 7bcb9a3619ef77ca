import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { createClient } from "../../client/index.ts";

let disposition = "";
const server = createServer((_request, response) => {
  response.setHeader("Content-Disposition", disposition);
  response.setHeader("Content-Type", "application/pdf");
  response.end("%PDF-");
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const { port } = server.address() as AddressInfo;
const client = createClient({ url: `http://127.0.0.1:${port}`, key: "any" });

for (const [name, expected] of [
  ["html.pdf", "html.pdf"],
  ["/etc/passwd", "passwd"],
  ["../../.ssh/authorized_keys", "authorized_keys"],
  ["C:\\Windows\\win.ini", "win.ini"],
  ["folder/", undefined],
  ["..", undefined],
  [".", undefined],
] as const) {
  test(`a file that is named ${name} by the service has the name ${expected}`, async () => {
    disposition = `attachment; filename="${name}"`;
    const answer = await client.convertHtmlToPdf({ html: "x" });
    await answer.bytes();
    assert.equal(answer.fileName, expected);
  });
}
