import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { form } from "../../support/form.ts";
import { ready, run } from "../../support/program.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-log-"));
after(() => rm(folder, { recursive: true, force: true }));

test("the log tells of each request in a line, and nothing of documents, file names, queries or keys", async () => {
  const service = run("local/serve.ts", [], { PORT: "0", PLATEN_DATA: folder, PLATEN_DEMO_KEY: "demo-key-secret-1" });
  const { url, apiKey } = await ready(service);
  const post = (path: string, body: FormData | object) =>
    fetch(url + path, {
      method: "POST",
      headers: { "X-API-Key": apiKey, ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }) },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
  const secret = "SECRETWORD";
  const replies = [
    await post("/convert/html-to-pdf", { html: `<p>${secret}` }),
    await post("/convert/html-to-pdf", { url: `http://no-such-name.invalid/?q=${secret}` }),
    await post("/convert/html-to-pdf", { html: `<script>throw new Error("${secret}")</script><p>x` }),
    await post(`/convert/html-to-pdf?token=${secret}`, { html: "x", [secret]: 1 }),
    await post("/convert/xml-to-html", { xml: `<${secret}`, xslt: `<${secret}/>` }),
    await post("/convert/csv-to-pdf", form({ file: Buffer.from(`a,"${secret}`) }, `${secret}.csv`)),
    await post("/convert/word-to-pdf", form({ file: Buffer.from(secret) }, `${secret}.docx`)),
    await post("/pdf/merge", form({ files: [Buffer.from(secret), Buffer.from(secret)] }, `${secret}.pdf`)),
  ];
  const lines = service.output.stderr.split("\n").filter((line) => line.startsWith('{"id"'));
  assert.equal(lines.length, replies.length);
  const first = JSON.parse(lines[0]!);
  assert.deepEqual(Object.keys(first), ["id", "path", "account", "key", "status", "credits", "ms"]);
  assert.equal(first.id, replies[0]!.headers.get("x-request-id"));
  const logged = service.output.stderr.split("\n").filter((line) => line.startsWith("{"));
  assert.ok(
    logged.every((line) => !line.includes(secret) && !line.includes(apiKey)),
    logged.join("\n"),
  );
});
